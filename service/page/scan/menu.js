// What can be done with a tile, with a set, and what can be added.

import { button, dialog, el } from "../core/dom.js";
import { t } from "../core/i18n.js";
import { tileGrid } from "../core/picker.js";
import { isFlower, plain, tile as tileOf, tileName } from "../core/tiles.js";
import { likely } from "./checks.js";
import { kindsFor } from "./notation.js";
import { crop } from "./picture.js";

/**
 * The menu of a tile; resolves with corrections, `{select: number}` to begin a set with it, or null.
 */
export function tileMenu(reading, photo, number) {
  const tile = reading.tiles[number];
  return dialog(t("scan.tile", { number: number + 1, tile: tileName(tile.tile) }), (close) => {
    const one = (correction) => close([{ tile: number, ...correction }]);
    const replace = (code) => one(code === "none" ? { action: "delete" } : { action: "replace", face: code });
    const others = likely(tile);
    return [
      el(
        "div.menu-head",
        {},
        crop(reading, photo, number),
        others.length > 0 && el("div.stack.tight", {}, el("h3", {}, t("scan.may_be")), alternatives(others, replace)),
      ),
      el("div.menu-acts", {}, acts(reading, number, one, close)),
      el("h3.menu-title", {}, t("scan.is_other")),
      tileGrid(replace, { current: tile.tile, more: ["back"] }),
    ];
  });
}

const alternatives = (others, replace) =>
  el(
    "div.answers",
    {},
    others.map(([code, chance]) =>
      button(
        [tileOf(code, "tile.small"), el("span.small.soft", {}, `${Math.max(1, Math.round(chance * 100))} %`)],
        () => replace(code),
        { data: { face: code } },
        "button.answer",
      ),
    ),
  );

function acts(reading, number, one, close) {
  const { role, rotated, tile } = reading.tiles[number];
  const roles = isFlower(tile) ? ["flower", "other"] : ["concealed", "indicator", "other"];
  const pung = reading.melds.some(({ kind, tiles }) => kind === "pung" && plain(reading.tiles[tiles[0]].tile) === plain(tile));
  return [
    role !== "winning" && !isFlower(tile) && button(t("scan.act.win"), () => one({ action: "win" }), { data: { act: "win" } }),
    role !== "meld" && pung && button(t("scan.act.kong"), () => one({ action: "move", role: "meld" })),
    button(t("scan.act.set"), () => close({ select: number }), { data: { act: "set" } }),
    ...roles
      .filter((each) => each !== role)
      .map((each) => button(t(`scan.act.${each}`), () => one({ action: "move", role: each }), { data: { act: each } })),
    button(t(rotated ? "scan.act.upright" : "scan.act.turn"), () => one({ action: "turn", rotated: !rotated }), { data: { act: "turn" } }),
    button(t("scan.act.delete"), () => one({ action: "delete" }), { data: { act: "delete" } }, "button.danger"),
  ];
}

/** The menu of a set: what kind it is, or that it is none. Resolves with `{kind}`, `{kind, fourth}`, `{none}` or null. */
export function meldMenu(reading, meld) {
  const faces = meld.tiles.map((number) => reading.tiles[number].tile);
  const kinds = [...new Set([meld.kind, ...kindsFor(faces)])];
  const four = faces.length === 3 && kindsFor(faces)[0] === "pung";
  return dialog(t("scan.meld", { kind: t(`meld.${meld.kind}`) }), (close) =>
    el(
      "div.stack",
      {},
      kinds.map((kind) =>
        button(t(`meld.${kind}`), () => close({ kind }), { "aria-pressed": String(kind === meld.kind), data: { kind } }, "button.wide"),
      ),
      four &&
        ["kong_exposed", "kong_concealed", "kong_added"].map((kind) =>
          button(t("scan.meld.fourth", { kind: t(`meld.${kind}`) }), () => close({ kind, fourth: true }), { data: { kind } }, "button.wide"),
        ),
      button(t("scan.meld.none"), () => close({ none: true }), { data: { kind: "none" } }, "button.wide"),
    ),
  );
}

/** Which kind of set some tiles are, asked only where there is a choice; resolves with the kind or null. */
export function kindOf(faces) {
  const kinds = kindsFor(faces);
  if (kinds.length <= 1) return Promise.resolve(kinds[0] ?? null);
  return dialog(t("scan.which_set"), (close) =>
    el("div.stack", {}, kinds.map((kind) => button(t(`meld.${kind}`), () => close(kind), { data: { kind } }, "button.wide"))),
  );
}
