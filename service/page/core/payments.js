// Who pays whom, drawn as the seats lie round the table.

import { el, svg } from "./dom.js";
import { number, t } from "./i18n.js";

/** Where each seat lies, east at the foot and the others in the order of play. */
const AT = { east: [50, 84], south: [84, 50], west: [50, 16], north: [16, 50] };

/**
 * The table with what each seat gets or pays. `payments` by seat; `marks(seat)` are words below a name, `names` what
 * people are called, by seat.
 */
export function paymentTable(payments, { marks = () => [], names = {}, seats = Object.keys(AT) } = {}) {
  const flows = transfers(payments, seats);
  return el(
    "figure.payments",
    { "aria-label": t("pay.title") },
    el(
      "div.pay-table",
      {},
      svg("svg.pay-flows", { viewBox: "0 0 100 100", "aria-hidden": "true" }, arrowHead(), flows.map(arrow)),
      seats.map((seat) => seatCard(seat, payments[seat], names[seat], marks(seat))),
    ),
    el("figcaption", {}, flows.length ? el("ul.pay-list", {}, flows.map((flow) => payLine(flow, names))) : t("pay.nothing")),
  );
}

const nameOf = (seat, names) => names[seat] ?? t(`seat.${seat}`);

const payLine = ({ from, to, points }, names) =>
  el("li", {}, el("span", {}, t("pay.line", { from: nameOf(from, names), to: nameOf(to, names) })), el("strong.number", {}, number(points)));

function seatCard(seat, points, name, marks) {
  const way = points > 0 ? "gets" : points < 0 ? "pays" : "even";
  return el(
    `div.pay-seat.pay-${seat}.${way}`,
    { data: { seat, points } },
    el("span.pay-name", {}, name ? [el("span.wind", {}, t(`seat.${seat}`)), name] : t(`seat.${seat}`)),
    el("strong.number", {}, number(points, true)),
    marks.length > 0 && el("small", {}, marks.join(" · ")),
  );
}

/** Whole points from those who pay to those who get, as few transfers as the order of seats gives. */
export function transfers(payments, seats = Object.keys(AT)) {
  const owed = seats.map((seat) => [seat, -payments[seat]]).filter(([, points]) => points > 0);
  const due = seats.map((seat) => [seat, payments[seat]]).filter(([, points]) => points > 0);
  const flows = [];
  for (const [to, wanted] of due) {
    let left = wanted;
    for (const payer of owed) {
      const points = Math.min(left, payer[1]);
      if (points > 0) flows.push({ from: payer[0], to, points });
      payer[1] -= points;
      left -= points;
    }
  }
  return flows;
}

/** The steps from a hand's value to what each payer owes, a line for each; `nameOf(seat)` is what a seat is called. */
export const shareLines = ({ shares = [] }, nameOf) =>
  shares.filter(({ steps, payer }) => steps.length || payer).map((share) => {
    const steps = share.steps.map(({ key, number: by, adds }) => `${adds ? "+" : "×"} ${number(by)} (${t(`pay.step.${key}`)})`);
    const told = { seat: nameOf(share.seat), steps: [number(share.value), ...steps].join(" "), points: number(share.points) };
    return share.payer ? t("pay.share_for", { ...told, payer: nameOf(share.payer) }) : t("pay.share", told);
  });

const arrowHead = () =>
  svg(
    "defs",
    {},
    svg("marker", { id: "pay-head", viewBox: "0 0 10 10", refX: 8, refY: 5, markerWidth: 5, markerHeight: 5, orient: "auto-start-reverse" }, svg("path", { d: "M0 0 L10 5 L0 10 z" })),
  );

function arrow({ from, to }) {
  const [[x1, y1], [x2, y2]] = [AT[from], AT[to]];
  const along = (share) => [x1 + (x2 - x1) * share, y1 + (y2 - y1) * share];
  const [[ax, ay], [bx, by]] = [along(0.27), along(0.7)];
  return svg("line", { x1: ax, y1: ay, x2: bx, y2: by, "marker-end": "url(#pay-head)" });
}
