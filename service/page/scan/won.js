// The third step: how the hand was won, only what the rules ask about.

import { $, button, el, patch, say, selfKept } from "../core/dom.js";
import { choice, choicesOf, stepper, switched } from "../core/controls.js";
import { called, has, t } from "../core/i18n.js";
import { pickTile, pickTiles } from "../core/picker.js";
import { optionChoices, optionWords } from "../core/options.js";
import { face, inPlay, tileLine, tileName } from "../core/tiles.js";
import { OPEN, answerTo, flowersToWin, how, names, openQuestions, robsOnly, seats, setOption, system, systems, tell, untold } from "./how.js";
import { reading } from "./state.js";
import { steps } from "./steps.js";

let view = null;

export async function open() {
  view = el("div.stack.wide.won");
  await fill();
  const actions = [
    el("a.button", { href: "#/tiles" }, t("app.back")),
    button(t("won.next"), next, { id: "next" }, "button.main"),
  ];
  return { title: t("scan.step.won"), node: view, actions };
}

/** On to the sheet, when all is told that it depends on. */
function next() {
  const open = untold();
  if (!open) return (location.hash = "#/sheet");
  const place = $(`[data-part="${open}"]`, view);
  $("#untold", view)?.remove();
  place.append(el("p.bad.small", { id: "untold", role: "alert" }, t(`won.untold.${open}`)));
  place.scrollIntoView({ block: "center" });
  $("input", place).focus({ preventScroll: true });
  say(t(`won.untold.${open}`));
}

async function fill() {
  const [detail, all] = [await system(), await systems()];
  patch(
    view,
    steps("won"),
    el("h1", { tabindex: -1 }, t("won.title")),
    el("div.columns", {}, el("div.column.stack", {}, rulesCard(all, detail), whoCard(detail)), el("div.column.stack", {}, askedCard(detail))),
  );
}

function rulesCard(all, detail) {
  if (how.table) return el("p.note", {}, t("scan.at_table", { players: how.table.players.join(" · "), rules: called(detail.title) }));
  const select = el(
    "select",
    {
      id: "rules",
      onchange: ({ target }) => {
        tell({ rules: target.value });
        fill();
      },
    },
    all.map(({ name, title }) => el("option", { value: name }, called(title))),
  );
  select.value = how.rules;
  return el("section.card.stack", {}, el("label.field", {}, el("span", {}, t("scan.rules")), select), options(detail));
}

/** The switches of the rules, folded away. */
function options(detail) {
  const own = how.options[how.rules] ?? {};
  const count = Object.keys(own).length;
  return el(
    "details",
    {},
    el("summary", {}, count ? t("won.options.set", { count }) : t("won.options")),
    el("div.stack.options", {}, detail.options.map((option) => optionControl(option, own, detail))),
  );
}

function optionControl(option, own, detail) {
  const { name, default: usual, values = [] } = option;
  const value = own[name] ?? usual;
  const { words, lang } = optionWords(option, detail);
  const change = (told) => setOption(name, told, usual);
  if (typeof usual === "boolean") return switched(words, value === true || value === "true", change, { lang });
  if (values.length > 1) return choice(words, optionChoices(option, detail), value, change, { lang });
  if (typeof usual === "number") return stepper(words, Number(value), change, { most: 1000000, lang });
  return el("label.field", {}, el("span", { lang }, words), el("input", { value: String(value), onchange: ({ target }) => change(target.value) }));
}

function whoCard(detail) {
  const sitting = seats().map((seat) => [seat, seatWords(seat)]);
  const others = seats().filter((seat) => seat !== how.seat);
  const from = robsOnly(detail) ? "won.robbed" : "won.from";
  const ways = [["", t("won.self_drawn")], ...others.map((seat) => [seat, t(from, { seat: names()[seat] ?? t(`seat.${seat}`) })])];
  const change = (changes) => {
    tell(changes);
    fill();
  };
  return el(
    "section.card.stack",
    {},
    part("seat", choice(t("won.seat"), sitting, how.seat, (seat) => change({ seat }), EVEN)),
    part("from", choice(t("won.how"), ways, how.from, (from) => change({ from }))),
    flowerPart(flowersToWin(detail, reading())),
    !how.table &&
      detail.asks.some(({ field }) => field === "round_wind") &&
      part("round", choice(t("won.round"), ["east", "south", "west", "north"].map((seat) => [seat, t(`seat.${seat}`)]), how.round, (round) => tell({ round }), EVEN)),
  );
}

/** Whether one of the flowers won, and which, where the rules have that. */
function flowerPart(flowers) {
  if (!flowers.length) return null;
  const shown = flowers.map((code) => [code, el("span", { role: "img", "aria-label": tileName(code), data: { face: code } }, face(code, "tile.small"))]);
  const now = flowers.includes(how.flower) ? how.flower : "";
  return part("flower", choice(t("won.flower"), [["", t("won.no_flower")], ...shown], now, (flower) => tell({ flower })));
}

const part = (name, node) => el("div", { data: { part: name } }, node);

const EVEN = { name: "choices.even" };

/** The seat, and who sits there or that he deals. */
function seatWords(seat) {
  const more = names()[seat] ?? (seat === "east" ? t("pay.dealer") : null);
  return [t(`seat.${seat}`), more && el("small", {}, more)];
}

function askedCard(detail) {
  const asks = openQuestions(detail, reading());
  if (asks.length === 0) return el("p.soft", {}, t("won.nothing"));
  return el("section.card.stack", { "aria-label": t("won.asks") }, el("h2", {}, t("won.asks")), asks.map((ask) => part(ask.field, control(ask, detail))));
}

/** What a question is called. */
export const questionWords = (ask) => (has(`ask.${ask.field}`) ? t(`ask.${ask.field}`) : called(ask));

/** Questions whose answer decides which others make sense. */
const DECIDES = new Set(["riichi", "double_riichi", "open_riichi", "after_kong", "robbed_kong", "players"]);

function answered(field, value) {
  tell({ values: { ...how.values, [field]: value } });
  if (DECIDES.has(field)) fill();
}

function control(ask, detail) {
  const { field, answer } = ask;
  const words = questionWords(ask);
  const value = answerTo(ask, reading());
  const change = (told) => answered(field, told);
  if (field === "players") return choice(words, [[4, "4"], [3, "3"]], value, change);
  if (OPEN.has(field)) return choice(words, [[null, t("won.unknown")], [true, t("app.yes")], [false, t("app.no")]], value, change);
  return CONTROLS[answer](words, value, change, detail);
}

const nobody = () => ["", t("won.nobody")];
const seatNames = () => seats().map((seat) => [seat, t(`seat.${seat}`)]);

const CONTROLS = {
  yes_no: switched,
  number: stepper,
  seat: (words, value, change) => choice(words, [nobody(), ...seatNames()], value, change),
  seat_set: (words, value, change) => choicesOf(words, seatNames(), value, change),
  suit: (words, value, change) => choice(words, [nobody(), ...["m", "p", "s"].map((suit) => [suit, t(`tiles.${suit}`)])], value, change),
  by_seat: (words, value, change) => {
    const told = { ...value };
    const one = (seat) => stepper(t(`seat.${seat}`), told[seat] ?? 0, (count) => change(Object.assign(told, { [seat]: count })));
    return el("fieldset.stack.tight", {}, el("legend", {}, words), seats().map(one));
  },
  seats: pairsControl,
  tile: (words, value, change, detail) =>
    tileControl(words, value ? [value] : [], (shown) => pickTile(words, { ...inPlay(detail), current: shown[0] ?? null }), ([code = ""]) => change(code)),
  tiles: (words, value, change, detail) => tileControl(words, value, (shown) => pickTiles(words, shown, inPlay(detail)), change),
};

/** One tile or several, with a button that opens the picker: `pick(codes)` gives a code or codes. */
function tileControl(words, codes, pick, change) {
  const field = el("div.tile-field");
  const show = (shown) => {
    const said = `${words}: ${shown.map(tileName).join(", ") || t("won.none")}. ${t("won.choose")}`;
    field.replaceChildren(
      el("span.tile-field-words", {}, words),
      shown.length ? tileLine(shown, "tile.small") : el("span.soft", {}, t("won.none")),
      button(t("won.choose"), () => choose(shown), { "aria-label": said }),
    );
    if (shown.length) field.append(button("×", () => told([]), { "aria-label": t("won.clear", { words }) }, "button.icon"));
    selfKept(field, [words, shown]);
  };
  const told = (found) => {
    show(found);
    change(found);
    field.querySelector("button").focus();
  };
  const choose = async (shown) => {
    const found = await pick(shown);
    if (found !== null) told([found].flat());
  };
  show(codes);
  return field;
}

/** Who from whom, as a list that grows. */
function pairsControl(words, value, change) {
  const list = el("ul.stack.tight");
  const [who, whom] = [seatSelect(t("won.who"), "east"), seatSelect(t("won.whom"), "south")];
  const told = [...value];
  const show = () => {
    list.replaceChildren(
      ...told.map(([one, other], at) =>
        el("li.row.apart", {}, t("won.pair", { who: t(`seat.${one}`), whom: t(`seat.${other}`) }), button(t("app.remove"), () => remove(at))),
      ),
    );
    selfKept(place, [words, told, seats()]);
  };
  const remove = (at) => {
    told.splice(at, 1);
    show();
    change([...told]);
    who.querySelector("select").focus();
  };
  const add = () => {
    const pair = [who, whom].map((field) => field.querySelector("select").value);
    if (pair[0] !== pair[1]) told.push(pair);
    show();
    change([...told]);
  };
  const place = el("fieldset.stack.tight", {}, el("legend", {}, words), list, el("div.row", {}, who, whom, button(t("won.add_pair"), add)));
  show();
  return place;
}

const seatSelect = (words, value) =>
  el("label.field", {}, el("span.small", {}, words), el("select", { value }, seatNames().map(([seat, name]) => el("option", { value: seat, selected: seat === value }, name))));
