// What happened at a table, in words.

import { language, number, t } from "../core/i18n.js";
import { numberInWind, windsOf } from "./seats.js";

/** Where a game is when a hand of play begins: `East 3`; with the counters where there are any. */
export function dealName(deal, { counters = true } = {}) {
  const name = t("table.deal", { wind: t(`seat.${deal.round}`), n: numberInWind(deal) });
  return counters && deal.honba ? `${name} ${t("table.honba_short", { count: deal.honba })}` : name;
}

/** The same in a few signs: `E3`. */
export const dealShort = (deal) => t("table.deal_short", { wind: [...t(`seat.${deal.round}`)][0], n: numberInWind(deal) });

/** How a hand of play that is over ended: `Ben won 24 from Chen`. */
export function howItEnded(table, played) {
  const { players } = table;
  if (!played.wins.length) return t(`table.ended_${played.ending}`);
  const won = ({ winner, from, points }) =>
    from === null || from === undefined
      ? t("table.won_drawn", { winner: players[winner], points: number(points) })
      : t("table.won_from", { winner: players[winner], discarder: players[from], points: number(points) });
  return played.wins.map(won).join(t("table.and"));
}

/** What everybody got and paid: `Ben +24, Chen −24`; who has nothing is left out. */
export function whatMoved(players, moved) {
  const told = moved.map((points, player) => points && `${players[player]} ${number(points, true)}`).filter(Boolean);
  return told.join(t("table.comma")) || t("table.nothing_moved");
}

/** What an act was: `Hand 3 was edited`, with who did it. */
export function actName({ kind, number: hand, by }) {
  const name = t(`act.${kind}`, { n: hand });
  return by ? `${name} · ${by}` : name;
}

/** A time of day, and the day where it is not today. */
export function timeOf(at) {
  const when = new Date(at);
  const today = when.toDateString() === new Date().toDateString();
  const form = today ? { timeStyle: "short" } : { dateStyle: "medium", timeStyle: "short" };
  return new Intl.DateTimeFormat(language(), form).format(when);
}

/** The seats of a deal as `[player, words]`, east first: `Anna · East`. */
export const seated = (table, deal) =>
  windsOf(table.players.length).map((wind, seat) => {
    const player = (deal.dealer + seat) % table.players.length;
    return [player, table.players[player], t(`seat.${wind}`)];
  });
