// From a join code in the address, as the QR has it, to the table.

import { el } from "../core/dom.js";
import { t } from "../core/i18n.js";
import { joinBy, whyNot } from "./joined.js";
import { joining } from "./list.js";

export async function open({ args: [code] }) {
  try {
    await joinBy(code);
    return { title: t("table.table"), node: el("p", { tabindex: -1 }, t("table.joining")) };
  } catch (error) {
    const node = el("div.stack", {}, el("h1", { tabindex: -1 }, t("table.join")), joining(code, whyNot(code, error)), el("div", {}, el("a.button", { href: "#/tables" }, t("table.tables"))));
    return { title: t("table.join"), node };
  }
}
