// What a view asks of the frame around it.

import { $ } from "./dom.js";

let again = () => {};

/** Put buttons into the bar at the bottom, the main one last. */
export function setActions(actions) {
  $("#actions").replaceChildren(...actions);
  $("#actions").hidden = actions.length === 0;
}

/** Open the view anew that the address names. */
export const reopen = () => again();

/** How a view is opened anew; for the frame alone. */
export const onReopen = (open) => (again = open);
