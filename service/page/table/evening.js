// A table that is open on this phone: as it stands, whether it is heard live, and what is done here and not stored yet.

import { Problem, once } from "../core/api.js";
import { listen } from "./live.js";
import { change, drop, enqueue, freshKey, settle, waiting } from "./queue.js";
import { forget, holderAt, visited } from "./recent.js";
import { roundOf } from "./round.js";
import { fetchTable, merged, path, perform } from "./service.js";

const AGAIN = 4000;
const open = new Map();

/** The table with that id; the same one for every view of this page. */
export function evening(id) {
  if (!open.has(id)) open.set(id, new Evening(id));
  return open.get(id);
}

class Evening {
  state = null;
  connection = "connecting";
  #listeners = new Set();
  #sending = null;
  #timer = 0;

  constructor(id) {
    this.id = id;
  }

  /** What was done here and is not stored yet; an act that was refused has `refused`, a problem's code and detail. */
  get waiting() {
    return waiting(this.id);
  }

  /** Take the table as the service told it; one that is known, or older, is of no use. */
  take(state) {
    if (this.state && state.version <= this.state.version) return;
    this.state = merged(this.state, state);
    visited(this.state);
    this.#tell();
  }

  /** Hear of changes until `signal` is aborted: `listener()`. Begins to listen to the service. */
  watch(listener, signal) {
    this.#listeners.add(listener);
    signal.addEventListener("abort", () => this.#listeners.delete(listener));
    listen(path(this.id, "/events"), {
      signal,
      onChange: (version) => version !== this.state?.version && this.ask(),
      onConnection: (connection) => this.#connected(connection),
      ask: () => this.ask(),
    });
    if (this.waiting.length) this.send();
  }

  /** Ask the service how the table stands; resolves with whether it answered. Raises what it refuses the first time. */
  async ask() {
    try {
      this.take(await fetchTable(this.id, this.state));
      return true;
    } catch (error) {
      if (error.code === "offline" || error.status >= 500) return false;
      if (error.status === 404) forget(this.id);
      if (!this.state) throw error;
      return error instanceof Problem;
    }
  }

  /** The rule system that is played. */
  rules() {
    return once(`/v1/rules/${encodeURIComponent(this.state.table.rules)}`);
  }

  /**
   * Do something on top of `version`: `{kind, number?, body?}`, where a hand of play is told as a `draft` with what else
   * the body has. Resolves with "stored", "waiting", or the `Problem`.
   */
  async act(act, version = this.state.version) {
    const { key } = enqueue(this.id, this.#signed(act), version);
    this.#tell();
    await this.send();
    const left = this.waiting.find((one) => one.key === key);
    return left ? (left.refused ? new Problem(left.refused) : "waiting") : "stored";
  }

  /** An act with the name of who holds this phone, where that was told. */
  #signed(act) {
    const by = this.state.table.players[holderAt(this.id) ?? -1];
    return by === undefined ? act : { ...act, body: { ...act.body, by } };
  }

  /** Do once more what was refused, on top of how the table stands now. It is another act, with a key of its own. */
  async again(key) {
    change(this.id, key, { key: freshKey(), version: this.state.version, refused: null, sent: null });
    await this.send();
  }

  /** Leave something undone. */
  leave(key) {
    drop(this.id, key);
    this.#tell();
  }

  /** Send what waits, one after the other, until one is refused or nobody answers. */
  send() {
    this.#sending ??= this.#sendAll().finally(() => {
      this.#sending = null;
      this.#tell();
    });
    return this.#sending;
  }

  async #sendAll() {
    clearTimeout(this.#timer);
    for (let [act] = this.waiting; act && !act.refused; [act] = this.waiting) {
      if (!(await this.#sendOne(act))) return;
    }
  }

  async #sendOne(act) {
    try {
      const state = await perform(this.id, await this.#resolved(act), this.state);
      settle(this.id, act.key, state.version);
      this.take(state);
      return true;
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      const later = error.code === "offline" || error.status >= 500 || error.status === 429;
      if (later) this.#later(error);
      else await this.#refused(act, error);
      return false;
    }
  }

  /** A hand of play is told by players until it is known who deals; once it is sent, it stays as it was sent. */
  async #resolved(act) {
    if (!act.draft || act.sent) return { ...act, body: act.sent ?? act.body };
    const { table } = this.state;
    const deal = act.number ? table.played[act.number - 1].deal : table.deal;
    const sent = { ...act.body, round: roundOf(act.draft, deal, await this.rules(), table.players.length, table.options) };
    change(this.id, act.key, { sent });
    return { ...act, body: sent };
  }

  #later(problem) {
    if (problem.code === "offline") this.#connected("offline");
    this.#timer = setTimeout(() => this.send(), Math.max(AGAIN, problem.retryAfter * 1000));
  }

  async #refused(act, problem) {
    const { code, detail, status, more } = problem;
    change(this.id, act.key, { refused: { ...more, code, detail, status } });
    if (status === 412) await this.ask();
  }

  #connected(connection) {
    const back = this.connection === "offline" && connection !== "offline";
    this.connection = connection;
    if (back && this.waiting.length) this.send();
    this.#tell();
  }

  #tell() {
    for (const listener of this.#listeners) listener();
  }
}
