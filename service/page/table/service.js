// The endpoints of tables kept by the service. Every answer is the table as it stands, with its version.

import { call, get, post } from "../core/api.js";

export const path = (id, more = "") => `/v1/tables/${encodeURIComponent(id)}${more}`;

/** Begin a table; asked again with the same key, it is the same table. */
export const openTable = (asked, key) => post("/v1/tables", asked, { headers: { "Idempotency-Key": key } });
export const joinTable = (code) => post("/v1/tables/join", { code });
/** The table, of which one that is `known` is told what changed. */
export const fetchTable = (id, known, signal) => get(path(id, since(known)), { signal });

const since = (known) => (known ? `?since=${known.version}` : "");

/** A table that is known with what the service told of it since then. */
export function merged(known, told) {
  if ((told.since ?? null) === null) return told;
  const rounds = known.rounds.slice(0, told.table.played.length);
  for (const round of told.rounds) rounds[round.number - 1] = round;
  return { ...told, since: null, rounds, acts: [...known.acts.slice(0, told.since), ...told.acts] };
}

/** What a hand of play would move at a table as it stands; nothing is stored. */
export const tryRound = (table, round, signal) => post("/v1/table", { table, round }, { signal });

const WAYS = {
  round: ({ body }) => ["POST", "/rounds", body],
  edit: ({ number, body }) => ["PUT", `/rounds/${number}`, body],
  undo: ({ body }) => ["POST", "/undo", body],
  redo: ({ body }) => ["POST", "/redo", body],
  rename: ({ body }) => ["PATCH", "", body],
};

/** Do what an act says, once, on top of the version that it names; gives what changed of the table that is `known`. */
export function perform(id, act, known) {
  const [method, where, body] = WAYS[act.kind](act);
  const headers = { "If-Match": `"${act.version}"`, "Idempotency-Key": act.key };
  return call(method, path(id, where + since(known)), { body, headers });
}
