// How other phones come to the table: its code, a link and a QR to hold a camera to.

import { button, el, say } from "../core/dom.js";
import { t } from "../core/i18n.js";
import { path } from "./service.js";

export function sharing(at) {
  const { code, join } = at.state;
  const link = new URL(join, location.origin).href;
  const copied = el("span.small.soft", { role: "status" });
  return el(
    "section.card.stack.sharing",
    { "aria-labelledby": "sharing" },
    el("h2", { id: "sharing" }, t("table.share")),
    el("p.small.soft", {}, t("table.share_help")),
    el("p.join-code", {}, el("span.unseen", {}, t("table.join_code")), " ", el("span", {}, code)),
    el("img.qr", { src: path(at.id, "/qr.svg"), alt: t("table.qr", { code }), width: 200, height: 200 }),
    el("div.row", {}, button(t("table.link"), () => give(link, copied)), copied),
  );
}

/** Hand the link to another app where the phone has such a thing, else to the clipboard. */
async function give(link, copied) {
  if (navigator.share) {
    const shared = await navigator.share({ title: "Hupai", url: link }).then(() => true, (error) => error.name === "AbortError");
    if (shared) return;
  }
  const done = await navigator.clipboard?.writeText(link).then(() => true, () => false);
  copied.textContent = done ? t("table.copied") : link;
  say(copied.textContent);
}
