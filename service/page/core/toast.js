// A word on what was just done, with a way back; it goes by itself.

import { $, button, el, say } from "./dom.js";

const STAYS = 9000;

/** Show `text` above the actions for a while, where it covers nothing that cannot be scrolled to; `act` is `{words, onclick}` of a button beside it. */
export function toast(text, act = null) {
  document.getElementById("toast")?.remove();
  const gone = () => box.remove();
  const press = () => {
    gone();
    act.onclick();
  };
  const box = el("aside.toast", { id: "toast" }, el("span", {}, text), act && button(act.words, press));
  $(".foot").prepend(box);
  say(text);
  const timer = setTimeout(gone, STAYS);
  box.addEventListener("focusin", () => clearTimeout(timer));
}
