// How good a frame of the camera is, measured on a few pixels of it: enough to say "move closer" before the shutter.
// The service measures the photo itself, tile by tile, and has the last word.

/** Levels of grey, 0 to 255, of RGBA pixels. */
export function grey({ data, width, height }) {
  const levels = new Uint8Array(width * height);
  for (let at = 0; at < levels.length; at += 1) {
    levels[at] = (data[4 * at] * 77 + data[4 * at + 1] * 150 + data[4 * at + 2] * 29) >> 8;
  }
  return { levels, width, height };
}

/** The level that this share of the pixels does not exceed. */
export function levelAt({ levels }, share) {
  const counts = new Uint32Array(256);
  for (const level of levels) counts[level] += 1;
  let seen = 0;
  for (let level = 0; level < 256; level += 1) {
    seen += counts[level];
    if (seen >= share * levels.length) return level;
  }
  return 255;
}

/** The share of the pixels that are as good as white. */
export const blown = ({ levels }) => levels.reduce((count, level) => count + (level >= WHITE), 0) / levels.length;

/** The variance of the Laplacian against that of the levels: how much of what is seen has sharp edges. */
export function sharpness({ levels, width, height }) {
  const laplacian = [];
  for (let y = 1; y < height - 1; y += 1) {
    for (let x = 1; x < width - 1; x += 1) {
      const at = y * width + x;
      laplacian.push(levels[at - 1] + levels[at + 1] + levels[at - width] + levels[at + width] - 4 * levels[at]);
    }
  }
  const contrast = variance(levels);
  return contrast < FLAT ? 0 : variance(laplacian) / contrast;
}

function variance(values) {
  let sum = 0;
  let squares = 0;
  for (const value of values) {
    sum += value;
    squares += value * value;
  }
  const mean = sum / values.length;
  return squares / values.length - mean * mean;
}

/** How many levels a pixel differs on average from the frame before. */
export function motion(one, other) {
  if (!other || one.levels.length !== other.levels.length) return 0;
  return one.levels.reduce((sum, level, at) => sum + Math.abs(level - other.levels[at]), 0) / one.levels.length;
}

/** The share of the width between the first and the last column that has edges in it: how far the hand reaches. */
export function reach({ levels, width, height }) {
  const busy = Array.from({ length: width - 1 }, (_, x) => {
    let edges = 0;
    for (let y = 0; y < height; y += 1) edges += Math.abs(levels[y * width + x + 1] - levels[y * width + x]) > EDGE;
    return edges / height;
  });
  const first = busy.findIndex((share) => share > BUSY);
  const last = busy.findLastIndex((share) => share > BUSY);
  return first < 0 ? 0 : (last - first + 1) / busy.length;
}

/** What is seen of a frame: `small` is all of the guide frame, made small, `fine` a part of it in its own pixels. */
export const measured = (small, fine, before) => ({
  light: levelAt(small, 0.9),
  blown: blown(small),
  motion: motion(small, before),
  sharpness: sharpness(fine),
  reach: reach(small),
});

const WHITE = 250;
const FLAT = 60;
const EDGE = 22;
const BUSY = 0.08;

/** When a frame is no good; tiles are white, so a tenth of the pixels are bright where there is light. */
const LIMITS = [
  ["dark", ({ light }) => light < 75],
  ["bright", (seen) => seen.blown > 0.35],
  ["blurred", (seen) => seen.motion > 9],
  ["far", (seen) => seen.reach < 0.55],
  ["blurred", (seen) => seen.sharpness < 0.012],
];

/** What to say of a frame: `dark`, `bright`, `blurred`, `far`, or `good`. */
export const advice = (seen) => LIMITS.find(([, broken]) => broken(seen))?.[0] ?? "good";
