import { el } from "../core/dom.js";
import { t } from "../core/i18n.js";

/** The way from a photo to the sheet. */
export function open() {
  return { title: t("app.scan"), node: el("h1", { tabindex: -1 }, t("app.scan")) };
}
