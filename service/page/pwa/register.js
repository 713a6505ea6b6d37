// The page as an app: it opens without a connection, and says so when a newer one is there.

import { button, el } from "../core/dom.js";
import { t } from "../core/i18n.js";

/** Let the worker look after the page, where the browser has such a thing: over HTTPS, and on this machine. */
export async function register() {
  const workers = navigator.serviceWorker;
  if (!workers) return;
  const isFirst = !workers.controller;
  workers.addEventListener("controllerchange", () => isFirst || location.reload());
  try {
    const registration = await workers.register("/sw.js");
    if (registration.waiting) offer(registration.waiting);
    registration.addEventListener("updatefound", () => watch(registration.installing));
  } catch {
    // Without it the page is as it was, and needs a connection to open.
  }
}

function watch(worker) {
  worker?.addEventListener("statechange", () => {
    if (worker.state === "installed" && navigator.serviceWorker.controller) offer(worker);
  });
}

/** A newer page is there: load it when its reader wants to. */
function offer(worker) {
  document.getElementById("newer")?.remove();
  const take = button(t("pwa.load"), () => worker.postMessage("take over"), {}, "button.main");
  document.body.append(el("aside.newer", { id: "newer", role: "status", "aria-label": t("pwa.newer") }, el("span", {}, t("pwa.newer")), take));
}
