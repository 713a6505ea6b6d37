// Undo and redo at a table, each telling what it did and the way back.

import { t } from "../core/i18n.js";
import { toast } from "../core/toast.js";
import { actName, howItEnded } from "./told.js";

const OTHER = { undo: "redo", redo: "undo" };

/** Take back what was done last, or bring it back. A second tap while the first one is on its way does nothing more. */
export async function takeBack(at, kind) {
  if (at.waiting.some((act) => act.kind === kind)) return;
  const before = at.state;
  const done = await at.act({ kind });
  if (done !== "stored") return;
  const act = at.state.acts.at(-1);
  const where = kind === "undo" ? before : at.state;
  tell(at, act, where.table, OTHER[kind]);
}

/** Tell that a hand of play was stored, and offer to take it back. */
export const offerUndo = (at) => tell(at, at.state.acts.at(-1), at.state.table, "undo");

/** What was done, with the hand as it ended at `table`, and a button for the way back. */
function tell(at, act, table, way) {
  const hand = table.played[act.number - 1];
  const words = hand ? `${actName(act)}: ${howItEnded(table, hand)}` : actName(act);
  toast(words, { words: t(`app.${way}`), onclick: () => takeBack(at, way) });
}
