// The first step: a photo, or the tiles by hand.

import { upload } from "../core/api.js";
import { $, button, el, fail, say } from "../core/dom.js";
import { switched } from "../core/controls.js";
import { reopen, setActions } from "../core/frame.js";
import { called, t } from "../core/i18n.js";
import { face } from "../core/tiles.js";
import { asked, forget, how, sitAt, systems, tell } from "./how.js";
import { prepared } from "./photo.js";
import { begin, beginTyped, session } from "./state.js";
import { seatedTable } from "../table/scan.js";
import { isLive, takePhoto } from "../camera/view.js";
import { doubtText } from "./words.js";

let problem = "";

/** Tables that hands are not scored for although this phone sits there. */
const declined = new Set();

/** Play the hand at the table at which this phone sits, unless its owner has declined; gives that table, or null. */
export async function takeSeat() {
  const seated = await seatedTable().catch(() => null);
  sitAt(seated && !declined.has(seated.id) ? seated : null);
  return seated;
}

export async function open({ signal }) {
  const seated = await takeSeat();
  const takes = photoInput({ capture: "environment" }, signal);
  const chosen = photoInput({}, signal);
  const node = el(
    "div.stack.wide.start",
    {},
    hero(),
    problem && el("div.note.bad", { role: "alert" }, problem),
    seated && seatedCard(seated),
    !how.table && (await rulesField()),
    tips(),
    isLive() && button(t("camera.open"), () => live(), { id: "live" }),
    button(t("scan.type"), () => typed(), { id: "type" }, "button.quiet"),
    session.timeline && el("a.button", { href: "#/tiles" }, t("scan.continue")),
    takes,
    chosen,
  );
  problem = "";
  acceptDrops(node, signal);
  const actions = [
    button(t("scan.choose"), () => chosen.click(), { id: "choose" }),
    button(t("scan.take"), () => takes.click(), { id: "take" }, "button.main"),
  ];
  return { title: t("app.scan"), node, actions };
}

const hero = () =>
  el(
    "div.hero",
    {},
    el("div.hero-tiles", { "aria-hidden": "true" }, ["1m", "5p", "1s", "6z", "7z"].map((code) => face(code, "tile.large"))),
    el("h1", { tabindex: -1 }, t("scan.title")),
    el("p", {}, t("scan.lead")),
  );

function seatedCard({ id, players }) {
  const change = (wanted) => {
    wanted ? declined.delete(id) : declined.add(id);
    reopen();
  };
  return el("section.card", {}, switched(t("scan.for_table"), !declined.has(id), change, { note: players.join(" · ") }));
}

const tips = () =>
  el("ul.tips.small.soft", {}, ["apart", "melds", "close"].map((tip) => el("li", {}, t(`scan.tip.${tip}`))));

async function rulesField() {
  const all = await systems();
  if (!all.some(({ name }) => name === how.rules)) tell({ rules: all[0].name });
  const select = el(
    "select",
    { id: "rules", onchange: () => tell({ rules: select.value }) },
    all.map(({ name, title }) => el("option", { value: name }, called(title))),
  );
  select.value = how.rules;
  return el("label.field", {}, el("span", {}, t("scan.rules")), select);
}

function photoInput(properties, signal) {
  const input = el("input", { type: "file", accept: "image/*,.heic,.heif", hidden: true, ...properties });
  input.addEventListener("change", () => input.files[0] && read(input.files[0]), { signal });
  return input;
}

function acceptDrops(node, signal) {
  node.addEventListener("dragover", (event) => event.preventDefault(), { signal });
  const drop = (event) => {
    event.preventDefault();
    const [file] = event.dataTransfer.files;
    if (file) read(file);
  };
  node.addEventListener("drop", drop, { signal });
}

/** Look through the camera, which says what to do before the shutter. */
async function live() {
  const photo = await takePhoto(fields().catch(() => []));
  if (photo) read(photo);
}

async function typed() {
  try {
    await beginTyped();
    location.hash = "#/tiles";
  } catch (error) {
    refuse(error);
  }
}

/** Read a photo: make it smaller, send it, and go on to its tiles. */
export async function read(file) {
  forget();
  const stop = new AbortController();
  const shown = progress(() => stop.abort());
  const stay = location.hash;
  window.addEventListener("hashchange", () => stop.abort(), { once: true });
  try {
    let photo = await prepared(file);
    let answer = await sent(photo, shown, stop.signal);
    if (photo.shrunk && isFar(answer.reading)) {
      photo = await prepared(file, Infinity);
      answer = await sent(photo, shown, stop.signal);
    }
    if (location.hash !== stay) return;
    arrived(answer, photo);
  } catch (error) {
    refuse(error);
  }
}

function arrived(answer, photo) {
  const { tiles, doubts } = answer.reading;
  if (tiles.length === 0) {
    problem = [...doubts.map(doubtText), t("scan.again")].join(" ");
    return reopen();
  }
  begin(answer, photo);
  say(t("scan.found", { count: tiles.length }));
  location.hash = "#/tiles";
}

/** Whether the tiles are so small that the pixels which were left out may help. */
const isFar = ({ doubts }) => doubts.some(({ code }) => code === "tiles_too_small");

async function sent(photo, shown, signal) {
  const form = new FormData();
  form.append("photo", photo.blob, photo.name);
  for (const [key, value] of await fields()) form.append(key, value);
  return upload("/v1/scan", form, { signal, onProgress: shown });
}

/** How the hand is to be read and scored, as fields of a form or an address: pairs, of which some have the same name. */
async function fields() {
  const all = Object.entries(await asked(null));
  return all.flatMap(([key, value]) => (key === "options" || key === "circumstances" ? pairs(value) : [value]).map((each) => [key, each]));
}

const pairs = (values) =>
  Object.entries(values)
    .filter(([, value]) => typeof value !== "object")
    .map(([key, value]) => `${key}=${value}`);

/** Show how far the photo is; gives what is to be called with the share that was sent. */
function progress(cancel) {
  const bar = el("progress", { max: 1, "aria-label": t("scan.sending") });
  const words = el("p", { role: "status" }, t("scan.preparing"));
  $("#main").replaceChildren(
    el("div.stack.card.waiting", {}, el("h1", { tabindex: -1 }, t("scan.reading.title")), words, bar),
  );
  setActions([button(t("app.cancel"), cancel, { id: "cancel" })]);
  $("#main h1").focus();
  return (share) => {
    if (share < 1) bar.value = share;
    else bar.removeAttribute("value");
    words.textContent = share < 1 ? t("scan.sending") : t("scan.reading");
  };
}

function refuse(error) {
  if (error.name !== "AbortError") problem = fail(error);
  reopen();
}
