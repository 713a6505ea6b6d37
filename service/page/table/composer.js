// A hand put together from tiles: a keypad of faces, and what a tap lays down.

import { button, dialog, el } from "../core/dom.js";
import { choice } from "../core/controls.js";
import { t } from "../core/i18n.js";
import { tileGrid } from "../core/picker.js";
import { face, isFlower, plain, tileLine, tileName } from "../core/tiles.js";
import { codesOfMeld, partsOf, sorted, textOf } from "./parts.js";

/** What a tap on a face lays down, by the way that is chosen; null where there is no such set. */
export const laidDown = {
  tile: (code) => code,
  chow: (code) => chow(code),
  pung: (code) => (isFlower(code) ? null : `(${plain(code)[0].repeat(3)}${code[1]})`),
  kong: (code) => (isFlower(code) ? null : `(${plain(code)[0].repeat(4)}${code[1]})`),
  kong_added: (code) => (isFlower(code) ? null : `(${plain(code)[0].repeat(3)}+${plain(code)})`),
  kong_concealed: (code) => (isFlower(code) ? null : `[${plain(code)[0].repeat(4)}${code[1]}]`),
};

function chow(code) {
  const rank = Number(plain(code)[0]);
  if (code[1] === "z" || isFlower(code) || rank > 7) return null;
  return `(${rank}${rank + 1}${rank + 2}${code[1]})`;
}

/** The hand with a tap on a face; as it was where that lays nothing down. */
export function tapped(parts, way, code) {
  const laid = laidDown[way](code);
  if (laid === null) return parts;
  if (way !== "tile") return { ...parts, melds: [...parts.melds, laid] };
  return isFlower(code) ? { ...parts, flowers: sorted([...parts.flowers, code]) } : { ...parts, concealed: sorted([...parts.concealed, code]) };
}

/** Let a person put a hand together; resolves with it in notation, or null. */
export function composeHand(title, text) {
  let parts = partsOf(text);
  let way = "tile";
  return dialog(title, (close) => {
    const laid = el("div.composed", { role: "group", "aria-label": t("picker.chosen") });
    const count = el("p.small.soft", { role: "status" });
    const show = () => {
      laid.replaceChildren(...tiles(), ...melds());
      const size = parts.concealed.length + parts.melds.length * 3;
      count.textContent = t("compose.count", { count: size, flowers: parts.flowers.length });
    };
    const without = (key, index) => () => {
      parts = { ...parts, [key]: parts[key].filter((_, other) => other !== index) };
      show();
    };
    const off = (key, codes, index, ...content) =>
      el("button.pick", { type: "button", "aria-label": t("picker.remove", { tile: codes.map(tileName).join(" ") }), onclick: without(key, index) }, content);
    const tiles = () => ["concealed", "flowers"].flatMap((key) => parts[key].map((code, index) => off(key, [code], index, face(code, "tile.small"))));
    const melds = () => parts.melds.map((meld, index) => off("melds", codesOfMeld(meld), index, el("span.meld-taken", {}, meldLine(meld))));
    const tap = (code) => {
      parts = tapped(parts, way, code);
      show();
    };
    show();
    const ways = Object.keys(laidDown).map((key) => [key, t(`compose.${key}`)]);
    const done = button(t("app.done"), () => close(textOf(parts)), {}, "button.main");
    return [
      laid,
      count,
      choice(t("compose.way"), ways, way, (chosen) => (way = chosen)),
      tileGrid(tap),
      el("div.dialog-foot.row.end", {}, done),
    ];
  }, { name: "sheet.tall" });
}

/** A set as tiles; two of a concealed kong lie face down. */
export function meldLine(meld) {
  const codes = codesOfMeld(meld);
  return tileLine(meld.startsWith("[") && codes.length === 4 ? ["back", codes[1], codes[2], "back"] : codes);
}

/** A hand as tiles: the concealed ones, the sets laid down, the flowers. */
export function handLine(text) {
  const { concealed, melds, flowers } = partsOf(text);
  return el("span.sets", {}, concealed.length > 0 && tileLine(concealed), melds.map(meldLine), flowers.length > 0 && tileLine(flowers));
}
