// The tables that this phone has been at, a way to one by its code, and to a new one.

import { button, el } from "../core/dom.js";
import { once } from "../core/api.js";
import { called, language, number, t } from "../core/i18n.js";
import { askedCode, readCode } from "./code.js";
import { joinBy, whyNot } from "./joined.js";
import { forget, recentTables } from "./recent.js";

export async function open() {
  const { rules } = await once("/v1/rules").catch(() => ({ rules: [] }));
  const titles = Object.fromEntries(rules.map(({ name, title }) => [name, called(title)]));
  const places = el("div.stack");
  const show = () => places.replaceChildren(...recent(titles, show));
  show();
  const node = el("div.stack.wide", {}, el("h1", { tabindex: -1 }, t("table.tables")), joining(), places);
  return { title: t("table.tables"), node, actions: [el("a.button.main", { href: "#/tables/new" }, t("table.new"))] };
}

export function joining(typed = "", why = "") {
  const problem = el("p.bad.small", { id: "join-problem", role: "alert", hidden: !why }, why);
  const input = el("input.code", {
    id: "join-code",
    name: "code",
    value: typed,
    autocomplete: "off",
    autocapitalize: "characters",
    spellcheck: "false",
    placeholder: "ABCD-EFGH",
    "aria-describedby": "join-help join-problem",
    oninput: ({ target }) => (target.value = readCode(target.value)),
  });
  const refuse = (why) => {
    problem.textContent = why;
    problem.hidden = false;
    input.focus();
  };
  const join = async (event) => {
    event.preventDefault();
    problem.hidden = true;
    const code = askedCode(input.value);
    if (!code) return refuse(t("table.code_short"));
    await joinBy(code).catch((error) => refuse(whyNot(code, error)));
  };
  return el(
    "form.card.stack",
    { onsubmit: join, novalidate: true },
    el("label.field", { for: "join-code" }, el("span", {}, t("table.join_code"))),
    el("div.row.joined", {}, input, el("button", {}, t("table.join"))),
    el("p.small.soft", { id: "join-help" }, t("table.join_help")),
    problem,
  );
}

function recent(titles, again) {
  const tables = recentTables();
  if (!tables.length) return [el("p.empty.soft", {}, t("table.none_yet"))];
  return [el("h2", {}, t("table.recent")), el("ul.stack", {}, tables.map((one) => el("li", {}, place(one, titles, again))))];
}

function place({ id, players, rules, totals, hands, over, at }, titles, again) {
  const best = Math.max(...totals);
  const score = (name, player) =>
    el("span.pair", { "data-best": totals[player] === best && hands > 0 }, el("span", {}, name), el("span.number", {}, number(totals[player])));
  const when = new Intl.DateTimeFormat(language(), { dateStyle: "medium" }).format(at);
  const about = [titles[rules] ?? rules, t(over ? "table.hands_over" : "table.hands", { count: hands }), when].join(" · ");
  const remove = () => {
    forget(id);
    again();
  };
  return el(
    "div.card.place",
    {},
    el("a.place-link", { href: `#/table/${id}` }, el("span.pairs", {}, players.map(score)), el("span.small.soft", {}, about)),
    button("×", remove, { "aria-label": t("table.forget", { players: players.join(", ") }), title: t("table.forget_short") }, "button.icon"),
  );
}
