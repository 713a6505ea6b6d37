// What an edit of an earlier hand would change, before it is stored.

import { draftOf, roundOf } from "./round.js";
import { tryRound } from "./service.js";

/**
 * What becomes of the table of `state` when hand `number` is `told` otherwise: `{table, settlement, changes}`, `table` as far
 * as it was worked out, `changes` with the hand as `played`, the `totals` of all players after the last hand, and the
 * numbers of later hands that are settled `anew`, because others deal or counters lie there. Raises a `Problem`.
 */
export async function tryEdit({ table, rounds }, number, told, rules, signal) {
  const edited = await tryRound(before(table, number - 1), told, signal);
  const played = edited.table.played.at(-1);
  const anew = [];
  let now = edited.table;
  let at = number;
  while (at < table.played.length && !isSame(now.deal, table.played[at].deal)) {
    const asked = draftOf(rounds[at].asked, table.played[at].deal, rules, table.players.length);
    now = (await tryRound(now, roundOf(asked, now.deal, rules, table.players.length, table.options), signal)).table;
    at += 1;
    anew.push(at);
  }
  const totals = now.totals.map((points, player) => table.played.slice(at).reduce((sum, { moved }) => sum + moved[player], points));
  return { ...edited, changes: { played, totals, anew } };
}

/** The table before its hand `index`. */
function before({ totals, standings, ...table }, index) {
  return { ...table, deal: table.played[index].deal, played: table.played.slice(0, index), over: "" };
}

const isSame = (one, other) => JSON.stringify(one) === JSON.stringify(other);
