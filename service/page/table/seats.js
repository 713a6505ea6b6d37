// Who sits where. Players have numbers, 0 dealt first; the dealer of a hand of play is its east.

export const WINDS = ["east", "south", "west", "north"];

/** The winds that are sat on with so many players. */
export const windsOf = (players) => WINDS.slice(0, players);

/** The wind of a player in a hand of play. */
export const windOf = (deal, player, players) => WINDS[(player - deal.dealer + players) % players];

/** The player on a wind in a hand of play. */
export const playerOn = (deal, wind, players) => (deal.dealer + WINDS.indexOf(wind)) % players;

/** `{east: ...}` as a list by player. */
export const byPlayer = (bySeat, deal, players) =>
  Array.from({ length: players }, (_, player) => bySeat[windOf(deal, player, players)]);

/** A list by player as `{east: ...}`. */
export const bySeat = (list, deal, players) =>
  Object.fromEntries(list.map((value, player) => [windOf(deal, player, players), value]));

/** Which hand of its wind it is: the third when the third player deals. */
export const numberInWind = (deal) => deal.dealer + 1;

/** The first wind as a capital letter and the number, as in `E3`; winds in Chinese and Japanese are one sign anyway. */
export const shortHand = (deal, windName) => `${[...windName][0]}${numberInWind(deal)}`;

/** What each had at the start and after every hand of play, by player, from a table as the service tells it. */
export function running(table) {
  const rows = [table.players.map(() => table.game.start ?? 0)];
  for (const { moved } of table.played) rows.push(rows.at(-1).map((had, player) => had + moved[player]));
  return rows;
}
