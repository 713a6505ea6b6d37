// The hand that is looked at: its photo, what was read, every correction, and the way back.

import { Problem, post } from "../core/api.js";
import { Timeline } from "../core/history.js";
import { recall, remember } from "../core/store.js";
import { asked, forget } from "./how.js";
import { handText } from "./notation.js";
import { together } from "./record.js";

/** What is held while the page is open. */
export const session = {
  photo: null,
  /** `{blob, address, shown}` of the photo, or null for a hand that was picked. */
  timeline: null,
  /** Answers of the service, each with all that was `said` before it: the corrections, and the readings around them. */
  selecting: null,
  /** Numbers of the tiles that are being made a set, or null. */
};

const BLANK = { photo: "typed", width: 2400, height: 1600, tiles: [] };

export const answer = () => session.timeline?.now;
export const reading = () => answer()?.reading ?? null;
export const isTyped = () => session.photo === null;

/** Hold a new hand: the answer to a photo. */
export function begin(scanned, photo) {
  release();
  session.photo = { ...photo, address: URL.createObjectURL(photo.blob) };
  session.timeline = new Timeline({ ...scanned, said: [] });
  keep();
}

/** Hold a new hand without a photo. */
export async function beginTyped() {
  release();
  forget();
  session.photo = null;
  session.timeline = new Timeline({ ...(await ask(BLANK, [])), said: [] });
  keep();
}

/** Keep the hand in this tab, so that a reload does not lose it: phones reload pages that were out of sight. */
export function keep(state) {
  const { first, now } = session.timeline;
  remember("hand", { photo: session.photo && { name: session.photo.name }, first, now }, "tab");
  return state;
}

/** Take up the hand that was looked at before a reload, without its photo and the steps between; whether there is one. */
export function resume() {
  const { photo, first, now } = recall("hand", "tab") ?? {};
  if (!first || !now) return false;
  session.photo = photo && { ...photo, blob: null, address: "", shown: false };
  session.timeline = new Timeline(first);
  session.timeline.push(now);
  return true;
}

function release() {
  if (session.photo) URL.revokeObjectURL(session.photo.address);
  session.selecting = null;
}

/** What the service says of a reading with corrections, as it was won. */
async function ask(told, corrections, more = {}) {
  const said = await asked(told);
  const found = await post("/v1/correct", { reading: told, corrections, ...said, ...more });
  return said.win && !found.reading.hand ? { ...found, ...(await wonByFlower(found.reading, said)) } : found;
}

/** The score of a hand that a flower has won, which the flowers alone may do: with the tiles beside them or without. */
async function wonByFlower(now, said) {
  try {
    return { sheet: await post("/v1/score", { ...said, hand: handText(now) }), reason: null };
  } catch (error) {
    if (!(error instanceof Problem) || !error.status) throw error;
    return { sheet: null, reason: { ...error.more, code: error.code, message: error.detail } };
  }
}

/** Send corrections; the answer is the new state, and can be undone, `together` with the one before. */
export async function correct(corrections, { together: one = false } = {}) {
  const before = answer();
  const found = await ask(before.reading, corrections);
  const state = { ...found, said: [...before.said, { of: before.reading, corrections, gave: found.reading }] };
  return keep(one ? session.timeline.amend(state) : session.timeline.push(state));
}

/** The answer for the reading as it stands, after what was told of the win has changed; nothing to undo. */
export async function refresh() {
  const { said } = answer();
  return keep(session.timeline.amend({ ...(await ask(reading(), [])), said }));
}

/** Back to what was read at first, as a step that can be undone. */
export async function reset() {
  return keep(session.timeline.push({ ...(await ask(session.timeline.first.reading, [])), said: [] }));
}

/** The record of the hand as it stands: from what was read at first and all corrections, where they can be told at once. */
export async function recorded(sheet) {
  if (isTyped() || !reading().hand) {
    const told = { ...(await asked(reading())), hand: sheet.hand, win: sheet.win.tile, record: true };
    return (await post("/v1/score", told)).record;
  }
  const { first } = session.timeline;
  const all = together(first.reading, answer().said);
  const whole = all && (await ask(first.reading, all, { record: true }).catch(() => null));
  if (whole?.sheet?.hand === sheet.hand) return whole.record;
  return (await ask(reading(), [], { record: true })).record;
}
