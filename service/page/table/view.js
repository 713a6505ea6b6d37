// The sheet of the evening: how the game stands, hand by hand, live.

import { button, confirmed, dialog, el, fail, say } from "../core/dom.js";
import { get, once, problemText } from "../core/api.js";
import { called, number, t } from "../core/i18n.js";
import { setActions } from "../core/frame.js";
import { takeBack } from "./back.js";
import { chart } from "./chart.js";
import { showHand } from "./details.js";
import { evening } from "./evening.js";
import { select } from "./fields.js";
import { holdAt, holderAt, sitAt } from "./recent.js";
import { running, windOf } from "./seats.js";
import { path } from "./service.js";
import { sharing } from "./share.js";
import { actName, dealName, dealShort, howItEnded, timeOf, whatMoved } from "./told.js";

export async function open({ args: [id], signal }) {
  const at = evening(id);
  sitAt(id);
  if (!at.state && !(await at.ask())) return unreachable(at, signal);
  const rules = await at.rules();
  const heading = el("h1", { tabindex: -1 }, called(rules.title));
  const parts = { head: el("div"), notes: el("div.stack.notes"), sheet: el("div.stack.wide"), holder: el("div"), share: el("div"), more: more(at) };
  let seen = null;
  const show = () => {
    parts.head.replaceChildren(head(at, rules));
    parts.notes.replaceChildren(...notes(at));
    if (seen === at.state) return;
    announce(seen, at.state);
    const shared = seen && seen.code === at.state.code;
    const named = seen && `${seen.table.players}` === `${at.state.table.players}`;
    seen = at.state;
    parts.sheet.replaceChildren(...sheet(at, rules));
    if (!named) parts.holder.replaceChildren(holder(at));
    if (!shared) parts.share.replaceChildren(sharing(at));
    if (!signal.aborted && document.contains(parts.sheet)) setActions(actions(at));
  };
  show();
  at.watch(show, signal);
  const node = el("div.stack.wide.evening", {}, el("div.stack.tight", {}, heading, parts.head), parts.notes, parts.sheet, parts.holder, parts.share, parts.more);
  return { title: called(rules.title), node, actions: actions(at) };
}

/** A table that nobody answers for: say so, and open it when somebody does. */
function unreachable(at, signal) {
  at.watch(() => at.state && !signal.aborted && window.dispatchEvent(new HashChangeEvent("hashchange")), signal);
  const node = el("div.stack", {}, el("h1", { tabindex: -1 }, t("table.table")), el("p.note.warn", { role: "status" }, t("table.unreachable")));
  return { title: t("table.table"), node };
}

function head(at, rules) {
  const { table } = at.state;
  const game = table.over ? el("strong", {}, t(`over.${table.over}`)) : now(table, rules);
  return el("div.row.apart.nowrap", {}, el("p.now", {}, game), connection(at.connection));
}

function now(table, rules) {
  const { deal } = table;
  const riichi = rules.settles.includes("sticks");
  const parts = [
    el("strong", {}, dealName(deal, { counters: false })),
    t("table.deals", { player: table.players[deal.dealer] }),
    deal.streak > 0 && t("table.streak", { count: deal.streak }),
    riichi && t("table.honba", { count: deal.honba }),
    riichi && t("table.sticks", { count: deal.sticks }),
  ].filter(Boolean);
  return parts.flatMap((part, index) => (index ? [" · ", part] : [part]));
}

function connection(state) {
  return el(`span.connection.${state}`, { role: "status" }, t(`connection.${state}`));
}

/** Say what another phone did. */
function announce(before, after) {
  if (!before || before.version === after.version) return;
  const act = after.acts.at(-1);
  const hand = after.table.played.at(-1);
  say(act.kind === "played" && hand ? `${actName(act)}: ${howItEnded(after.table, hand)}` : actName(act));
}

// What waits or was refused ------------------------------------------------------------------------------------------

function notes(at) {
  const acts = at.waiting;
  if (!acts.length) return [];
  const refused = acts[0].refused;
  return refused ? [refusal(at, acts[0])] : [el("p.note.warn", {}, t("table.waits", { count: acts.length }))];
}

function refusal(at, act) {
  const changed = act.refused.code === "table_changed";
  const what = t(`waiting.${act.kind}`, { n: act.number });
  const anew = () => at.again(act.key).catch(fail);
  const leave = async () => (await confirmed(t("table.leave_sure", { what }), t("table.leave"))) && at.leave(act.key);
  return el(
    "div.note.warn.stack",
    { role: "alert" },
    el("p", {}, changed ? t("table.changed", { what, acts: since(at, act) }) : t("table.refused", { what, why: problemText(act.refused) })),
    el("div.row.end", {}, button(t("table.leave"), leave), button(t(changed ? "table.anyway" : "table.again"), anew, {}, "button.main")),
  );
}

/** What happened since the version that an act was meant for. */
export function since(at, { version }) {
  return at.state.acts.filter((act) => act.version > version).map(actName).join(t("table.comma"));
}

// The sheet ----------------------------------------------------------------------------------------------------------

function sheet(at, rules) {
  const { table } = at.state;
  return [standings(table), hands(at, rules), table.played.length ? progress(table) : null].filter(Boolean);
}

/** Each player with wind, total and place. */
function standings(table) {
  const place = Object.fromEntries(table.standings.map((one) => [one.player, one]));
  const seat = (name, player) => {
    const wind = windOf(table.deal, player, table.players.length);
    const { points, place: nth } = place[player];
    const dealer = wind === "east" && !table.over;
    return el(
      "li.standing",
      { data: { player, place: nth } },
      el(`span.wind${dealer ? ".dealer" : ""}`, { title: t(`seat.${wind}`) }, el("span", {}, t(`seat.${wind}`))),
      el("span.name", {}, el(`span.swatch.player-${player}`, { "aria-hidden": "true" }), name),
      el("span.has.number", {}, number(points)),
      el("span.small.soft", {}, t(`table.place_${nth}`)),
    );
  };
  const order = table.over ? table.standings.map(({ player }) => player) : table.players.map((_, player) => player);
  return el(`ol.standings.of-${table.players.length}`, { "aria-label": t("table.standings") }, order.map((player) => seat(table.players[player], player)));
}

/** A row for each hand of play, the last one first. */
function hands(at, rules) {
  const { table } = at.state;
  if (!table.played.length) return el("p.empty.soft", {}, t("table.no_hands"));
  const row = (_, index) => handRow(at, rules, table.played.length - 1 - index);
  return el(
    "div.card.flush",
    {},
    el(
      "table.sheet-table",
      {},
      el("caption.unseen", {}, t("table.sheet")),
      el("thead", {}, el("tr", {}, el("th", { scope: "col" }, t("table.hand")), table.players.map((name) => el("th.number", { scope: "col" }, name)))),
      el("tbody", {}, table.played.map(row)),
    ),
  );
}

function handRow(at, rules, index) {
  const { table, rounds } = at.state;
  const played = table.played[index];
  const label = `${t("table.hand_n", { n: index + 1 })}, ${dealName(played.deal)}: ${howItEnded(table, played)}`;
  const open = button(dealShort(played.deal), () => showHand(at, rules, index), {}, "button.hand-open");
  if (played.deal.honba) open.append(el("small", {}, `+${played.deal.honba}`));
  open.append(el("span.unseen", {}, ` ${label}`));
  if (rounds[index]?.edited_at) open.append(el("small", { title: t("table.edited") }, "✎"));
  return el("tr", { data: { hand: index + 1 } }, el("th", { scope: "row" }, open), played.moved.map((points, player) => cell(played, points, player)));
}

function cell(played, points, player) {
  const won = played.wins.some(({ winner }) => winner === player);
  const fed = played.wins.some(({ from }) => from === player);
  return el(
    `td.number${won ? ".won" : fed ? ".fed" : ""}`,
    {},
    el("span", {}, number(points, true)),
    won && el("span.unseen", {}, ` ${t("table.cell_won")}`),
    fed && el("span.unseen", {}, ` ${t("table.cell_fed")}`),
    played.staked.includes(player) && el("span.stake", { title: t("table.staked") }, el("span.unseen", {}, ` ${t("table.staked")}`)),
  );
}

function progress(table) {
  const rows = running(table);
  const end = table.players.map((name, player) => `${name} ${number(rows.at(-1)[player])}`).join(t("table.comma"));
  const key = table.players.map((name, player) => el("li", {}, el(`span.swatch.player-${player}`, { "aria-hidden": "true" }), name));
  return el(
    "figure.card.stack",
    {},
    el("figcaption", {}, el("h2", {}, t("table.progress"))),
    chart(rows, t("table.progress_said", { count: table.played.length, end }), number),
    el("ul.key", { "aria-hidden": "true" }, key),
  );
}

/** Who holds this phone: kept with everything that is done with it. */
function holder(at) {
  const people = [["", t("answer.nobody")], ...at.state.table.players.map((name, player) => [player, name])];
  const choose = (player) => holdAt(at.id, player === "" ? null : Number(player));
  return el("label.field", {}, el("span", {}, t("table.holder")), select(people, holderAt(at.id) ?? "", choose, { id: "holder" }));
}

/** What happened when, other names, and the sheet as a file. */
function more(at) {
  return el(
    "div.row",
    {},
    button(t("table.history"), () => history(at), { id: "history" }),
    button(t("table.names"), () => rename(at), { id: "names" }),
    el("a.button", { href: `/v1/tables/${at.id}/export.csv`, download: "" }, "CSV"),
    el("a.button", { href: `/v1/tables/${at.id}/export.json`, download: "" }, "JSON"),
  );
}

function history(at) {
  const line = (act) =>
    el("li.stack.tight", {}, el("div.row.apart", {}, el("span", {}, actName(act)), el("time.small.soft", { datetime: act.at }, timeOf(act.at))), act.kind === "edited" && changed(at, act));
  const acts = [...at.state.acts].reverse();
  return dialog(t("table.history"), () => [
    el("p.soft", {}, t("table.history_help")),
    acts.length ? el("ol.stack.lined", {}, acts.map(line)) : el("p", {}, t("table.no_acts")),
  ]);
}

/** What an edit changed, as soon as the service has told it. */
function changed(at, act) {
  const place = el("p.small.soft", {});
  const told = ({ versions }) => {
    const index = versions.findIndex((one) => one.act.version === act.version);
    const [before, after] = [versions[index - 1], versions[index]].map(({ hand: { played } }) => `${howItEnded(at.state.table, played)} (${whatMoved(at.state.table.players, played.moved)})`);
    place.textContent = t("act.changed", { before, after });
  };
  get(path(at.id, `/rounds/${act.number}`)).then(told, () => place.remove());
  return place;
}

async function rename(at) {
  const before = at.state.table.players;
  const names = await dialog(t("table.names"), (close) => {
    const inputs = before.map((value, player) => el("input", { value, maxlength: 40, required: true, name: `name-${player}`, autocomplete: "off" }));
    const save = (event) => {
      event.preventDefault();
      close(inputs.map((input, player) => input.value.trim() || before[player]));
    };
    const rows = inputs.map((input, player) => el("label.field", {}, el("span", {}, t("table.player_n", { n: player + 1 })), input));
    return el("form.stack", { onsubmit: save }, rows, el("div.row.end", {}, el("button.main", {}, t("table.save"))));
  });
  if (names && names.join("\n") !== before.join("\n")) await at.act({ kind: "rename", body: { players: names } });
}

// What can be done ---------------------------------------------------------------------------------------------------

function actions(at) {
  const { undo, redo, table } = at.state;
  const back = (kind, what, sign) =>
    button(sign, () => takeBack(at, kind), { id: kind, disabled: !what, "aria-label": t(`table.${kind}`, { what: what ? t(`undo.${what.kind}`, { n: what.number }) : "" }), title: t(`app.${kind}`) }, "button.round");
  const add = table.over ? el("a.button.main", { href: "#/tables/new" }, t("table.new")) : el("a.button.main", { id: "add", href: `#/table/${at.id}/hand` }, t("table.add"));
  return [back("undo", undo, "↶"), back("redo", redo, "↷"), add];
}
