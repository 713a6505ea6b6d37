// A new table: who plays, in which order, by which rules.

import { button, el, fail } from "../core/dom.js";
import { once } from "../core/api.js";
import { called, t } from "../core/i18n.js";
import { choice, switched } from "../core/controls.js";
import { recall, remember } from "../core/store.js";
import { optionChoices, optionWords } from "../core/options.js";
import { field, folded, numberInput, select } from "./fields.js";
import { freshKey } from "./queue.js";
import { visited, sitAt } from "./recent.js";
import { WINDS } from "./seats.js";
import { openTable } from "./service.js";

const DEFAULT_RULES = "mcr";
const MAX_NAME = 40;

let draft = null;

export async function open() {
  const { rules: systems } = await once("/v1/rules");
  draft ??= recalled(systems);
  const form = el("form.stack.wide", { id: "new-table", novalidate: true });
  const problem = el("p.note.bad", { hidden: true, role: "alert" });
  const start = el("button.main", { type: "submit", form: "new-table" }, t("table.start"));
  const placed = { count: 0, node: null };
  const again = () => {
    placed.count = 0;
    show();
  };
  const show = async (focus) => {
    const rules = await once(`/v1/rules/${encodeURIComponent(draft.rules)}`);
    if (draft.rules !== rules.name) return;
    if (placed.count !== draft.count) Object.assign(placed, { count: draft.count, node: seats(again) });
    form.replaceChildren(...parts(systems, rules, show, placed.node));
    if (focus) form.querySelector(`[name="${focus}"]`)?.focus();
  };
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    begin(start, problem);
  });
  await show();
  const node = el("div.stack.wide", {}, el("h1", { tabindex: -1 }, t("table.new")), form, problem);
  return { title: t("table.new"), node, actions: [el("a.button", { href: "#/tables" }, t("app.cancel")), start] };
}

/** What was chosen the last time on this phone. */
function recalled(systems) {
  const kept = recall("new_table") ?? {};
  const rules = systems.some(({ name }) => name === kept.rules) ? kept.rules : DEFAULT_RULES;
  const names = Array.isArray(kept.names) && kept.names.length === 4 ? kept.names : ["", "", "", ""];
  return { rules, names, count: 4, options: kept.rules === rules ? (kept.options ?? {}) : {}, game: {} };
}

function parts(systems, rules, show, placed) {
  const choices = systems.map(({ name, title }) => [name, called(title)]);
  const choose = (name) => {
    draft = { ...draft, rules: name, options: {}, game: {}, count: 4 };
    show("rules");
  };
  const three = rules.asks.some(({ field: asked }) => asked === "players");
  return [
    field(t("table.rules"), select(choices, draft.rules, choose, { name: "rules" })),
    three && choice(t("table.how_many"), [[4, "4"], [3, "3"]], draft.count, (count) => ((draft.count = count), (draft.game = {}), show())),
    placed,
    gameOf(rules),
    optionsOf(rules, show),
  ].filter(Boolean);
}

/** The names; they stay as they are while other rules are chosen. */
function seats(again) {
  const name = (player) =>
    el(
      "label.seat",
      {},
      el("span.wind", { lang: "zh" }, t(`seat.${WINDS[player]}`)),
      el("span.unseen", {}, t("table.player_at", { wind: t(`seat.${WINDS[player]}`) })),
      el("input", {
        name: `player-${player}`,
        value: draft.names[player],
        maxlength: MAX_NAME,
        autocomplete: "off",
        placeholder: t("table.player_n", { n: player + 1 }),
        oninput: ({ target }) => (draft.names[player] = target.value),
      }),
    );
  const shuffle = () => {
    const names = draft.names.slice(0, draft.count);
    for (let last = names.length - 1; last > 0; last -= 1) {
      const other = Math.floor(Math.random() * (last + 1));
      [names[last], names[other]] = [names[other], names[last]];
    }
    draft.names = [...names, ...draft.names.slice(draft.count)];
    again();
  };
  return el(
    "fieldset.stack",
    {},
    el("legend.legend", {}, t("table.players")),
    el("p.small.soft", {}, t("table.players_help")),
    Array.from({ length: draft.count }, (_, player) => name(player)),
    el("div", {}, button(t("table.shuffle"), shuffle)),
  );
}

const GAME = ["start", "rounds", "hands", "target", "bust", "last_dealer_stops"];

/** How long the game goes on: the usual game of the rules, unless something else is told. */
function gameOf(rules) {
  const three = draft.count === 3;
  const set = (key) => (value) => {
    draft.game = { ...draft.game, [key]: value };
    if (value === null) delete draft.game[key];
  };
  const control = (key) => {
    const usual = three ? null : rules.game[key];
    const told = draft.game[key];
    if (typeof rules.game[key] === "boolean") return switched(t(`game.${key}`), told ?? usual ?? false, set(key));
    return field(t(`game.${key}`), numberInput(told ?? usual, set(key), { min: 0, placeholder: t("game.usual") }), t(`game.${key}_help`));
  };
  return folded(t("table.game"), false, GAME.map(control));
}

function optionsOf(rules, show) {
  if (!rules.options.length) return null;
  const changed = Object.keys(draft.options).length;
  const words = changed ? t("table.options_changed", { count: changed }) : t("table.options");
  const reset = changed > 0 && el("div", {}, button(t("table.options_reset"), () => ((draft.options = {}), show())));
  return folded(words, false, el("p.small.soft", {}, t("table.options_help")), reset, rules.options.map((one) => option(one, rules)));
}

function option(one, rules) {
  const { name, default: usual } = one;
  const set = (value) => {
    if (value === null || String(value) === String(usual)) delete draft.options[name];
    else draft.options[name] = String(value);
  };
  const told = draft.options[name];
  const { words: label, lang } = optionWords(one, rules);
  if (typeof usual === "boolean") {
    return switched(label, told === undefined ? usual : told === "true", set, { lang });
  }
  const choices = optionChoices(one, rules);
  const control = choices.length > 1 ? select(choices, told ?? usual, set) : textOrNumber(told ?? usual, usual, set);
  return el("div", { lang }, field(label, control));
}

function textOrNumber(value, usual, set) {
  if (typeof usual === "number") return numberInput(value, set, { min: 0 });
  return el("input", { value, autocomplete: "off", onchange: ({ target }) => set(target.value || null) });
}

/** The names as told, or the numbers of those who have none. */
const names = () =>
  draft.names.slice(0, draft.count).map((name, player) => name.trim() || t("table.player_short", { n: player + 1 }));

/** Where a table is noted that was asked for, until it is there. */
const ASKED = "table_asked";

/** The key of what is asked: the same for the same, also after a lost answer and a reload, until the table is there. */
function keyOf(asked) {
  const text = JSON.stringify(asked);
  const before = recall(ASKED, "tab");
  if (before?.text === text) return before.key;
  const key = freshKey();
  remember(ASKED, { text, key }, "tab");
  return key;
}

async function begin(start, problem) {
  start.disabled = true;
  problem.hidden = true;
  try {
    const { rules, options, game } = draft;
    const asked = { rules, options, game, players: names() };
    const state = await openTable(asked, keyOf(asked));
    remember(ASKED, null, "tab");
    remember("new_table", { rules, options, names: draft.names });
    draft = null;
    visited(state);
    sitAt(state.id);
    location.hash = `#/table/${state.id}`;
  } catch (error) {
    problem.textContent = fail(error);
    problem.hidden = false;
    problem.scrollIntoView({ block: "center" });
  } finally {
    start.disabled = false;
  }
}
