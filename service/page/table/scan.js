// What the way from a photo to the sheet has to know of the table at which this phone sits.

import { once } from "../core/api.js";
import { evening } from "./evening.js";
import { begin } from "./hand.js";
import { seatedAt } from "./recent.js";
import { draftOf } from "./round.js";
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
  return { id, rules, options, players, round: deal.round, deal, seats };
}

/**
 * Take a scored hand to the table: `sheet` as the service answers it, by the winds of the deal there, and the `record` of
 * its photo where there is one. The form of a hand of play opens with it, so that kongs and the like can be told.
 */
export async function storeRound(id, sheet, { record = null } = {}) {
  const at = evening(id);
  if (!at.state) await at.ask();
  const { table, version } = at.state;
  const rules = await once(`/v1/rules/${encodeURIComponent(table.rules)}`);
  begin(id, draftOf(roundFrom(sheet), table.deal, rules, table.players.length), { record, base: version });
  location.hash = `#/table/${id}/hand`;
}

/** The hand of play of a sheet: what is told of the win, and the wild tiles apart. */
function roundFrom({ hand, win, circumstances: { wild, indicator, ...circumstances } }) {
  const { tile, seat, self_drawn, from, events } = win;
  return { wins: [{ hand, win: tile, seat, self_drawn, from, events, circumstances }], wild, indicator };
}
