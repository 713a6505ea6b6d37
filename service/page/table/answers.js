// What the rules ask about a win, as controls by players.

import { button, el } from "../core/dom.js";
import { choice, choicesOf, stepper, switched } from "../core/controls.js";
import { called, has, t } from "../core/i18n.js";
import { pickTile, pickTiles } from "../core/picker.js";
import { codesIn, inPlay, tileLine, tileName } from "../core/tiles.js";
import { field, numberInput, part, select } from "./fields.js";

/** Yes-or-no questions that may stay open. */
const OPEN = new Set(["others_hold_jing", "discarder_ready"]);
/** What is so unless it is told otherwise. */
const USUAL = { has_dealer: true };

/** The words of a question. */
export const askName = (ask) => (has(`ask.${ask.field}`) ? t(`ask.${ask.field}`) : called(ask));

/**
 * The control of a question: `value` as a draft holds it, `onchange(value)` with null for nothing told. `people` are
 * `[player, name]`, `rules` those that ask.
 */
export function answer(ask, value, people, onchange, rules) {
  const label = askName(ask);
  return part(ask.field, CONTROLS[ask.answer](label, value, people, onchange, ask, rules));
}

const CONTROLS = {
  yes_no(label, value, people, onchange, { field: name }) {
    if (!OPEN.has(name)) {
      const usual = USUAL[name] ?? false;
      return switched(label, value ?? usual, (on) => onchange(on === usual ? null : on));
    }
    const choices = [[null, t("answer.unknown")], [true, t("app.yes")], [false, t("app.no")]];
    return choice(label, choices, value ?? null, onchange);
  },
  number: (label, value, people, onchange) => stepper(label, value ?? 0, (told) => onchange(told || null)),
  by_seat: (label, value, people, onchange) => numbersOf(label, value, people, onchange),
  seat: (label, value, people, onchange) => player(label, value, people, onchange),
  seat_set: (label, value, people, onchange) => choicesOf(label, people, value ?? [], (told) => onchange(told.length ? told : null)),
  seats: (label, value, people, onchange) => pairsOf(label, value ?? [], people, (told) => onchange(told.length ? told : null)),
  tile: (label, value, people, onchange, ask, rules) =>
    tilesOf(label, value ? [value] : [], async () => {
      const code = await pickTile(label, inPlay(rules));
      if (code) onchange(code);
    }, () => onchange(null)),
  tiles: (label, value, people, onchange, ask, rules) =>
    tilesOf(label, codesIn(value ?? ""), async () => {
      const codes = await pickTiles(label, codesIn(value ?? ""), { most: 10, ...inPlay(rules) });
      if (codes) onchange(codes.join("") || null);
    }, () => onchange(null)),
  suit: (label, value, people, onchange) =>
    choice(label, [[null, t("answer.none")], ["m", t("suit.m")], ["p", t("suit.p")], ["s", t("suit.s")]], value ?? null, onchange),
};

/** One of the players, or nobody. */
export function player(label, value, people, onchange) {
  const choices = [["", t("answer.nobody")], ...people];
  return field(label, select(choices, value ?? "", (told) => onchange(told === "" ? null : Number(told))));
}

/** A number for each player. */
export function numbersOf(label, value, people, onchange, { usual = 0, min = 0 } = {}) {
  const now = value ?? people.map(() => usual);
  const told = [...now];
  const change = (index) => (number) => {
    told[index] = number ?? usual;
    onchange(told.every((one) => one === usual) ? null : [...told]);
  };
  const each = ([index, name]) => el("label.numbered", {}, el("span", {}, name), numberInput(now[index], change(index), { min }));
  return el("fieldset.stack.tight", {}, el("legend", {}, label), el("div.numbers", {}, people.map(each)));
}

/**
 * What the wild tiles of each count: `value` by player, null where it is not known; `seen` are those that a winning hand
 * shows. Until it is `known` what others hold, that nobody else holds any can be said at a tap.
 */
export function heldOf(label, value, known, seen, people, onchange) {
  const change = (index) => (number) => {
    const told = value.map((points, player) => (player === index ? number : player in seen && points === seen[player] ? null : points));
    onchange(told.every((one) => one === null) ? null : told);
  };
  const each = ([index, name]) =>
    el("label.numbered", { key: index }, el("span", {}, name, index in seen && el("span.soft", {}, ` · ${t("settle.jing_seen")}`)), numberInput(value[index], change(index), { min: 0, placeholder: known ? "0" : "?" }));
  const nobody = () => onchange(value.map((points, player) => (player in seen && points === seen[player] ? null : (points ?? 0))));
  const none = Object.keys(seen).length ? t("settle.jing_nobody_else") : t("settle.jing_nobody");
  return el(
    "fieldset.stack.tight",
    {},
    el("legend", {}, label),
    el("p.small.soft", {}, t("settle.jing_help")),
    el("div.numbers", {}, people.map(each)),
    !known && el("div", {}, button(none, nobody)),
  );
}

/** Pairs of players: who, from whom. */
export function pairsOf(label, value, people, onchange) {
  const [[first], [second]] = people;
  const change = (index, side) => (told) =>
    onchange(value.map((pair, other) => (other === index ? pair.map((one, which) => (which === side ? Number(told) : one)) : pair)));
  const row = (pair, index) =>
    el(
      "div.row.nowrap",
      {},
      select(people, pair[0], change(index, 0), { "aria-label": t("answer.who") }),
      el("span", {}, t("answer.from")),
      select(people, pair[1], change(index, 1), { "aria-label": t("answer.from_whom") }),
      button("×", () => onchange(value.filter((_, other) => other !== index)), { "aria-label": t("answer.remove") }, "button.icon"),
    );
  const add = button(`+ ${t("answer.add")}`, () => onchange([...value, [first, second]]));
  return el("fieldset.stack.tight", {}, el("legend", {}, label), value.map(row), el("div", {}, add));
}

/** Tiles, with a button to choose them. */
export function tilesOf(label, codes, choose, clear) {
  const said = codes.length ? codes.map(tileName).join(", ") : t("answer.choose");
  return el(
    "div.told-tiles",
    {},
    el("span.label", {}, label),
    el(
      "span.row.nowrap",
      {},
      button(codes.length ? tileLine(codes) : t("answer.choose"), choose, { "aria-label": `${label}: ${said}` }),
      codes.length > 0 && button("×", clear, { "aria-label": t("answer.clear", { what: label }) }, "button.icon"),
    ),
  );
}
