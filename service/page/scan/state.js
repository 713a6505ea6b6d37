// The hand that is looked at: its photo, what was read, every correction, and the way back.

import { post } from "../core/api.js";
import { Timeline } from "../core/history.js";
import { asked, forget } from "./how.js";

/** What is held while the page is open. */
export const session = {
  photo: null,
  /** `{blob, address, shown}` of the photo, or null for a hand that was picked. */
  timeline: null,
  /** Answers of the service, each with the `corrections` that led to it. */
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
  forget();
  session.photo = { ...photo, address: URL.createObjectURL(photo.blob) };
  session.timeline = new Timeline({ ...scanned, corrections: [] });
}

/** Hold a new hand without a photo. */
export async function beginTyped() {
  release();
  forget();
  session.photo = null;
  session.timeline = new Timeline(await ask(BLANK, []));
}

function release() {
  if (session.photo) URL.revokeObjectURL(session.photo.address);
  session.selecting = null;
}

/** What the service says of a reading with corrections, as it was won. */
async function ask(told, corrections) {
  const found = await post("/v1/correct", { reading: told, corrections, ...(await asked(told)) });
  return { ...found, corrections };
}

/** Send corrections; the answer is the new state, and can be undone, `together` with the one before. */
export async function correct(corrections, { together = false } = {}) {
  const before = answer();
  const found = await ask(reading(), corrections);
  if (!together) return session.timeline.push(found);
  return session.timeline.amend({ ...found, corrections: [before.corrections, corrections].flat() });
}

/** The answer for the reading as it stands, after what was told of the win has changed; nothing to undo. */
export async function refresh() {
  const found = await ask(reading(), []);
  return session.timeline.amend({ ...found, corrections: answer().corrections });
}

/** Back to what was read at first, as a step that can be undone. */
export async function reset() {
  return session.timeline.push({ ...(await ask(session.timeline.first.reading, [])), corrections: [] });
}
