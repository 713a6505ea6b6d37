// The last step: what the hand is worth and why, who pays whom, and what it is worth elsewhere.

import { Problem, post } from "../core/api.js";
import { $, button, el, fail, say } from "../core/dom.js";
import { reopen } from "../core/frame.js";
import { called, inLanguage, language, number, t } from "../core/i18n.js";
import { paymentTable, shareLines } from "../core/payments.js";
import { drawnSets, drawnText, face, tileName } from "../core/tiles.js";
import { question } from "./checks.js";
import { asked, how, names, optionsTold, seats, system, systems, untold } from "./how.js";
import { handText } from "./notation.js";
import { correct, reading, recorded, refresh, session } from "./state.js";
import { asksMore, storeRound } from "../table/scan.js";
import { steps } from "./steps.js";
import { limitText, reasonText, worthText } from "./words.js";

export async function open({ signal }) {
  if (untold()) return elsewhereFirst();
  const { sheet, reason, asks = [] } = await refresh().catch(refusal);
  const said = await asked(reading());
  const detail = await system();
  const node = el(
    "div.stack.wide.sheet-view",
    {},
    steps("sheet"),
    asks.map((ask) => question(ask, reading(), session.photo, answered)),
    sheet ? scored(sheet, detail, said, signal) : await refused(reason, said, asks),
    el("p.note.bad", { id: "trouble", hidden: true }),
  );
  const store = storeButton(sheet, detail);
  const next = el(`a.button${store ? "" : ".main"}`, { href: "#/", id: "again" }, t("sheet.new"));
  const actions = [el("a.button", { href: "#/won" }, t("app.back")), ...(store ? [next, store] : [next])];
  say(sheet ? t("scan.points", { points: number(sheet.points) }) : "");
  return { title: t("scan.step.sheet"), node, actions };
}

/** Who won how comes before what it is worth. */
function elsewhereFirst() {
  location.replace("#/won");
  return { title: t("scan.step.sheet"), node: el("p.soft", {}, t("scan.reading.title")) };
}

/** Take an answer to a question on this view, and work the score out again. */
async function answered(corrections) {
  try {
    await correct(corrections);
    reopen();
  } catch (error) {
    told(error);
  }
}

/** What cannot even be asked is no score, and told as such. */
function refusal(error) {
  if (!(error instanceof Problem)) throw error;
  return { sheet: null, reason: { ...error.more, code: error.code, message: error.detail } };
}

function scored(sheet, detail, said, signal) {
  const others = el("div", {}, el("p.soft", {}, t("sheet.comparing")));
  const folded = el("details.card", { ontoggle: ({ target }) => target.open && !target.dataset.asked && ((target.dataset.asked = ""), compare(sheet, said, others, signal)) }, el("summary", { id: "others" }, t("sheet.others")), others);
  return el(
    "div.columns",
    {},
    el("div.column.stack", {}, total(sheet, detail), paid(sheet, detail), lines(sheet), leftOut(sheet)),
    el("div.column.stack", {}, folded, button(t("sheet.record"), () => save(sheet).catch(told), { id: "record" }, "button.quiet")),
  );
}

// Points and items -----------------------------------------------------------------------------------------------------

function total(sheet, detail) {
  const { han_fu: hanFu } = sheet;
  return el(
    "section.card.total",
    {},
    el("h1", { tabindex: -1, data: { points: sheet.points } }, el("span.big.number", {}, number(sheet.points)), " ", el("span.unit", {}, t("sheet.points"))),
    el("p.soft", {}, called(detail.title)),
    hanFu && el("p", {}, hanFuText(hanFu)),
    sheet.formula && !hanFu && el("p.formula.number", {}, `${inLanguage(sheet.formula, sheet.translations).words} = ${number(sheet.points)}`),
    el("p", {}, el("span.unseen", {}, t("sheet.division")), drawnSets(sheet.division)),
    el("p.row.won-on", {}, el("span", {}, t(isWinnerSeen() ? "sheet.won_on" : "sheet.taken_as", { tile: tileName(sheet.win.tile) })), face(sheet.win.tile, "tile.mini"), el("span.soft", {}, howWon(sheet.win))),
    sheet.stands.length > 0 && el("p.small", {}, sheet.stands.map(stand)),
    sheet.near_miss && why("p.small.soft", sheet.near_miss, sheet),
  );
}

/** Whether the tile that won lies apart or was said; another one is taken where it makes no difference. */
const isWinnerSeen = () => reading().tiles.some(({ role }) => role === "winning");

const howWon = ({ self_drawn: drawn, from }) =>
  drawn ? t("sheet.drawn") : t("sheet.from", { seat: names()[from] ?? t(`seat.${from}`) });

function hanFuText({ han, fu, limit, yakuman }) {
  const parts = yakuman ? [] : [t("sheet.han", { han }), t("sheet.fu", { fu })];
  return [...parts, limit && limitText(limit)].filter(Boolean).join(" · ");
}

const stand = ({ tile, stands_for: other }) =>
  el("span.stand", {}, face(tile, "tile.mini"), el("span", {}, t("sheet.stands", { tile: tileName(tile), other: tileName(other) })), face(other, "tile.mini"));

function lines(sheet) {
  const fu = sheet.han_fu?.fu_lines ?? [];
  return el(
    "section.card.stack",
    { "aria-labelledby": "items" },
    el("h2", { id: "items" }, t("sheet.items")),
    el("ul.items", {}, sheet.lines.map((one) => line(one, sheet))),
    fu.length > 0 && el("details", {}, el("summary", {}, t("sheet.fu_lines", { fu: sheet.han_fu.fu })), el("ul.items", {}, fu.map((one) => fuLine(one, sheet)))),
    sheet.apart.length > 0 && [el("h3", {}, t("sheet.apart")), el("ul.items", {}, sheet.apart.map((one) => apart(one, sheet)))],
  );
}

const line = (one, sheet) =>
  item(one, worthText(one), one.count > 1 ? ` ×${one.count}` : "", { key: one.key }, sheet);

const fuLine = (one, sheet) => item(one, number(one.fu), "", { key: one.key }, sheet);

const apart = (one, sheet) => item(one, number(one.points), "", { key: one.key }, sheet);

function item(one, worth, times, data, sheet) {
  return el(
    "li.item",
    { data },
    el("span.item-name", {}, called(one), times, secondName(one)),
    el("strong.number.item-worth", {}, worth),
    one.reason && why("span.item-why.small.soft", one.reason, sheet),
  );
}

/** What the sheet says, in the language of the page where it has the words. */
function why(name, text, { translations }) {
  const { words, lang } = inLanguage(text, translations);
  return el(name, { lang }, drawnText(words));
}

/** The Chinese name beside an English one. */
function secondName(one) {
  return language() === "en" && called(one) !== one.name ? el("span.soft", { lang: "zh" }, ` ${one.name}`) : null;
}

function leftOut(sheet) {
  const { left_out: left, runner_up: other } = sheet;
  if (left.length === 0 && !other) return null;
  return el(
    "details.card",
    {},
    el("summary", {}, left.length ? t("sheet.left_out", { count: left.length }) : t("sheet.read_otherwise")),
    el("ul.items", {}, left.map((one) => item(one, el("s", {}, number(one.points)), "", { left: one.key }, sheet))),
    other && el("p.small", {}, t("sheet.runner_up", { points: number(other.points) }), " ", drawnSets(other.division)),
  );
}

// Payments -------------------------------------------------------------------------------------------------------------

function paid(sheet, detail) {
  const { seat: winner, from } = sheet.win;
  const hasDealer = detail.asks.some(({ field }) => field === "has_dealer") ? how.values.has_dealer !== false : true;
  const marks = (seat) =>
    [seat === winner && t("pay.winner"), seat === from && t("pay.discarder"), seat === "east" && hasDealer && t("pay.dealer")].filter(Boolean);
  return el(
    "section.card.stack",
    { "aria-labelledby": "payments" },
    el("h2", { id: "payments" }, t("pay.title")),
    paymentTable(sheet.payments, { marks, names: names(), seats: seats() }),
    sheet.from_table > 0 && el("p.small", {}, t("pay.from_table", { points: number(sheet.from_table), winner: names()[winner] ?? t(`seat.${winner}`) })),
    cameAbout(sheet),
    detail.settles.includes("jing_points") && el("p.small.soft", {}, t("pay.jing_apart")),
  );
}

/** How the payments follow from the points, step by step, as far as the service tells it. */
function cameAbout(sheet) {
  const steps = sheet.han_fu ? riichiSteps(sheet) : sheet.rules === "mcr" ? mcrSteps(sheet) : shareLines(sheet, (seat) => names()[seat] ?? t(`seat.${seat}`));
  const all = [...steps, ...sheet.apart.map((one) => `${called(one)}: ${inLanguage(one.formula, sheet.translations).words.replaceAll("x", "×")} = ${number(one.points)}`)];
  return all.length > 0 && el("ol.came-about.small.soft.number", {}, all.map((step) => el("li", {}, step)));
}

/** Basic points, and what each pays of them, rounded up to hundreds. */
function riichiSteps({ han_fu: { han, fu, basic, limit }, win, payments, apart }) {
  const base = limit ? t("pay.basic_limit", { limit: limitText(limit), basic: number(basic) }) : t("pay.basic", { fu, han, exponent: han + 2, basic: number(basic) });
  const payers = Object.keys(payments).filter((seat) => payments[seat] < 0);
  const own = (seat) => payments[seat] - apart.reduce((sum, ledger) => sum + ledger.payments[seat], 0);
  const liable = apart.some(({ key }) => key === "liability");
  if (liable || (win.self_drawn && seats().length === 3)) return [base];
  const times = (seat) => (win.self_drawn ? ([win.seat, seat].includes("east") ? 2 : 1) : win.seat === "east" ? 6 : 4);
  const called = (seat) => names()[seat] ?? t(`seat.${seat}`);
  const line = (factor) => {
    const alike = payers.filter((seat) => times(seat) === factor);
    const told = { seat: alike.map(called).join(t("table.comma")), factor, basic: number(basic), whole: number(factor * basic) };
    return t("pay.rounded", { ...told, points: number(-own(alike[0])) });
  };
  return [base, ...new Set(payers.map(times))].map((step) => (step === base ? base : line(step)));
}

/** Everybody pays eight, and who owes the hand its points on top. */
function mcrSteps({ points, win }) {
  const words = win.self_drawn ? "pay.mcr_drawn" : "pay.mcr_claimed";
  return [t(words, { points: number(points), from: win.from ? (names()[win.from] ?? t(`seat.${win.from}`)) : "" })];
}

// No sheet -------------------------------------------------------------------------------------------------------------

async function refused(reason, told, asks) {
  if (asks.length && reason?.code === "win_tile_unknown") return el("h1.unseen", { tabindex: -1 }, t("scan.mark_win"));
  const waits = await waiting(told).catch(() => null);
  return el(
    "div.stack",
    {},
    el(
      "section.card.stack",
      {},
      el("h1", { tabindex: -1 }, t("sheet.none")),
      el("p", { id: "reason", data: { code: reason?.code } }, reason ? reasonText(reason) : ""),
      el("div.row", {}, el("a.button", { href: "#/tiles" }, t("sheet.to_tiles")), el("a.button", { href: "#/won" }, t("sheet.to_won"))),
    ),
    waits && waitsCard(waits),
  );
}

/** What the hand waits for, where it is one tile short. */
async function waiting(told) {
  const now = reading();
  const hand = handText(now);
  const { win, ...rest } = told;
  return hand && !now.hand ? post("/v1/waits", { ...rest, hand }) : null;
}

function waitsCard({ waits, away }) {
  return el(
    "section.card.stack",
    { "aria-labelledby": "waits" },
    el("h2", { id: "waits" }, waits.length ? t("sheet.waits") : t("sheet.away", { away })),
    el(
      "div.answers",
      {},
      waits.map(({ tile, points, unseen, refusal }) =>
        button(
          [el("span.unseen", {}, t("sheet.win_on", { tile: tileName(tile) })), face(tile, "tile.small"), el("span.small", {}, refusal ? reasonText(refusal) : t("scan.points", { points: number(points) })), el("span.small.soft", {}, t("sheet.unseen", { count: unseen }))],
          () => winOn(tile),
          { data: { face: tile } },
          "button.answer",
        ),
      ),
    ),
  );
}

async function winOn(tile) {
  try {
    await correct([{ action: "add", face: tile, role: "winning" }]);
    reopen();
  } catch (error) {
    told(error);
  }
}

// Elsewhere ------------------------------------------------------------------------------------------------------------

/** Fill in what the other systems say of the hand. */
async function compare(sheet, told, place, signal) {
  try {
    const all = (await systems()).map(({ name }) => name);
    const options = Object.fromEntries((await Promise.all(all.map(optionsOf))).flat());
    const body = { ...told, hand: sheet.hand, win: sheet.win.tile, rules: all, options };
    const found = await post("/v1/score", body, { signal });
    place.replaceChildren(el("ul.items.systems", {}, found.filter(({ rules }) => rules !== how.rules).map(elsewhere)));
  } catch (error) {
    if (error.name !== "AbortError") place.replaceChildren(el("p.soft", {}, fail(error)));
  }
}

/** The switches set for a system, as `NAME.KEY` and value. */
const optionsOf = async (name) => Object.entries(await optionsTold(name)).map(([key, value]) => [`${name}.${key}`, value]);

const elsewhere = ({ rules, title, sheet, reason }) =>
  el(
    "li.item",
    { data: { rules } },
    el("span.item-name", {}, called(title)),
    el("strong.number.item-worth", {}, sheet ? number(sheet.points) : "–"),
    el("span.item-why.small.soft", {}, sheet ? t("sheet.gets", { points: number(sheet.payments[sheet.win.seat], true) }) : reasonText(reason)),
  );

// The table ------------------------------------------------------------------------------------------------------------

/** Takes the hand to the evening's table at which this phone sits. */
function storeButton(sheet, detail) {
  if (!sheet || !how.table) return null;
  const words = t(asksMore(detail) ? "sheet.fill_in" : "sheet.store");
  return button(words, ({ target }) => store(sheet, target).catch(told), { id: "store" }, "button.main");
}

async function store(sheet, pressed) {
  pressed.disabled = true;
  try {
    await storeRound(how.table, sheet, { record: await recorded(sheet) });
  } finally {
    pressed.disabled = false;
  }
}

/** What went wrong, at the foot of the view. */
function told(error) {
  const place = $("#trouble");
  place.textContent = fail(error);
  place.hidden = false;
}

/** Save the record of the hand as a file, which `hupai replay` works out again. */
async function save(sheet) {
  const text = JSON.stringify(await recorded(sheet), null, 1);
  const address = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  el("a", { href: address, download: "hupai-record.json" }).click();
  setTimeout(() => URL.revokeObjectURL(address), 60000);
}
