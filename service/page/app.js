// The phone page: plain ES modules, nothing to build.
//
//   app.js        the frame: which view is open, the two tabs, the language
//   core/         dom.js (elements, dialogs, live regions), address.js (what addresses say), frame.js (the bar of
//                 actions), i18n.js (words), api.js (the
//                 service), history.js (undo), tiles.js (tile faces), picker.js (to choose a tile), controls.js
//                 (steppers, switches, choices), store.js (what is remembered on this phone)
//   i18n/         words, one file for each area: {key: [English, Chinese, Japanese]}
//   scan/         from a photo to the sheet: #/, #/tiles, #/won, #/sheet
//   table/        the evening's table: #/tables, #/tables/new, #/table/<id>, #/table/<id>/hand, #/join=<code>
//   camera/       live view with a guide frame, before the shutter, and what the service makes of it meanwhile
//   pwa/          what lets the page open without a connection
//   css/          base.css (colours, type, controls), tiles.css, scan.css, table.css, phone.css
//   tiles.svg     the tile faces, made by `python -m vision.training.sprite service/page/tiles.svg`
//
// A view is a module with `open({args, signal})`, which gives (or promises) `{title, node, actions?, focus?}`: `node`
// goes into <main>, `actions` (elements, the main one last) into the bar above the tabs. `signal` is aborted when another
// view opens; a change of language opens the view again, so a view keeps what it holds in its module.

import { decoded } from "./core/address.js";
import { during } from "./core/busy.js";
import { $, $$, el, fail } from "./core/dom.js";
import { onReopen, setActions } from "./core/frame.js";
import { LANGUAGES, applyLanguage, language, onLanguage, setLanguage, t } from "./core/i18n.js";
import { register } from "./pwa/register.js";

export { setActions };

const VIEWS = [
  { pattern: /^(tiles|won|sheet)?$/, tab: "scan", load: () => import("./scan/view.js") },
  { pattern: /^tables$/, tab: "tables", load: () => import("./table/list.js") },
  { pattern: /^table\/([^/]+)$/, tab: "tables", load: () => import("./table/view.js") },
  { pattern: /^tables\/new$/, tab: "tables", load: () => import("./table/new.js") },
  { pattern: /^table\/([^/]+)\/hand(?:\/(\d+))?$/, tab: "tables", load: () => import("./table/hand.js") },
  { pattern: /^join[=/]([^/]+)$/, tab: "tables", load: () => import("./table/join.js") },
];

const TABS = [
  ["scan", "#/", "app.scan"],
  ["tables", "#/tables", "app.tables"],
];

let leaving = new AbortController();

/** Show what the address names; `focus` says whether the reader is taken to its heading. */
async function route(focus = true) {
  leaving.abort();
  leaving = new AbortController();
  const { signal } = leaving;
  for (const left of $$("dialog[open]")) left.close();
  const path = location.hash.replace(/^#\/?/, "");
  const view = VIEWS.find(({ pattern }) => pattern.test(path));
  showTabs(view?.tab);
  if (!view) return location.replace("#/");
  const args = path.match(view.pattern).slice(1).map((part) => decoded(part ?? ""));
  try {
    const shown = await during(view.load().then((module) => module.open({ args, signal })));
    if (!signal.aborted) show(shown, focus);
  } catch (error) {
    if (!signal.aborted) show({ title: t("app.failed"), node: el("p.card", {}, fail(error)) }, focus);
  }
}

function show({ title, node, actions = [], focus: wanted }, focus) {
  document.title = `${title} · Hupai`;
  $("#main").replaceChildren(node);
  setActions(actions);
  window.scrollTo(0, 0);
  if (focus) (wanted ?? $("#main h1") ?? $("#main")).focus({ preventScroll: true });
}

function showTabs(current) {
  $("#tabs").replaceChildren(
    ...TABS.map(([name, href, key]) =>
      el(`a.tab.tab-${name}`, { href, "aria-current": name === current ? "page" : null }, el("span", {}, t(key))),
    ),
  );
}

function offerLanguages() {
  const choice = $("#language");
  choice.replaceChildren(...LANGUAGES.map(({ code, name }) => el("option", { value: code, lang: code }, name)));
  choice.value = language();
  choice.addEventListener("change", () => setLanguage(choice.value));
}

function translateFrame() {
  applyLanguage();
  $("#language-label").textContent = t("app.language");
  $("#skip").textContent = t("app.skip");
  $("#actions").setAttribute("aria-label", t("app.actions"));
}

$("#skip").addEventListener("click", (event) => {
  event.preventDefault();
  $("#main").focus();
});
offerLanguages();
translateFrame();
onLanguage(() => {
  translateFrame();
  route(false);
});
window.addEventListener("hashchange", () => route());
onReopen(() => route());
route(false);
register();
