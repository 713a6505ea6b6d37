// The endpoints of tables kept by the service. Every answer is the table as it stands, with its version.

import { call, get, post } from "../core/api.js";

export const path = (id, more = "") => `/v1/tables/${encodeURIComponent(id)}${more}`;

/** Begin a table; asked again with the same key, it is the same table. */
export const openTable = (asked, key) => post("/v1/tables", asked, { headers: { "Idempotency-Key": key } });
export const joinTable = (code) => post("/v1/tables/join", { code });
export const fetchTable = (id, signal) => get(path(id), { signal });

/** What a hand of play would move at a table as it stands; nothing is stored. */
export const tryRound = (table, round, signal) => post("/v1/table", { table, round }, { signal });

const WAYS = {
  round: ({ body }) => ["POST", "/rounds", body],
  edit: ({ number, body }) => ["PUT", `/rounds/${number}`, body],
  undo: ({ body }) => ["POST", "/undo", body],
  redo: ({ body }) => ["POST", "/redo", body],
  rename: ({ body }) => ["PATCH", "", body],
};

/** Do what an act says, once, on top of the version that it names; gives the table after it. */
export function perform(id, act) {
  const [method, where, body] = WAYS[act.kind](act);
  const headers = { "If-Match": `"${act.version}"`, "Idempotency-Key": act.key };
  return call(method, path(id, where), { body, headers });
}
