// From a join code, as typed or as the QR has it, to the table.

import { el, fail } from "../core/dom.js";
import { t } from "../core/i18n.js";
import { visited, sitAt } from "./recent.js";
import { joinTable } from "./service.js";

export async function open({ args: [code] }) {
  try {
    const state = await joinTable(code);
    visited(state);
    sitAt(state.id);
    location.replace(`#/table/${state.id}`);
    return { title: t("table.table"), node: el("p", { tabindex: -1 }, t("table.joining")) };
  } catch (error) {
    return { title: t("table.join"), node: refused(code, fail(error)) };
  }
}

function refused(code, why) {
  return el(
    "div.stack",
    {},
    el("h1", { tabindex: -1 }, t("table.join")),
    el("p.note.bad", {}, t("table.not_joined", { code }), " ", why),
    el("div", {}, el("a.button", { href: "#/tables" }, t("table.tables"))),
  );
}
