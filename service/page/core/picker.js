// To choose a tile.

import { button, dialog, el } from "./dom.js";
import { t } from "./i18n.js";
import { FAMILIES, face, tileName } from "./tiles.js";

/** Every tile as a button, a row of nine for a suit; `onpick(code)`. `only` says which families, `more` adds faces. */
export function tileGrid(onpick, { only = "mpszf", more = [], reds = true, current = null } = {}) {
  const families = FAMILIES.filter(([family]) => only.includes(family));
  const rows = [...families, ...(more.length ? [["more", more]] : [])];
  return el(
    "div.picker",
    {},
    rows.map(([family, codes]) =>
      el(
        "div.picker-row",
        { role: "group", "aria-label": t(`tiles.${family}`) },
        codes
          .filter((code) => reds || code[0] !== "0")
          .map((code) =>
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
            ),
          ),
      ),
    ),
  );
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
    const show = () => {
      line.replaceChildren(
        ...codes.map((code, at) =>
          el(
            "button.pick",
            { type: "button", "aria-label": t("picker.remove", { tile: tileName(code) }), onclick: () => remove(at) },
            face(code),
          ),
        ),
        ...(codes.length ? [] : [el("span.soft", {}, t("picker.nothing"))]),
      );
    };
    const remove = (at) => {
      codes.splice(at, 1);
      show();
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
