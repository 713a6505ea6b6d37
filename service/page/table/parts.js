// A hand in notation as its parts, and back.

import { codesIn, isFlower, notation, plain } from "../core/tiles.js";

const MELD = /[([{][^)\]}]*[)\]}]/g;
const ORDER = "mpszf";

/** A hand in notation as its parts: `{concealed, melds, flowers}`, codes, texts in brackets, codes. */
export function partsOf(text) {
  const melds = text.match(MELD) ?? [];
  const loose = codesIn(text.replace(MELD, " "));
  return { concealed: loose.filter((code) => !isFlower(code)), melds, flowers: loose.filter(isFlower) };
}

const place = (code) => ORDER.indexOf(code[1]) * 20 + Number(plain(code)[0]) * 2 + (code[0] === "0" ? 1 : 0);
/** Codes in the order of a hand. */
export const sorted = (codes) => [...codes].sort((one, other) => place(one) - place(other));
const written = (codes) => notation(sorted(codes)).replaceAll(" ", "");

/** The parts as notation: `123m55p (777z) [1111s] 15f`. */
export const textOf = ({ concealed, melds, flowers }) =>
  [written(concealed), ...melds, written(flowers)].filter(Boolean).join(" ");

/** The tiles of a set in notation. */
export const codesOfMeld = (meld) => codesIn(meld.replaceAll("+", ""));
