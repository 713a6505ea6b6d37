// One hand of play: what was won and why, what was settled apart, who paid whom, and what it was before it was edited.

import { button, dialog, el, fail } from "../core/dom.js";
import { get } from "../core/api.js";
import { called, inLanguage, number, t } from "../core/i18n.js";
import { shareLines } from "../core/payments.js";
import { handLine } from "./composer.js";
import { drawnText, tileLine } from "../core/tiles.js";
import { limitText, worthText } from "../scan/words.js";
import { byPlayer, playerOn } from "./seats.js";
import { path } from "./service.js";
import { actName, dealName, howItEnded, timeOf, whatMoved } from "./told.js";

export function showHand(at, rules, index) {
  const { table, rounds } = at.state;
  const played = table.played[index];
  const round = rounds[index];
  const title = `${t("table.hand_n", { n: index + 1 })} · ${dealName(played.deal)}`;
  return dialog(title, (close) => [
    el(
      "div.stack.wide",
      {},
      el("div.stack.tight", {}, el("p", {}, el("strong", {}, howItEnded(table, played))), el("p.number.moved", {}, whatMoved(table.players, played.moved))),
      (round?.settlement?.sheets ?? []).map((sheet) => sheetOf(sheet, table, played.deal)),
      ledgersOf(round?.settlement, table, played.deal),
      rules.settles.includes("jing_points") && !round?.settlement?.ledgers.some(({ key }) => key === "jing") && el("p.small.warn", {}, t("settle.jing_untold")),
      el("p.small.soft", {}, t("table.stored_at", { at: timeOf(round.at) }), round.edited_at && ` · ${t("table.edited_at", { at: timeOf(round.edited_at) })}`),
      round.edited_at && earlier(at, index + 1),
    ),
    el("div.dialog-foot.row.end", {}, button(t("table.edit"), () => (close(), (location.hash = `#/table/${at.id}/hand/${index + 1}`)), { id: "edit", "aria-label": t("hand.edit", { n: index + 1 }) }, "button.main")),
  ]);
}

function sheetOf(sheet, table, deal) {
  const winner = playerOn(deal, sheet.win.seat, table.players.length);
  const line = (one) =>
    el("tr", {}, el("th", { scope: "row" }, called(one), one.count > 1 && ` ×${one.count}`, one.reason && why(one.reason, sheet)), el("td.number", {}, worthText(one)));
  const steps = shareLines(sheet, (seat) => table.players[playerOn(deal, seat, table.players.length)]);
  const extra = sheet.han_fu ? hanFu(sheet.han_fu) : inLanguage(sheet.formula, sheet.translations).words;
  return el(
    "section.stack.tight",
    {},
    el("h3", {}, table.players[winner]),
    el("div.hand-line", {}, handLine(sheet.hand), el("span.small.soft", {}, t("table.on_tile")), tileLine([sheet.win.tile])),
    el(
      "table.lines",
      {},
      el("caption.unseen", {}, t("table.lines")),
      el("tbody", {}, sheet.lines.map(line)),
      el("tfoot", {}, el("tr", {}, el("th", { scope: "row" }, t("table.points"), extra && el("small.soft.reason", {}, extra)), el("td.number", {}, number(sheet.points)))),
    ),
    steps.length > 0 && el("ol.came-about.small.soft.number", {}, steps.map((step) => el("li", {}, step))),
  );
}

/** What a sheet or a settlement says, in the language of the page where it has the words. */
function why(text, { translations }) {
  const { words, lang } = inLanguage(text, translations);
  return el("small.soft.reason", { lang }, drawnText(words));
}

const hanFu = ({ han, fu, limit, yakuman }) =>
  [yakuman ? null : t("table.han_fu", { han, fu }), limit && limitText(limit)].filter(Boolean).join(" · ");

function ledgersOf(settlement, table, deal) {
  const ledgers = settlement?.ledgers ?? [];
  if (!ledgers.length) return null;
  const line = (one) =>
    el("li", {}, el("strong", {}, called(one)), " ", el("span.number.moved", {}, whatMoved(table.players, byPlayer(one.payments, deal, table.players.length))), one.reason && why(one.reason, settlement));
  return el("section.stack.tight", {}, el("h3", {}, t("table.ledgers")), el("ul.stack.tight.lined", {}, ledgers.map(line)));
}

/** What was told of the hand before, the latest first. */
function earlier(at, number) {
  const list = el("ol.stack.tight.lined");
  const open = async () => {
    try {
      const { versions } = await get(path(at.id, `/rounds/${number}`));
      list.replaceChildren(...[...versions].reverse().map(version(at.state.table)));
    } catch (error) {
      list.replaceChildren(el("li.bad", {}, fail(error)));
    }
  };
  const part = el("details.fold.earlier", {}, el("summary", {}, t("table.earlier")), list);
  part.addEventListener("toggle", () => part.open && !list.children.length && open());
  return part;
}

const version = (table) => ({ act, hand: { asked, played } }) =>
  el(
    "li.stack.tight",
    {},
    el("span.small", {}, `${actName(act)} · ${timeOf(act.at)}`),
    (asked.wins ?? []).map(({ hand }) => handLine(hand)),
    el("span.small", {}, `${howItEnded(table, played)}: ${whatMoved(table.players, played.moved)}`),
  );
