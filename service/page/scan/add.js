// To add tiles that were not seen, or all of a hand without a photo: single ones and whole sets.

import { button, dialog, el } from "../core/dom.js";
import { choice } from "../core/controls.js";
import { t } from "../core/i18n.js";
import { tileGrid } from "../core/picker.js";
import { face, isFlower, tileName } from "../core/tiles.js";
import { correct, isTyped, reading } from "./state.js";

const SIZE = { width: 90, height: 120 };
const GAP = 1.1;
/** Where each group of a hand without a photo lies, in tiles from above. */
const ROWS = { concealed: 1, winning: 1, meld: 4, flower: 7 };

const SETS = {
  chow: ([rank, family]) => ("mps".includes(family) && rank >= "1" && rank <= "7" ? [0, 1, 2].map((step) => `${Number(rank) + step}${family}`) : null),
  pung: (code) => equal(code, 3),
  kong_exposed: (code) => equal(code, 4),
  kong_added: (code) => equal(code, 4),
  kong_concealed: (code) => equal(code, 4),
};

const equal = (code, count) => (isFlower(code) || code[0] === "0" ? null : Array(count).fill(code));

/** The tiles that a tap stands for when it is to be a set or a single tile; null where there is no such set. */
export const setOf = (target, code) => (target in SETS ? SETS[target](code) : [code]);

/** Let a person pick tiles; resolves with `[{target, codes}]` or null. */
export function pickAdded() {
  const picked = [];
  let target = "concealed";
  return dialog(t("scan.add"), (close) => {
    const line = el("div.picked", { role: "group", "aria-label": t("picker.chosen") });
    const done = button("", () => close(picked), { id: "added" }, "button.main");
    const show = () => {
      line.replaceChildren(...picked.map((each, at) => chip(each, () => take(at))), ...(picked.length ? [] : [el("span.soft", {}, t("picker.nothing"))]));
      done.textContent = t("scan.add.done", { count: picked.reduce((sum, { codes }) => sum + codes.length, 0) });
      done.disabled = picked.length === 0;
    };
    const take = (at) => {
      picked.splice(at, 1);
      show();
      done.focus();
    };
    const add = (code) => {
      const codes = setOf(target, code);
      note.textContent = codes ? "" : t("scan.add.no_set");
      if (codes) picked.push({ target: target === "concealed" && isFlower(code) ? "flower" : target, codes });
      show();
    };
    const note = el("p.small.warn", { role: "status" });
    show();
    const targets = ["concealed", "winning", ...Object.keys(SETS)].map((each) => [each, t(`scan.add.${each}`)]);
    return [
      choice(t("scan.add.as"), targets, target, (value) => (target = value)),
      line,
      note,
      tileGrid(add),
      el("div.dialog-foot.row.end", {}, done),
    ];
  });
}

const chip = ({ codes }, onclick) =>
  el("button.pick.chip", { type: "button", "aria-label": t("picker.remove", { tile: codes.map(tileName).join(", ") }), onclick }, codes.map((code) => face(code, "tile.small")));

/** Send picked tiles, and then what sets they are. */
export async function addTiles(picked) {
  const places = placer(reading());
  const sets = [];
  const corrections = picked.flatMap(({ target, codes }) => {
    const isSet = target in SETS;
    const role = isSet ? "concealed" : target;
    const boxes = codes.map(() => places(isSet ? "meld" : target));
    if (isSet) sets.push({ kind: target, boxes });
    return codes.map((code, at) => ({ action: "add", face: code, role, ...(boxes[at] ? { box: boxes[at] } : {}) }));
  });
  await correct(corrections);
  if (sets.length === 0) return;
  const told = sets.map(({ kind, boxes }) => ({ action: "meld", kind, tiles: boxes.map((box) => at(reading(), box)) }));
  await correct(told, { together: true });
}

const at = ({ tiles }, box) => tiles.findIndex((tile) => box.every((side, n) => Math.abs(side - tile.box[n]) < 0.2));

/** Where tiles are put that were not seen: in rows of their own without a photo, below it with one. */
function placer(now) {
  const below = isTyped() ? 0 : Math.max(now.height, ...now.tiles.map(({ box }) => box[3])) + SIZE.height;
  const taken = now.tiles.map(({ box }) => box);
  return (group) => {
    if (!isTyped() && group !== "meld") return null;
    const top = below + ROWS[group] * SIZE.height;
    const right = Math.max(0, ...taken.filter((box) => Math.abs(box[1] - top) < 1).map((box) => box[2]));
    const left = right + SIZE.width * (group === "winning" ? 2 * GAP : GAP - 1);
    const box = [left, top, left + SIZE.width, top + SIZE.height];
    taken.push(box);
    return box;
  };
}
