// The second step: the photo and its tiles, to be checked and put right.

import { $, $$, button, confirmed, dialog, el, fail, say } from "../core/dom.js";
import { setActions } from "../core/frame.js";
import { number as written, t } from "../core/i18n.js";
import { face, tileName } from "../core/tiles.js";
import { during as slow } from "../core/busy.js";
import { tileGrid } from "../core/picker.js";
import { addTiles, pickAdded } from "./add.js";
import { checks } from "./checks.js";
import { draggable } from "./drag.js";
import { groups } from "./groups.js";
import { kindOf, meldMenu, tileMenu } from "./menu.js";
import { kindsFor } from "./notation.js";
import { picture } from "./picture.js";
import { untold } from "./how.js";
import { answer, correct, isTyped, keep, reading, refresh, reset, session } from "./state.js";
import { steps } from "./steps.js";
import { reasonText } from "./words.js";

let view = null;
let busy = false;

export async function open() {
  session.selecting = null;
  const problem = await refresh().then(() => null, (error) => error);
  view = el("div.check-view");
  fill();
  if (problem) trouble(fail(problem));
  return { title: t("scan.step.tiles"), node: view, actions: actions() };
}

function fill() {
  const { reading: now } = answer();
  const laid = groups(now, { tile: pressTile, meld: pressMeld, win: chooseWinner, selected: session.selecting });
  draggable(laid, dropped);
  view.replaceChildren(
    steps("tiles"),
    el("h1", { tabindex: -1 }, t(isTyped() ? "scan.typed.title" : "scan.tiles.title")),
    el(
      "div.columns",
      {},
      session.photo && el("div.column.photo-column", {}, picture(now, session.photo, pressTile)),
      el("div.column.stack", {}, checks(answer(), session.photo, { correct: act, pick: pressTile }), laid, summary(answer()), tools()),
    ),
    el("p.note.bad", { id: "trouble", hidden: true }),
  );
}

/** How many tiles there are and what they are worth. */
function summary(now) {
  return el("p.summary", { id: "summary", data: { hand: now.reading.hand } }, summaryText(now));
}

function summaryText({ reading: now, sheet, reason }) {
  const counted = now.tiles.filter(({ role }) => role === "concealed" || role === "winning").length + 3 * now.melds.length;
  const tiles = t("scan.count", { count: counted });
  if (sheet && untold()) return tiles;
  if (sheet) return `${tiles} · ${t("scan.points", { points: written(sheet.points) })}`;
  return reason && counted ? `${tiles} · ${reasonText(reason)}` : tiles;
}

const tools = () =>
  el(
    "div.tools",
    {},
    button(t("scan.add"), add, { id: "add", data: { focus: "add" } }),
    button(t("scan.set"), () => select(), { id: "set", data: { focus: "set" } }),
    button(t("app.redo"), () => go("redo"), { id: "redo", disabled: !session.timeline.canRedo, data: { focus: "redo" } }),
    button(t("scan.reset"), startOver, { id: "reset", disabled: !session.timeline.canUndo, data: { focus: "reset" } }),
  );

function actions() {
  if (session.selecting) {
    const count = session.selecting.size;
    return [
      button(t("app.cancel"), () => select(null)),
      button(t("scan.set.make", { count }), makeSet, { id: "make-set", disabled: count < 3 }, "button.main"),
    ];
  }
  return [
    button(t("app.undo"), () => go("undo"), { id: "undo", disabled: !session.timeline.canUndo, data: { focus: "undo" } }),
    button(t("scan.next"), () => (location.hash = "#/won"), { id: "next", disabled: reading().tiles.every(({ role }) => role === "other") }, "button.main"),
  ];
}

// What people do ------------------------------------------------------------------------------------------------------

/** Do something that changes the reading, once at a time; keep the focus where it was. */
async function during(work, focus = document.activeElement?.dataset.focus) {
  if (busy) return;
  busy = true;
  view.setAttribute("aria-busy", "true");
  try {
    await slow(work());
    shown(focus);
    say(summaryText(answer()));
  } catch (error) {
    $("#trouble", view).hidden = false;
    $("#trouble", view).textContent = fail(error);
  } finally {
    busy = false;
    view.removeAttribute("aria-busy");
  }
}

function shown(focus) {
  fill();
  setActions(actions());
  const places = $$("[data-focus]").filter((place) => place.dataset.focus === focus && !place.disabled);
  (places[0] ?? $("[data-tile]", view) ?? $("h1", view)).focus({ preventScroll: true });
}

const act = (corrections, focus) => during(() => correct(corrections), focus);

async function pressTile(number) {
  if (session.selecting) return toggle(number);
  const told = await tileMenu(reading(), session.photo, number);
  if (!told) return;
  if ("select" in told) return select(told.select);
  act(told, `tile-${number}`);
}

async function pressMeld(index) {
  const meld = reading().melds[index];
  const told = await meldMenu(reading(), meld);
  if (!told) return;
  const focus = `meld-${index}`;
  if (told.none) return act(meld.tiles.map((tile) => ({ action: "move", tile, role: "concealed" })), focus);
  if (told.fourth) return during(() => withFourth(meld, told.kind), focus);
  act([{ action: "meld", tiles: meld.tiles, kind: told.kind }], focus);
}

/** A pung becomes a kong whose fourth tile was not seen. */
async function withFourth({ tiles }, kind) {
  const before = reading();
  const [, top, right, bottom] = before.tiles[tiles.at(-1)].box;
  const width = right - before.tiles[tiles.at(-1)].box[0];
  const box = [right + 1, top, right + 1 + width, bottom].map((side) => Math.round(side * 10) / 10);
  await correct([{ action: "add", face: before.tiles[tiles[0]].tile, box, role: "concealed" }]);
  const places = [...tiles.map((number) => before.tiles[number].box), box];
  const found = places.map((place) => reading().tiles.findIndex((tile) => tile.box.every((side, n) => Math.abs(side - place[n]) < 0.2)));
  await correct([{ action: "meld", tiles: found, kind }], { together: true });
}

async function chooseWinner() {
  const numbers = reading().tiles.flatMap(({ role }, number) => (role === "concealed" ? [number] : []));
  const told = await dialog(t("scan.mark_win"), (close) => [
    numbers.length > 0 && el(
      "div.answers",
      {},
      numbers.map((each) => {
        const code = reading().tiles[each].tile;
        return el("button.pick", { type: "button", "aria-label": tileName(code), data: { face: code }, onclick: () => close({ action: "win", tile: each }) }, face(code));
      }),
    ),
    el("h3.menu-title", {}, t("scan.win_unseen")),
    tileGrid((code) => close({ action: "add", face: code, role: "winning" })),
  ].filter(Boolean));
  if (told) act([told], "add");
}

async function add() {
  const picked = await pickAdded();
  if (picked?.length) during(() => addTiles(picked), "add");
}

function select(first) {
  session.selecting = first === null ? null : new Set(first === undefined ? [] : [first]);
  shown(first === undefined || first === null ? "set" : `tile-${first}`);
  if (session.selecting) say(t("scan.set.how"));
}

function toggle(number) {
  const { selecting } = session;
  if (!selecting.delete(number)) selecting.add(number);
  shown(`tile-${number}`);
}

async function makeSet() {
  const tiles = [...session.selecting].sort((a, b) => a - b);
  const kind = await kindOf(tiles.map((number) => reading().tiles[number].tile));
  if (!kind) return trouble(t("scan.set.none"));
  session.selecting = null;
  await act([{ action: "meld", tiles, kind }], "set");
}

function trouble(text) {
  $("#trouble", view).hidden = false;
  $("#trouble", view).textContent = text;
  say(text);
}

function go(way) {
  session.timeline[way]();
  keep();
  shown(way);
  say(summaryText(answer()));
}

async function startOver() {
  if (await confirmed(t("scan.reset.sure"), t("scan.reset"))) during(reset, "undo");
}

async function dropped(number, zone) {
  if (zone === "winning") return act([{ action: "win", tile: number }]);
  if (zone === "melds") return select(number);
  if (!zone.startsWith("meld:")) return act([{ action: "move", tile: number, role: zone }]);
  const meld = reading().melds[Number(zone.slice(5))];
  const tiles = [...meld.tiles, number];
  const faces = tiles.map((each) => reading().tiles[each].tile);
  if (kindsFor(faces).length === 0) return trouble(t("scan.set.none"));
  const kind = await kindOf(faces);
  if (kind) act([{ action: "meld", tiles, kind }]);
}
