// What to look at: questions that change the score, tiles that are not sure, and what is wrong with the photo.

import { button, el } from "../core/dom.js";
import { number as written, t } from "../core/i18n.js";
import { tile, tileLine, tileName } from "../core/tiles.js";
import { meldsIn, towards } from "./notation.js";
import { crop } from "./picture.js";
import { untold } from "./how.js";
import { doubtText, numbered, reasonText, valueText } from "./words.js";

const LIKELY = 0.01;
const MOST = 4;

/** Doubts that are told tile by tile, or asked as a question. */
const OF_TILES = new Set(["low_confidence", "close_runner_up"]);

/**
 * Everything to look at; `correct(corrections)` and `pick(number)` are what a tap does. What a choice pays, and that it
 * makes no difference, is known only when it is told who won how.
 */
export function checks({ reading, asks, settled: alike }, photo, { correct, pick }) {
  const settled = untold() ? [] : alike;
  const asked = new Set([...asks, ...settled].flatMap(({ what, tiles }) => (what === "face" ? tiles : [])));
  const doubtful = reading.tiles.flatMap((tile, number) => (tile.doubtful && !asked.has(number) ? [number] : []));
  const notes = reading.doubts.filter(({ code }) => !OF_TILES.has(code) && code !== reading.trouble?.code && !isAsked(code, asks, settled));
  const parts = [
    photo && reading.trouble && el("p.note.warn", { role: "status" }, doubtText(reading.trouble)),
    ...asks.map((ask) => question(ask, reading, photo, correct)),
    ...doubtful.map((number) => doubtfulTile(reading, photo, number, correct, pick)),
    photo && notes.length > 0 && el("ul.notes.small", {}, notes.map((doubt) => el("li", {}, doubtText(doubt)))),
    settled.length > 0 && noMatter(settled),
  ];
  return el("div.stack.checks", {}, parts);
}

/** Whether a doubt is a question already. */
const isAsked = (code, asks, settled) => [...asks, ...settled].some(({ what }) => what === QUESTION_OF[code]);

/** The kind of question that says the same as a doubt. */
const QUESTION_OF = { no_winning_tile: "winning", winning_unsure: "winning", melds_unsure: "place" };

const noMatter = (settled) =>
  el(
    "details.small",
    {},
    el("summary", {}, t("scan.settled", { count: settled.length })),
    el("ul.notes", {}, settled.map(({ tiles, choices, what }) => el("li", {}, t(`settled.${what}`, { tiles: numbered(tiles), values: choices.map(({ value }) => valueText(value)).join(" / ") })))),
  );

/** A question with its answers, each with what it pays. */
export function question({ what, tiles, choices }, reading, photo, correct) {
  const words = t(`ask.${what}`, { tiles: numbered(tiles) });
  return el(
    "section.card.check",
    { "aria-label": words },
    el("div.check-head", {}, what === "face" && tiles.length === 1 && crop(reading, photo, tiles[0]), el("h2", {}, words)),
    el(
      "div.answers",
      {},
      choices.map((choice, at) => {
        const corrections = answerOf(what, tiles, choice, at, reading);
        return corrections && button(shown(what, choice), () => correct(corrections), {}, "button.answer");
      }),
    ),
  );
}

const shown = (what, { value, points, refusal }) => [
  what === "place" ? laidDown(value) : value === "none" ? t("scan.no_tile") : tileLine(value.split(" "), "tile.small"),
  !untold() && el("span.worth.small", {}, refusal ? reasonText(refusal) : t("scan.points", { points: written(points) })),
];

/** The sets that a hand in notation has laid down. */
function laidDown(hand) {
  const melds = meldsIn(hand);
  if (melds.length === 0) return el("span", {}, t("ask.no_melds"));
  return el("span.laid-down", {}, melds.map(({ kind, codes }) => el("span.laid-set", {}, tileLine(codes, "tile.small"), el("span.small", {}, t(`meld.${kind}`)))));
}

/** The corrections that an answer stands for; null where it cannot be told. */
function answerOf(what, tiles, { value }, at, reading) {
  if (what === "winning") return winOn(value, reading);
  if (what === "face") return tiles.map((tile, place) => faceOf(tile, value.split(" ")[place]));
  if (at === 0) return reading.melds.length ? reading.melds.map(({ tiles: set, kind }) => ({ action: "meld", tiles: set, kind })) : places(tiles, reading);
  const alternative = reading.alternatives.find(({ hand }) => hand === value);
  return alternative ? towards(reading, alternative) : null;
}

const places = (tiles, reading) => tiles.map((tile) => ({ action: "move", tile, role: reading.tiles[tile].role }));

const faceOf = (tile, code) => (code === "none" ? { action: "delete", tile } : { action: "replace", tile, face: code });

function winOn(value, reading) {
  const tile = reading.tiles.findIndex(({ tile: code, role }) => code === value && (role === "concealed" || role === "winning"));
  return tile < 0 ? null : [{ action: "win", tile }];
}

/** What else a tile may be, the likeliest first, with chances. */
export function likely({ tile, seen, confidence, runners_up: others }) {
  const faces = new Map([[seen, confidence], ...others]);
  faces.delete(tile);
  return [...faces].filter(([code, chance]) => chance >= LIKELY && code !== "nothing").slice(0, MOST);
}

function doubtfulTile(reading, photo, number, correct, pick) {
  const seen = reading.tiles[number];
  const choices = [seen.tile, ...likely(seen).map(([code]) => code)];
  const words = t("scan.check", { number: number + 1, tile: tileName(seen.tile) });
  return el(
    "section.card.check",
    { "aria-label": words, data: { check: number } },
    el("div.check-head", {}, crop(reading, photo, number), el("h2", {}, words)),
    el(
      "div.answers",
      {},
      choices.map((code, at) =>
        button(
          [at === 0 && el("span.worth.small", {}, t("scan.right")), tile(code, "tile.small")],
          () => correct([faceOf(number, code)]),
          { data: { face: code } },
          "button.answer",
        ),
      ),
      button(t("scan.another"), () => pick(number), {}, "button.answer"),
    ),
  );
}
