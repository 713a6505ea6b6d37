// Controls for answers. Each is an element with a label of its own and calls `onchange(value)`.

import { button, el, selfKept } from "./dom.js";
import { t } from "./i18n.js";

let names = 0;

/** Yes or no. */
export function switched(label, value, onchange, { note, lang } = {}) {
  const box = el("input", { type: "checkbox", role: "switch", checked: value, onchange: ({ target }) => onchange(target.checked) });
  box.checked = value;
  return el("label.switch", {}, el("span", { lang }, label, note && el("small.soft", {}, note)), box);
}

/** One of a few: `options` are `[value, words]`. */
export function choice(label, options, value, onchange, { lang, name: look = "choices" } = {}) {
  const name = `choice-${names++}`;
  return el(
    "fieldset.stack.tight",
    {},
    el("legend", { lang }, label),
    el(
      `div.${look}`,
      {},
      options.map(([each, words]) => {
        const radio = el("input", { type: "radio", name, value: String(each), onchange: () => onchange(each) });
        radio.checked = each === value;
        return el("label.choice", { key: each }, radio, el("span", {}, words));
      }),
    ),
  );
}

/** Any of a few: `value` is a list; those in `locked` stay as they are. */
export function choicesOf(label, options, value, onchange, { locked = [] } = {}) {
  const chosen = new Set(value);
  return el(
    "fieldset.stack.tight",
    {},
    el("legend", {}, label),
    el(
      "div.choices",
      {},
      options.map(([each, words]) => {
        const change = ({ target }) => {
          target.checked ? chosen.add(each) : chosen.delete(each);
          onchange(options.map(([one]) => one).filter((one) => chosen.has(one)));
        };
        const box = el("input", { type: "checkbox", value: String(each), disabled: locked.includes(each), onchange: change });
        box.checked = chosen.has(each);
        return el("label.choice", { key: each }, box, el("span", {}, words));
      }),
    ),
  );
}

/** A whole number with a button to each side. */
export function stepper(label, value, onchange, { least = 0, most = 99, lang } = {}) {
  let now = value;
  const id = `stepper-${names++}`;
  const field = el("input.number", { id, type: "number", inputmode: "numeric", min: least, max: most, value: now });
  const less = button("−", () => set(now - 1), { "aria-label": t("control.less", { label }) }, "button.step");
  const more = button("+", () => set(now + 1), { "aria-label": t("control.more", { label }) }, "button.step");
  const limit = () => {
    less.disabled = now <= least;
    more.disabled = now >= most;
  };
  const set = (wanted) => {
    now = Math.min(most, Math.max(least, Number.isFinite(wanted) ? Math.round(wanted) : now));
    field.value = now;
    took();
  };
  const took = () => {
    limit();
    selfKept(node, state());
    onchange(now);
  };
  const typed = () => {
    const told = Number.parseInt(field.value, 10);
    if (!(told >= least && told <= most)) return;
    now = told;
    took();
  };
  const state = () => [label, least, most, now];
  field.addEventListener("input", typed);
  field.addEventListener("change", () => set(Number.parseInt(field.value, 10)));
  limit();
  const node = selfKept(el("div.stepper", {}, el("label", { for: id, lang }, label), el("span.steps", {}, less, field, more)), state());
  return node;
}
