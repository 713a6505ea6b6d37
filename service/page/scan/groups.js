// The tiles as they were read, drawn large in their groups.

import { button, el } from "../core/dom.js";
import { t } from "../core/i18n.js";
import { face, tileName } from "../core/tiles.js";

const MOST_OTHERS = 12;

/**
 * The groups of a reading. `acts` has what happens: `tile(number)`, `meld(index)`, `win()`, and, while a set is being
 * made, `selected`, the numbers chosen so far, or null.
 */
export function groups(reading, acts) {
  const numbers = (role) => reading.tiles.flatMap((tile, number) => (tile.role === role ? [number] : []));
  const others = numbers("other").filter((number) => reading.tiles[number].tile !== "back");
  return el(
    "div.felt",
    {},
    zone("concealed", t("scan.hand", { count: numbers("concealed").length + numbers("winning").length }), [
      el("div.tiles", {}, numbers("concealed").map((number) => tileButton(reading, number, acts))),
    ]),
    el("div.aside", {}, zone("winning", t("scan.winning"), [winner(reading, numbers("winning"), acts)]), melds(reading, acts)),
    ...["flower", "indicator"].map((role) => row(role, t(`scan.role.${role}`), numbers(role), reading, acts)),
    row("other", t("scan.role.other"), others.slice(0, MOST_OTHERS), reading, acts),
    others.length > MOST_OTHERS && el("p.small", {}, t("scan.more_others", { count: others.length - MOST_OTHERS })),
  );
}

function zone(name, words, children) {
  const label = `zone-${name.replace(":", "-")}`;
  return el(
    `section.zone.zone-${name.split(":")[0]}`,
    { data: { zone: name }, "aria-labelledby": label },
    el("h2", { id: label }, words),
    children,
  );
}

const row = (name, words, numbers, reading, acts) =>
  numbers.length > 0 &&
  zone(name, words, [el("div.tiles", {}, numbers.map((number) => tileButton(reading, number, acts)))]);

function winner(reading, numbers, acts) {
  if (numbers.length) return el("div.tiles", {}, numbers.map((number) => tileButton(reading, number, acts)));
  return button("?", acts.win, { "aria-label": t("scan.mark_win"), data: { focus: "win" } }, "button.slot");
}

function melds(reading, acts) {
  return el(
    "div.melds",
    { data: { zone: "melds" } },
    reading.melds.map((meld, index) =>
      el(
        `section.meld`,
        { data: { zone: `meld:${index}` }, "aria-label": t("scan.meld", { kind: t(`meld.${meld.kind}`) }) },
        button(
          [t(`meld.${meld.kind}`), el("span.more", { "aria-hidden": "true" }, "▾")],
          () => acts.meld(index),
          { "aria-label": t("scan.meld.change", { kind: t(`meld.${meld.kind}`) }), "aria-haspopup": "dialog", data: { focus: `meld-${index}` } },
          "button.kind",
        ),
        el("div.tiles", {}, meld.tiles.map((number) => tileButton(reading, number, acts))),
      ),
    ),
  );
}

function tileButton(reading, number, acts) {
  const tile = reading.tiles[number];
  const selected = acts.selected?.has(number);
  const words = [
    t("scan.tile", { number: number + 1, tile: tileName(tile.tile) }),
    tile.doubtful && t("scan.doubtful"),
    tile.rotated && t("scan.turned"),
    tile.fixed.includes("face") && t("scan.corrected"),
  ].filter(Boolean);
  const name = ["button.laid", tile.rotated && "turned", tile.doubtful && "doubtful", selected && "selected"];
  return el(
    name.filter(Boolean).join("."),
    {
      type: "button",
      "aria-label": words.join(", "),
      "aria-pressed": acts.selected ? String(Boolean(selected)) : null,
      "aria-haspopup": acts.selected ? null : "dialog",
      data: { tile: number, focus: `tile-${number}`, code: tile.tile },
      onclick: () => acts.tile(number),
    },
    face(tile.tile),
    el("span.place", { "aria-hidden": "true" }, String(number + 1)),
    tile.doubtful && el("span.mark", { "aria-hidden": "true" }, "?"),
  );
}
