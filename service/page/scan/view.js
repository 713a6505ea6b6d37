// The way from a photo to the sheet, in steps that have addresses of their own, so that "back" works.

import * as sheet from "./sheet.js";
import * as start from "./start.js";
import { resume, session } from "./state.js";
import * as tiles from "./tiles.js";
import * as won from "./won.js";

const STEPS = { "": start, tiles, won, sheet };

/** The step that the address names; the first one while there is no hand. */
export async function open({ args: [step], signal }) {
  if (!session.timeline && resume() && step) await start.takeSeat();
  if (step && !session.timeline) {
    history.replaceState(null, "", "#/");
    return start.open({ signal });
  }
  return STEPS[step].open({ signal });
}
