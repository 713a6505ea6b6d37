// To choose a tile.

import { $, button, dialog, el } from "./dom.js";
import { t } from "./i18n.js";
import { FAMILIES, face, tileName } from "./tiles.js";

const SIGNS = { m: "萬", p: "筒", s: "索", z: "字", f: "花", more: "…" };

/**
 * Tiles as buttons, one family at a time; `onpick(code)`. `only` says which families, `more` adds faces such as `back`,
 * `current` is the tile that is chosen already, whose family shows first.
 */
export function tileGrid(onpick, { only = "mpszf", more = [], reds = true, current = null } = {}) {
  const families = [...FAMILIES.filter(([family]) => only.includes(family)), ...(more.length ? [["more", more]] : [])];
  const row = el("div.picker-row", { role: "group" });
  const pick = (code) =>
    el(
      "button.pick",
      {
        type: "button",
        "aria-label": tileName(code),
        "aria-pressed": current === null ? null : String(code === current),
        data: { face: code },
        onclick: () => onpick(code),
      },
      face(code),
    );
  const show = (family) => {
    const codes = families.find(([name]) => name === family)[1];
    row.setAttribute("aria-label", t(`tiles.${family}`));
    row.replaceChildren(...codes.filter((code) => reds || code[0] !== "0").map(pick));
    for (const tab of tabs.children) tab.setAttribute("aria-pressed", String(tab.dataset.family === family));
  };
  const tabs = el(
    "div.picker-tabs",
    { role: "group", "aria-label": t("picker.families") },
    families.map(([family]) =>
      button(el("span", { "aria-hidden": "true" }, SIGNS[family]), () => show(family), { "aria-label": t(`tiles.${family}`), data: { family } }, "button.family"),
    ),
  );
  const first = families.find(([, codes]) => codes.includes(current)) ?? families[0];
  show(first[0]);
  return el("div.picker", {}, tabs, row);
}

/** Let a person choose a tile; resolves with its code or null. */
export function pickTile(title, options = {}) {
  return dialog(title, (close) => tileGrid(close, options));
}

/** Let a person choose several tiles, `most` at most; resolves with their codes or null. */
export function pickTiles(title, chosen = [], { most = 20, ...options } = {}) {
  const codes = [...chosen];
  return dialog(title, (close) => {
    const line = el("div.picked", { role: "group", "aria-label": t("picker.chosen") });
    const show = () =>
      line.replaceChildren(
        ...codes.map((code, at) => chosenTile(code, () => remove(at))),
        ...(codes.length ? [] : [el("span.soft", {}, t("picker.nothing"))]),
      );
    const remove = (at) => {
      codes.splice(at, 1);
      show();
      $(".pick, .main", line.parentElement)?.focus();
    };
    const add = (code) => {
      if (codes.length < most) codes.push(code);
      show();
    };
    show();
    const done = button(t("app.done"), () => close(codes), {}, "button.main");
    return [line, tileGrid(add, options), el("div.dialog-foot.row.end", {}, done)];
  });
}

const chosenTile = (code, onclick) =>
  el("button.pick", { type: "button", "aria-label": t("picker.remove", { tile: tileName(code) }), onclick }, face(code));
