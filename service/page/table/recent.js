// The tables that this phone has been at, and the one it sits at now.

import { recall, remember } from "../core/store.js";

const MOST = 12;

/** `[{id, players, rules, at}]`, the one visited last first; `at` in milliseconds. */
export function recentTables() {
  const kept = recall("tables");
  return Array.isArray(kept) ? kept.filter((one) => typeof one?.id === "string" && Array.isArray(one.players) && Array.isArray(one.totals)) : [];
}

/** Remember a visit. */
export function visited({ id, table }) {
  const { players, rules, totals, played, over } = table;
  const one = { id, players, rules, totals, hands: played.length, over, at: Date.now() };
  remember("tables", [one, ...recentTables().filter((other) => other.id !== id)].slice(0, MOST));
  sitAt(id);
}

/** Forget a table on this phone; it stays where it is kept. */
export function forget(id) {
  remember("tables", recentTables().filter((one) => one.id !== id));
  if (seatedAt() === id) sitAt(null);
}

/** The id of the table that this phone sits at, or null. */
export const seatedAt = () => recall("seated");

/** The number of the player who holds this phone at a table, or null where that was not told. */
export const holderAt = (id) => recall(`holder.${id}`);

/** Say who holds this phone. */
export const holdAt = (id, player) => remember(`holder.${id}`, player);

/** Sit down at a table, or with null get up. */
export const sitAt = (id) => remember("seated", id);
