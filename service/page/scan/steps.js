import { el } from "../core/dom.js";
import { t } from "../core/i18n.js";

const STEPS = ["tiles", "won", "sheet"];

/** Where one is on the way: three links. */
export function steps(current) {
  return el(
    "nav.steps-bar",
    { "aria-label": t("scan.steps") },
    el(
      "ol",
      {},
      STEPS.map((step, at) =>
        el(
          "li",
          {},
          el(
            "a",
            { href: `#/${step}`, "aria-current": step === current ? "step" : null },
            el("span.step-number", { "aria-hidden": "true" }, String(at + 1)),
            t(`scan.step.${step}`),
          ),
        ),
      ),
    ),
  );
}
