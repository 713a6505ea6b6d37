// What the way from a photo to the sheet has to know of the table at which this phone sits.

import { Problem, once } from "../core/api.js";
import { t } from "../core/i18n.js";
import { toast } from "../core/toast.js";
import { offerUndo } from "./back.js";
import { evening } from "./evening.js";
import { begin } from "./hand.js";
import { seatedAt } from "./recent.js";
import { asks, draftOf, fieldsOf } from "./round.js";
import { windsOf } from "./seats.js";

/**
 * The table at which this phone sits, or null where it sits at none, the game there is over, or nobody answers:
 * `{id, rules, options, players, round, seats}`, `seats` being `[{seat, player, name}]`, east first.
 */
export async function seatedTable() {
  const id = seatedAt();
  if (!id) return null;
  const at = evening(id);
  const reached = await at.ask().catch(() => false);
  if (!at.state || (!reached && !at.state) || at.state.table.over) return null;
  const { table } = at.state;
  const { players, deal, rules, options } = table;
  const seats = windsOf(players.length).map((seat, index) => {
    const player = (deal.dealer + index) % players.length;
    return { seat, player, name: players[player] };
  });
  return { id, rules, options, players, round: deal.round, deal, seats, version: at.state.version };
}

/** Whether the rules settle more of a hand of play than a win shows: riichi of others, kongs, wild tiles held. */
export const asksMore = (rules) => asks(rules, "riichi") || fieldsOf(rules, "win").some((name) => !name.startsWith("raw_"));

/**
 * Take a scored hand to the table: `sheet` as the service answers it, by the winds of the deal of `seated`, a table as
 * `seatedTable` told it, and the `record` of its photo where there is one. Where the rules settle more than a win shows,
 * and where the table has changed meanwhile, the form of a hand of play opens with it; else it is stored at once.
 */
export async function storeRound(seated, sheet, { record = null } = {}) {
  const { id, deal, version, players } = seated;
  const at = evening(id);
  if (!at.state) await at.ask();
  const rules = await once(`/v1/rules/${encodeURIComponent(seated.rules)}`);
  const draft = draftOf(roundFrom(sheet), deal, rules, players.length);
  if (asksMore(rules) || at.state.version !== version || !(await storedAtOnce(at, draft, record, version))) {
    begin(id, draft, { record, base: version });
    location.hash = `#/table/${id}/hand`;
  }
}

/** Store it and show the table; whether that could be done. */
async function storedAtOnce(at, draft, record, version) {
  const done = await at.act({ kind: "round", draft, body: record ? { photo_record: record } : {} }, version);
  if (done instanceof Problem) {
    at.leave(at.waiting.find((act) => act.refused)?.key);
    return false;
  }
  location.hash = `#/table/${at.id}`;
  if (done === "stored") offerUndo(at);
  else toast(t("hand.waits"));
  return true;
}

/** The hand of play of a sheet: what is told of the win, and the wild tiles apart. */
function roundFrom({ hand, win, circumstances: { wild, indicator, ...circumstances } }) {
  const { tile, seat, self_drawn, from, events } = win;
  return { wins: [{ hand, win: tile, seat, self_drawn, from, events, circumstances }], wild, indicator };
}
