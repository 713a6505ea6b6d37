// Controls that several views of a table share, beside those of core/controls.js.

import { el } from "../core/dom.js";

let count = 0;
const fresh = (name) => `${name}-${count++}`;

/** A control with its words above, and a hint below that belongs to it. */
export function field(words, control, hint = null) {
  const id = hint ? fresh("hint") : null;
  if (hint) control.setAttribute("aria-describedby", id);
  return el("div.stack.tight", {}, el("label.field", {}, el("span", {}, words), control), hint && el("p.small.soft", { id }, hint));
}

/** One of a list of `[value, words]`. */
export function select(choices, value, onchange, properties = {}) {
  const options = choices.map(([one, words]) => el("option", { value: one, selected: String(one) === String(value) }, words));
  return el("select", { onchange: ({ target }) => onchange(target.value), ...properties }, options);
}

/** A whole number, told with every digit. */
export function numberInput(value, onchange, properties = {}) {
  const read = ({ target }) => target.validity.valid && onchange(target.value === "" ? null : Number(target.value));
  return el("input.count", { type: "number", inputmode: "numeric", step: 1, value: value ?? "", oninput: read, ...properties });
}

/** Something that is folded away. */
export function folded(words, open, ...children) {
  return foldedBy(words, { open }, ...children);
}

/** The same with properties of its own. */
export function foldedBy(words, properties, ...children) {
  return el("details.fold", properties, el("summary", {}, words), el("div.stack", {}, children));
}

/** A control with a name of its own. */
export function part(name, control) {
  control.dataset.part = name;
  return control;
}
