// What was done at a table on this phone and is not stored yet. It outlives the page, so that nothing is lost when the
// connection is; each act has a key of its own, so that nothing is stored twice.

import { recall, remember } from "../core/store.js";

const place = (id) => `waiting.${id}`;

/** The acts that wait, the first first: `{key, kind, version, ...}`; a version that is null follows from the act before. */
export function waiting(id) {
  const kept = recall(place(id));
  return Array.isArray(kept) ? kept : [];
}

const keep = (id, acts) => remember(place(id), acts);

/** Add an act; `version` is what the player saw, unless another act waits before it. */
export function enqueue(id, act, version) {
  const before = waiting(id);
  const whole = { ...act, key: freshKey(), version: before.length ? null : version };
  keep(id, [...before, whole]);
  return whole;
}

/** The act with that key is done: the next one follows `version`. */
export function settle(id, key, version) {
  const left = waiting(id).filter((act) => act.key !== key);
  keep(id, left.map((act, index) => (index === 0 && act.version === null ? { ...act, version } : act)));
}

/** Leave out an act that will not be done; what waits behind it follows what it would have followed. */
export function drop(id, key) {
  const gone = waiting(id).find((act) => act.key === key);
  if (gone) settle(id, key, gone.version);
}

/** Change something about an act that waits. */
export function change(id, key, changes) {
  keep(id, waiting(id).map((act) => (act.key === key ? { ...act, ...changes } : act)));
}

/** 128 random bits. */
export function freshKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
