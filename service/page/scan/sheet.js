// The last step: what the hand is worth and why, who pays whom, and what it is worth elsewhere.

import { Problem, post } from "../core/api.js";
import { $, button, el, fail, say } from "../core/dom.js";
import { reopen } from "../core/frame.js";
import { called, has, language, number, t } from "../core/i18n.js";
import { paymentTable } from "../core/payments.js";
import { drawnSets, drawnText, face, tileName } from "../core/tiles.js";
import { asked, how, names, optionsTold, seats, system, systems } from "./how.js";
import { handText } from "./notation.js";
import { correct, reading, recorded, refresh } from "./state.js";
import { storeRound } from "../table/scan.js";
import { steps } from "./steps.js";
import { reasonText } from "./words.js";

export async function open({ signal }) {
  const { sheet, reason } = await refresh().catch(refusal);
  const said = await asked(reading());
  const detail = await system();
  const node = el(
    "div.stack.wide.sheet-view",
    {},
    steps("sheet"),
    sheet ? scored(sheet, detail, said, signal) : await refused(reason, said),
    el("p.note.bad", { id: "trouble", hidden: true }),
  );
  const store = storeButton(sheet);
  const next = el(`a.button${store ? "" : ".main"}`, { href: "#/", id: "again" }, t("sheet.new"));
  const actions = [el("a.button", { href: "#/won" }, t("app.back")), ...(store ? [next, store] : [next])];
  say(sheet ? t("scan.points", { points: number(sheet.points) }) : "");
  return { title: t("scan.step.sheet"), node, actions };
}

/** What cannot even be asked is no score, and told as such. */
function refusal(error) {
  if (!(error instanceof Problem)) throw error;
  return { sheet: null, reason: { ...error.more, code: error.code, message: error.detail } };
}

function scored(sheet, detail, said, signal) {
  const others = el("section.card.stack", { "aria-labelledby": "others" }, el("h2", { id: "others" }, t("sheet.others")), el("p.soft", {}, t("sheet.comparing")));
  compare(sheet, said, others, signal);
  return el(
    "div.columns",
    {},
    el("div.column.stack", {}, total(sheet, detail), lines(sheet), leftOut(sheet)),
    el("div.column.stack", {}, paid(sheet, detail), others, button(t("sheet.record"), () => save(sheet).catch(told), { id: "record" }, "button.quiet")),
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
    sheet.formula && el("p.formula.number", {}, `${sheet.formula} = ${number(sheet.points)}`),
    el("p", {}, el("span.unseen", {}, t("sheet.division")), drawnSets(sheet.division)),
    el("p.row.won-on", {}, el("span", {}, t("sheet.won_on", { tile: tileName(sheet.win.tile) })), face(sheet.win.tile, "tile.mini"), el("span.soft", {}, howWon(sheet.win))),
    sheet.stands.length > 0 && el("p.small", {}, sheet.stands.map(stand)),
    sheet.near_miss && el("p.small.soft", { lang: "en" }, sheet.near_miss),
  );
}

const howWon = ({ self_drawn: drawn, from }) =>
  drawn ? t("sheet.drawn") : t("sheet.from", { seat: names()[from] ?? t(`seat.${from}`) });

function hanFuText({ han, fu, limit, yakuman }) {
  const parts = yakuman ? [] : [t("sheet.han", { han }), t("sheet.fu", { fu })];
  return [...parts, limit && (has(`limit.${limit}`) ? t(`limit.${limit}`) : limit.replaceAll("_", " "))].filter(Boolean).join(" · ");
}

const stand = ({ tile, stands_for: other }) =>
  el("span.stand", {}, face(tile, "tile.mini"), el("span", {}, t("sheet.stands", { tile: tileName(tile), other: tileName(other) })), face(other, "tile.mini"));

function lines(sheet) {
  const fu = sheet.han_fu?.fu_lines ?? [];
  return el(
    "section.card.stack",
    { "aria-labelledby": "items" },
    el("h2", { id: "items" }, t("sheet.items")),
    el("ul.items", {}, sheet.lines.map(line)),
    fu.length > 0 && el("details", {}, el("summary", {}, t("sheet.fu_lines", { fu: sheet.han_fu.fu })), el("ul.items", {}, fu.map(fuLine))),
    sheet.apart.length > 0 && [el("h3", {}, t("sheet.apart")), el("ul.items", {}, sheet.apart.map(apart))],
  );
}

const line = (one) =>
  item(one, one.effect === "points" ? number(one.points) : one.worth, one.count > 1 ? ` ×${one.count}` : "", { key: one.key });

const fuLine = (one) => item(one, number(one.fu), "", { key: one.key });

const apart = (one) => item(one, number(one.points), "", { key: one.key });

function item(one, worth, times, data) {
  return el(
    "li.item",
    { data },
    el("span.item-name", {}, called(one), times, secondName(one)),
    el("strong.number.item-worth", {}, worth),
    one.reason && el("span.item-why.small.soft", { lang: "en" }, drawnText(one.reason)),
  );
}

/** The Chinese name beside the English or Japanese one, where it is another. */
function secondName(one) {
  return language() !== "zh" && called(one) !== one.name ? el("span.soft", { lang: "zh" }, ` ${one.name}`) : null;
}

function leftOut({ left_out: left, runner_up: other }) {
  if (left.length === 0 && !other) return null;
  return el(
    "details.card",
    {},
    el("summary", {}, t("sheet.left_out", { count: left.length })),
    el("ul.items", {}, left.map((one) => item(one, el("s", {}, number(one.points)), "", { left: one.key }))),
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
    sheet.from_table > 0 && el("p.small", {}, t("pay.from_table", { points: number(sheet.from_table) })),
  );
}

// No sheet -------------------------------------------------------------------------------------------------------------

async function refused(reason, told) {
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
    place.replaceChildren(place.firstChild, el("ul.items.systems", {}, found.filter(({ rules }) => rules !== how.rules).map(elsewhere)));
  } catch (error) {
    if (error.name !== "AbortError") place.replaceChildren(place.firstChild, el("p.soft", {}, fail(error)));
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
function storeButton(sheet) {
  if (!sheet || !how.table) return null;
  return button(t("sheet.store"), () => store(sheet).catch(told), { id: "store" }, "button.main");
}

const store = async (sheet) => storeRound(how.table.id, sheet, { record: await recorded(sheet) });

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
