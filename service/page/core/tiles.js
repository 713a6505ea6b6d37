// Tiles: their faces, names and notation.

import { el, svg } from "./dom.js";
import { language } from "./i18n.js";

const SPRITE = "/page/tiles.svg";
const ranks = (from, to, suit) => Array.from({ length: to - from + 1 }, (_, n) => `${from + n}${suit}`);

/** Every face by family, in the order of a picker. */
export const FAMILIES = [
  ["m", [...ranks(1, 9, "m"), "0m"]],
  ["p", [...ranks(1, 9, "p"), "0p"]],
  ["s", [...ranks(1, 9, "s"), "0s"]],
  ["z", ranks(1, 7, "z")],
  ["f", ranks(1, 8, "f")],
];

const NUMERALS = "〇一二三四五六七八九";
const NAMES = {
  en: {
    suit: { m: "characters", p: "dots", s: "bamboo" },
    z: ["East wind", "South wind", "West wind", "North wind", "White dragon", "Green dragon", "Red dragon"],
    f: ["Plum", "Orchid", "Bamboo flower", "Chrysanthemum", "Spring", "Summer", "Autumn", "Winter"],
    back: "Face down",
    none: "No tile",
  },
  zh: {
    suit: { m: "万", p: "筒", s: "条" },
    z: ["东风", "南风", "西风", "北风", "白板", "发财", "红中"],
    f: ["梅", "兰", "竹", "菊", "春", "夏", "秋", "冬"],
    back: "背面",
    none: "没有牌",
  },
  ja: {
    suit: { m: "萬", p: "筒", s: "索" },
    z: ["東", "南", "西", "北", "白", "發", "中"],
    f: ["梅", "蘭", "竹", "菊", "春", "夏", "秋", "冬"],
    back: "裏向き",
    none: "牌なし",
  },
};

/** What a tile is called, such as `5p`, `back` or `none`. */
export function tileName(code) {
  const names = NAMES[language()];
  if (code === "back" || code === "none") return names[code];
  const [rank, family] = [Number(code[0]), code[1]];
  if (family === "z" || family === "f") return names[family][rank - 1];
  const red = rank === 0 ? { en: "red ", zh: "红", ja: "赤" }[language()] : "";
  const said = rank || 5;
  return language() === "en" ? `${red}${said} ${names.suit[family]}` : `${red}${NUMERALS[said]}${names.suit[family]}`;
}

/** What a family of tiles is called: `m`, `p`, `s`, `z`, `f`. */
export const isFlower = (code) => code.endsWith("f");

/** What a picker offers of the tiles that rules ask about: red fives, and no flowers, where riichi is played. */
export const inPlay = ({ name }) => (name === "riichi" ? { only: "mpsz" } : { reds: false });

/** The kind that a tile counts as: a red five is a five. */
export const plain = (code) => (code[0] === "0" ? `5${code[1]}` : code);

/** The drawing of a tile alone, for use inside something that has a name. */
export function face(code, name = "tile") {
  if (code === "none") return el(`span.${name}.no-tile`, { "aria-hidden": "true" }, "∅");
  const drawn = svg("svg", { "aria-hidden": "true", focusable: "false" }, svg("use", { href: `${SPRITE}#${code}` }));
  return el(`span.${name}.face-${code === "back" ? "down" : "up"}`, { "aria-hidden": "true" }, drawn);
}

/** A tile that says what it is. */
export const tile = (code, name = "tile") =>
  el("span.tile-said", { role: "img", "aria-label": tileName(code) }, face(code, name));

/** Several tiles in a line, read as one picture. */
export const tileLine = (codes, name = "tile.mini") =>
  el("span.tile-line", { role: "img", "aria-label": codes.map(tileName).join(", ") }, codes.map((code) => face(code, name)));

/** The codes in notation without brackets: `123m` is 1m, 2m, 3m. */
export const codesIn = (text) =>
  [...text.matchAll(/(\d+)([mpszf])/g)].flatMap(([, digits, family]) => [...digits].map((digit) => digit + family));

/** Codes as notation: 1m 2m 3m 5p is `123m5p`. */
export const notation = (codes) => codes.join(" ").replace(/(\d)([mpszf])(?= \d\2)( )/g, "$1");

const TOKEN = /[([{]?(?:\d[\d+]*[mpszf])+[)\]}]?\*?/g;

/** What no line begins with. */
const CLOSES = /^[、，。；：）」”,;:.]*/;

/** A text in which notation is drawn: `123m 456m` become tiles, all else stays. Gives nodes. */
export function drawnText(text) {
  const nodes = [];
  let end = 0;
  for (const match of text.matchAll(TOKEN)) {
    if (/[\w]/.test(text[match.index - 1] ?? "")) continue;
    const tiles = tileLine(codesIn(match[0].replaceAll("+", "")));
    const after = CLOSES.exec(text.slice(match.index + match[0].length))[0];
    nodes.push(text.slice(end, match.index), after ? el("span.together", {}, tiles, after) : tiles);
    end = match.index + match[0].length + after.length;
  }
  return [...nodes, text.slice(end)];
}

/** The sets of a division or a hand in notation, as lines of tiles. */
export const drawnSets = (text) =>
  el("span.sets", {}, text.split(" ").filter(Boolean).map((part) => tileLine(codesIn(part.replaceAll("+", "")))));
