// To sit down at a table by its code.

import { fail } from "../core/dom.js";
import { t } from "../core/i18n.js";
import { sitAt, visited } from "./recent.js";
import { joinTable } from "./service.js";

/** Join the table with that code and open it. Raises a `Problem`. */
export async function joinBy(code) {
  const state = await joinTable(code);
  visited(state);
  sitAt(state.id);
  location.replace(`#/table/${state.id}`);
}

/** Why that could not be done, in words. */
export const whyNot = (code, error) => (error.status === 404 ? t("table.not_joined", { code }) : fail(error));
