// Elements, dialogs and what is said to screen readers. Nothing here writes HTML from text.

import { t } from "./i18n.js";
import { Problem, problemText } from "./api.js";

export const $ = (selector, within = document) => within.querySelector(selector);
export const $$ = (selector, within = document) => [...within.querySelectorAll(selector)];

const SVG = "http://www.w3.org/2000/svg";

/** What a node is known by among its siblings, its listeners by type, and the state of one that looks after itself. */
const KEY = Symbol("key");
const LISTENERS = Symbol("listeners");
const STATE = Symbol("state");

/**
 * An element: `el("button.main", {type: "button", onclick}, "Go")`. A property that is null or false is left out, true
 * is an empty attribute, `on...` a listener, `data` an object of data attributes, `key` what `patch` knows it by. Children
 * that are null are left out.
 */
export function el(name, properties = {}, ...children) {
  const [tag, ...classes] = name.split(".");
  return filled(document.createElement(tag || "div"), classes, properties, children);
}

/** The same for SVG. */
export function svg(name, properties = {}, ...children) {
  const [tag, ...classes] = name.split(".");
  return filled(document.createElementNS(SVG, tag), classes, properties, children);
}

function filled(node, classes, properties, children) {
  node.classList.add(...classes);
  for (const [key, value] of Object.entries(properties ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith("on")) listen(node, key.slice(2), value);
    else if (key === "key") node[KEY] = value;
    else if (key === "data") Object.assign(node.dataset, value);
    else if (key === "value" && "value" in node) node.value = value;
    else node.setAttribute(key, value === true ? "" : value);
  }
  node.append(...present(children));
  return node;
}

const present = (children) => children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false);

/** One listener of a type for a node, which `patch` can put another in the place of. */
function listen(node, type, listener) {
  node[LISTENERS] ??= new Map();
  if (!node[LISTENERS].has(type)) node.addEventListener(type, (event) => node[LISTENERS].get(type)?.call(node, event));
  node[LISTENERS].set(type, listener);
}

// What is drawn anew ---------------------------------------------------------------------------------------------------

/**
 * Make `place` hold `children`, changing what is there already instead of putting new nodes in its place: what is being
 * tapped, typed into or read aloud stays what it is. Listeners go over to what stays, so they ask the event for its target
 * and hold on to no element of their own.
 */
export function patch(place, ...children) {
  const wanted = present(children).map((child) => (child instanceof Node ? child : document.createTextNode(child)));
  const left = [...place.childNodes];
  const pairs = wanted.map((node) => {
    const at = left.findIndex((one) => isSame(one, node));
    return at < 0 ? node : updated(left.splice(at, 1)[0], node);
  });
  for (const node of left) node.remove();
  let next = place.firstChild;
  for (const node of pairs) {
    if (node === next) next = next.nextSibling;
    else place.insertBefore(node, next);
  }
}

/** For an element that looks after what is in it: `patch` leaves it alone until it is made with another `state`. */
export function selfKept(node, state) {
  node[STATE] = JSON.stringify(state);
  return node;
}

/** Whether one node may become the other. */
const isSame = (one, other) =>
  one.nodeName === other.nodeName && one.type === other.type && one[KEY] === other[KEY] && one.dataset?.part === other.dataset?.part && one[STATE] === other[STATE];

function updated(node, wanted) {
  if (node.nodeType !== Node.ELEMENT_NODE) {
    if (node.nodeValue !== wanted.nodeValue) node.nodeValue = wanted.nodeValue;
    return node;
  }
  if (node[STATE] !== undefined) return node;
  for (const { name } of [...node.attributes]) if (!wanted.hasAttribute(name)) node.removeAttribute(name);
  for (const { name, value } of wanted.attributes) if (node.getAttribute(name) !== value) node.setAttribute(name, value);
  for (const type of node[LISTENERS]?.keys() ?? []) if (!wanted[LISTENERS]?.has(type)) node[LISTENERS].delete(type);
  for (const [type, listener] of wanted[LISTENERS] ?? []) listen(node, type, listener);
  patch(node, ...wanted.childNodes);
  told(node, wanted);
  return node;
}

/** What a control holds; what is just being typed stays. */
function told(node, wanted) {
  if (node.matches("input[type=checkbox], input[type=radio]")) node.checked = wanted.checked;
  else if (node.matches("input, select, textarea") && node !== document.activeElement && node.value !== wanted.value) node.value = wanted.value;
}

/** A button with words. */
export function button(words, onclick, properties = {}, name = "button") {
  return el(name, { type: "button", onclick, ...properties }, words);
}

/** Say something to a screen reader, and nothing to the eye. */
export function say(text) {
  $("#alert").textContent = "";
  const place = $("#status");
  place.textContent = "";
  setTimeout(() => (place.textContent = text), 50);
}

/** What went wrong as text for people, in their language; said at once to a screen reader too. */
export function fail(error) {
  const text = error instanceof Problem ? problemText(error) : t("error.unexpected");
  if (!(error instanceof Problem)) console.error(error);
  $("#alert").textContent = text;
  return text;
}

/**
 * A dialog that closes with Escape, its button, or a tap beside it; focus returns to where it was. `fill(close)` gives
 * its content. Resolves with what `close` was called with, or null.
 */
export function dialog(title, fill, { name = "sheet" } = {}) {
  return new Promise((resolve) => {
    const before = document.activeElement;
    let answer = null;
    const close = (value = null) => {
      answer = value;
      box.close();
    };
    const label = `dialog-${dialog.count++}`;
    const head = el(
      "div.dialog-head",
      {},
      el("h2", { id: label, tabindex: -1 }, title),
      button("×", () => close(), { "aria-label": t("app.close"), title: t("app.close") }, "button.icon"),
    );
    const box = el(`dialog.${name}`, { "aria-labelledby": label }, head);
    box.append(...[fill(close)].flat());
    box.addEventListener("click", (event) => event.target === box && close());
    box.addEventListener("close", () => {
      box.remove();
      before?.focus?.({ preventScroll: true });
      resolve(answer);
    });
    document.body.append(box);
    box.showModal();
    ($("[autofocus]", box) ?? $("h2", box)).focus();
  });
}
dialog.count = 0;

/** Ask yes or no; resolves with true or false. */
export function confirmed(question, yes = t("app.yes")) {
  const fill = (close) =>
    el(
      "div.row.end",
      {},
      button(t("app.no"), () => close(false), { autofocus: true }),
      button(yes, () => close(true), {}, "button.main"),
    );
  return dialog(question, fill).then(Boolean);
}
