// The state of a live stream, in words and drawn over the picture.

import { svg } from "../core/dom.js";
import { has, t } from "../core/i18n.js";
import { doubtText, numbered } from "../scan/words.js";

/** What is missing for which there are words already, as the camera's own look has them. */
const SAID = {
  too_dark: "dark",
  too_bright: "bright",
  glare: "bright",
  blurred: "blurred",
  hold_still: "blurred",
  tiles_too_small: "far",
  no_tiles: "frame",
  few_looks: "wait",
};

/** What keeps a photo of a settled hand from being a good one. */
const UNREADY = new Set(["hold_still", "covered", "lost_sight"]);

/** Whether the photo may be taken now. */
export const isReady = ({ phase, missing }) => phase === "settled" && !missing.some(({ code }) => UNREADY.has(code));

/**
 * What to say of a state: `what` names it, `phase` is how far it is, `todo` what to do about it. `seen` is what the camera's
 * own look says, `auto` whether the photo is taken by itself.
 */
export function told(state, seen, auto) {
  const [what, todo] = wanted(state, seen, auto);
  const count = state.tiles.filter(({ tile }) => tile !== "none").length;
  return { what, phase: t(`camera.phase.${state.phase}`, { count }), todo };
}

function wanted(state, seen, auto) {
  const { phase, missing } = state;
  if (phase === "searching") return plain(seen === "good" ? "frame" : seen);
  if (isReady(state)) return plain(auto ? "taking" : "take");
  const first = missing[0] ?? { code: "few_looks" };
  return first.code in SAID ? plain(SAID[first.code]) : [first.code, missingText(first)];
}

const plain = (what) => [what, t(`camera.${what}`)];

function missingText(missing) {
  const key = `camera.missing.${missing.code}`;
  return has(key) ? t(key, { tiles: numbered(missing.tiles) }) : doubtText(missing);
}

/** The tiles' places over the picture, numbered as in what is missing: children of an SVG of the frame's size. */
export function boxes({ tiles, missing }) {
  const named = new Set(missing.flatMap((one) => one.tiles));
  return tiles.map((one, number) => one.tile !== "none" && box(one, number, named.has(number)));
}

function box({ box: [left, top, right, bottom], seen }, number, isNamed) {
  const [width, height] = [right - left, bottom - top];
  return svg(
    `g.live-box${isNamed ? ".named" : ""}${seen ? "" : ".covered"}`,
    { key: number },
    svg("rect", { x: left, y: top, width, height, rx: width / 10 }),
    svg("text", { x: left + width / 2, y: top - height * 0.06, "font-size": Math.min(width, height) * 0.5 }, String(number + 1)),
  );
}
