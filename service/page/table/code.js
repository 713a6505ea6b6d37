// Join codes: eight signs of Crockford's base 32, told in two groups of four.

const ALIKE = { I: "1", L: "1", O: "0" };
const LENGTH = 8;

const signs = (text) =>
  [...text.toUpperCase()].map((sign) => ALIKE[sign] ?? sign).filter((sign) => /[0-9A-HJKMNP-TV-Z]/.test(sign)).slice(0, LENGTH).join("");

/** What was typed as a code is told: `abcd efo1` is `ABCD-EF01`; as far as it goes. */
export function readCode(text) {
  const read = signs(text);
  return read.length > 4 ? `${read.slice(0, 4)}-${read.slice(4)}` : read;
}

/** The code when it is whole, or an empty text. */
export const askedCode = (text) => (signs(text).length === LENGTH ? readCode(text) : "");
