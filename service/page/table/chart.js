// The running totals as a small chart: a line for each player, told apart by colour and by dash.

import { svg } from "../core/dom.js";

const WIDTH = 340;
const HEIGHT = 150;
const PAD = { left: 52, right: 12, top: 10, bottom: 18 };
const STEPS = 4;

/** Round numbers that span `low` to `high`, about `count` of them: `ticks(-13, 40)` is [-20, 0, 20, 40]. */
export function ticks(low, high, count = STEPS) {
  const rough = Math.max(high - low, 1) / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((times) => Math.max(1, times * power)).find((size) => size >= rough);
  const first = Math.floor(low / step) * step;
  const last = Math.max(Math.ceil(high / step) * step, first + step);
  return Array.from({ length: Math.round((last - first) / step) + 1 }, (_, index) => first + index * step);
}

/** Where the points of each player lie: for every player a list of `[x, y]`, within the drawing. */
export function points(rows, levels) {
  const [low, high] = [levels[0], levels.at(-1)];
  const across = (WIDTH - PAD.left - PAD.right) / Math.max(rows.length - 1, 1);
  const down = (HEIGHT - PAD.top - PAD.bottom) / (high - low);
  return rows[0].map((_, player) =>
    rows.map((row, index) => [PAD.left + index * across, PAD.top + (high - row[player]) * down].map((one) => Math.round(one * 10) / 10)),
  );
}

/** The chart of `rows`, what each player had at the start and after every hand; `label` says it in words. */
export function chart(rows, label, write = String) {
  const levels = ticks(Math.min(...rows.flat()), Math.max(...rows.flat()));
  const lines = points(rows, levels);
  return svg(
    "svg.chart",
    { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": label },
    levels.map((level) => grid(level, levels, write)),
    lines.map((line, player) => svg(`polyline.line.player-${player}`, { points: line.map((one) => one.join(",")).join(" ") })),
    lines.map((line, player) => svg(`circle.end.player-${player}`, { cx: line.at(-1)[0], cy: line.at(-1)[1], r: 4 })),
  );
}

function grid(level, levels, write) {
  const [low, high] = [levels[0], levels.at(-1)];
  const y = PAD.top + ((high - level) / (high - low)) * (HEIGHT - PAD.top - PAD.bottom);
  return [
    svg(`line.grid${level === 0 ? ".zero" : ""}`, { x1: PAD.left, x2: WIDTH - PAD.right, y1: y, y2: y }),
    svg("text.level", { x: PAD.left - 6, y: y + 3.5, "text-anchor": "end" }, write(level)),
  ];
}
