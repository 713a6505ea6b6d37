// A reading as notation, and notation as sets: `123m 55p (777z) [1111s] 15f`.

import { codesIn, plain } from "../core/tiles.js";

const of = (reading, role) => reading.tiles.flatMap(({ tile, role: own }, number) => (own === role ? [[number, tile]] : []));

/** The hand in notation, whether or not it is whole; face-down tiles of a kong are taken for the others of it. */
export function handText(reading) {
  const concealed = [...of(reading, "concealed"), ...of(reading, "winning")].map(([, tile]) => tile);
  const flowers = of(reading, "flower").map(([, tile]) => tile);
  const known = concealed.filter((tile) => tile !== "back" && tile !== "none");
  return [compact(known), ...reading.melds.map((meld) => meldText(reading, meld)), compact(flowers)].filter(Boolean).join(" ");
}

function meldText(reading, { kind, tiles }) {
  const faces = tiles.map((number) => reading.tiles[number].tile);
  const shown = faces.filter((each) => each !== "back");
  const codes = faces.map((each) => (each === "back" ? shown[0] : each)).filter(Boolean);
  if (kind === "kong_concealed") return `[${compact(codes)}]`;
  if (kind === "kong_opening") return `{${compact(codes)}}`;
  if (kind === "kong_added") return `(${codes.slice(0, 3).map(([rank]) => rank).join("")}+${codes[3]})`;
  return `(${compact(codes)})`;
}

/** Codes in order as notation. */
function compact(codes) {
  const suits = "mpszf";
  const sorted = [...codes].sort((a, b) => suits.indexOf(a[1]) - suits.indexOf(b[1]) || plain(a).localeCompare(plain(b)));
  return sorted.join(" ").replace(/(\d)([mpszf]) (?=\d\2)/g, "$1").replaceAll(" ", "");
}

/** The melds of a hand in notation: `{kind, codes}` each. */
export function meldsIn(text) {
  return [...text.matchAll(/([([{])([^)\]}]+)[)\]}]/g)].map(([, bracket, inner]) => {
    const codes = codesIn(inner.replaceAll("+", ""));
    return { kind: kindOf(bracket, inner, codes), codes };
  });
}

function kindOf(bracket, inner, codes) {
  if (bracket === "[") return "kong_concealed";
  if (bracket === "{") return "kong_opening";
  if (inner.includes("+")) return "kong_added";
  if (codes.length === 4) return "kong_exposed";
  return new Set(codes.map(plain)).size === 1 ? "pung" : "chow";
}

/** Kinds of set that so many tiles of these faces may be, the likeliest first. */
export function kindsFor(faces) {
  const shown = faces.filter((code) => code !== "back").map(plain);
  const equal = new Set(shown).size <= 1;
  if (faces.length === 3) return equal ? ["pung"] : ["chow", "kong_opening"];
  if (faces.length === 4 && equal) return faces.includes("back") ? ["kong_concealed"] : ["kong_exposed", "kong_concealed", "kong_added"];
  return faces.length > 3 && faces.length <= 8 ? ["kong_opening"] : [];
}

/** The corrections that make the reading another hand that it may be; `null` where that cannot be told. */
export function towards(reading, alternative) {
  const faces = Object.fromEntries(reading.tiles.map(({ tile }, number) => [number, alternative.tiles[number] ?? tile]));
  const roles = Object.fromEntries(reading.tiles.map(({ role }, number) => [number, alternative.roles[number] ?? role]));
  const told = Object.entries(alternative.tiles).map(([number, code]) =>
    code === "none" ? { action: "delete", tile: Number(number) } : { action: "replace", tile: Number(number), face: code },
  );
  const pool = Object.keys(roles).map(Number).filter((number) => roles[number] === "meld");
  const sets = meldsIn(alternative.hand).map(({ kind, codes }) => ({ kind, tiles: taken(pool, codes, faces) }));
  if (sets.some(({ tiles }) => tiles === null)) return null;
  const moves = Object.entries(alternative.roles)
    .filter(([, role]) => role !== "meld")
    .map(([number, role]) => ({ action: "move", tile: Number(number), role }));
  return [...told, ...moves, ...sets.map(({ kind, tiles }) => ({ action: "meld", tiles, kind }))];
}

/** The first tiles of `pool` that show `codes`, taken out of it; face-down ones stand for any. */
function taken(pool, codes, faces) {
  const found = [];
  for (const code of codes) {
    const at = pool.findIndex((number) => faces[number] === code);
    const place = at >= 0 ? at : pool.findIndex((number) => faces[number] === "back");
    if (place < 0) return null;
    found.push(...pool.splice(place, 1));
  }
  return found.sort((a, b) => a - b);
}
