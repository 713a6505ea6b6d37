// What the service says of a reading and of a score, in the language of the page.

import { has, number, t } from "../core/i18n.js";
import { codesIn, tileName } from "../core/tiles.js";

/** Tiles by their numbers as people count, from 1: `3, 5–7`. */
export function numbered(tiles) {
  const starts = tiles.filter((one) => !tiles.includes(one - 1));
  return starts.map((start) => run(start, tiles)).join(", ");
}

function run(start, tiles) {
  let end = start;
  while (tiles.includes(end + 1)) end += 1;
  return end === start ? String(start + 1) : `${start + 1}–${end + 1}`;
}

/** A doubt, or why there is no hand. */
export function doubtText({ code, message = "", tiles = [] }) {
  const key = `doubt.${code}`;
  if (!has(key)) return message;
  const about = tiles.length ? t("doubt.tiles", { tiles: numbered(tiles) }) : t("doubt.photo");
  return t(key, { tiles: about });
}

/** Why there is no sheet. */
export function reasonText({ code, message, ...facts }) {
  const key = `error.${code}`;
  const told = Object.fromEntries(Object.entries(facts).map(([name, value]) => [name, Number.isFinite(value) ? number(value) : value]));
  return has(key) ? t(key, { ...told, detail: message }) : message;
}

/** The value of a choice as words for a screen reader: tiles by name. */
export const valueText = (value) =>
  value === "none" ? t("scan.no_tile") : codesIn(value).map(tileName).join(", ") || tileName(value);

/** What a line of a sheet counts. */
export function worthText({ effect, points, worth }) {
  if (effect === "points") return number(points);
  if (effect === "each") return t("sheet.each", { points: number(points) });
  return effect === "han" ? t("sheet.han", { han: worth.replace("翻", "") }) : worth.replace(/^x/, "×");
}

/** A limit such as `mangan` or `2x yakuman`. */
export function limitText(limit) {
  const [, times = "", name] = /^(?:(\d+)x )?(.*)$/.exec(limit);
  const words = has(`limit.${name}`) ? t(`limit.${name}`) : name.replaceAll("_", " ");
  return times ? `${times} × ${words}` : words;
}
