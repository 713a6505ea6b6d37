// The kongs of a hand of play, where the rules settle them: whose, of what, from whom.

import { button, dialog, el } from "../core/dom.js";
import { choice, choicesOf, switched } from "../core/controls.js";
import { t } from "../core/i18n.js";
import { tileGrid } from "../core/picker.js";
import { face, plain, tileName } from "../core/tiles.js";
import { meldLine } from "./composer.js";
import { part } from "./fields.js";
import { codesOfMeld, partsOf } from "./parts.js";

const KINDS = {
  exposed: (code) => `(${plain(code)[0].repeat(4)}${code[1]})`,
  added: (code) => `(${plain(code)[0].repeat(3)}+${plain(code)})`,
  concealed: (code) => `[${plain(code)[0].repeat(4)}${code[1]}]`,
};

/** Sets that may be shown at the start and are settled like kongs. */
const OPENINGS = ["{1m1p1s}", "{9m9p9s}", "{1z2z3z4z}", "{5z6z7z}", "{1z2z3z}", "{2z3z4z}", "{1z3z4z}", "{1z2z4z}"];

/** The control: the kongs that were told, and a way to tell more. */
export function kongsOf(label, value, people, rules, wins, onchange) {
  const name = Object.fromEntries(people);
  const row = (kong, index) =>
    el(
      "li.row.apart.nowrap",
      {},
      el("span.row", {}, name[kong.player], meldLine(kong.meld), kong.from !== null && el("span.small.soft", {}, t("kong.from", { player: name[kong.from] })), kong.robbed && el("span.small.warn", {}, t("kong.robbed"))),
      button("×", () => onchange(value.filter((_, other) => other !== index)), { "aria-label": t("answer.remove") }, "button.icon"),
    );
  const tell = async (start) => {
    const kong = await tellKong(people, rules, start);
    if (kong) onchange([...value, kong]);
  };
  const offered = inHands(wins, value).map((kong) => button([`+ ${name[kong.player]} `, meldLine(kong.meld)], () => (needsSource(kong) ? tell(kong) : onchange([...value, kong]))));
  return el(
    "fieldset.stack.tight",
    {},
    el("legend", {}, label),
    value.length > 0 && el("ul.stack.tight.lined", {}, value.map(row)),
    el("div.row", {}, offered, button(`+ ${t("kong.add")}`, () => tell({ player: people[0][0], meld: "", from: null }), { id: "add-kong" })),
  );
}

const needsSource = ({ meld }) => meld.startsWith("(") && !meld.includes("+");

/** Kongs that lie in the winning hands and were not told yet. */
export function inHands(wins, told) {
  const known = new Set(told.map(({ player, meld }) => `${player} ${codesOfMeld(meld).join("")}`));
  return wins
    .filter(({ player }) => player !== null)
    .flatMap(({ player, hand }) => partsOf(hand).melds.map((meld) => ({ player, meld, from: null })))
    .filter(({ player, meld }) => codesOfMeld(meld).length === 4 && !known.has(`${player} ${codesOfMeld(meld).join("")}`));
}

/** Let a person tell a kong; resolves with it, or null. */
function tellKong(people, rules, start) {
  let kong = { ...start };
  let code = start.meld ? codesOfMeld(start.meld)[0] : null;
  let kind = start.meld.startsWith("[") ? "concealed" : start.meld.includes("+") ? "added" : "exposed";
  return dialog(t("kong.add"), (close) => {
    const body = el("div.stack");
    const whole = () => (code || kind === "opening") && (kind !== "exposed" || kong.from !== null);
    const done = button(t("app.done"), () => close({ ...kong, meld: kind === "opening" ? kong.meld : KINDS[kind](code), from: kind === "exposed" ? kong.from : null }), {}, "button.main");
    const set = (changes) => {
      kong = { ...kong, ...changes };
      show();
    };
    const show = () => {
      done.disabled = !whole();
      body.replaceChildren(...parts().filter(Boolean));
    };
    const kinds = ["exposed", "added", "concealed", ...(rules.options.some(({ name: option }) => option === "opening_winds") ? ["opening"] : [])];
    const facts = () => [...rules.kong_facts.filter((fact) => fact !== "already_won"), ...(kind === "added" ? ["robbed"] : [])];
    const parts = () => [
      part("whose", choice(t("kong.whose"), people, kong.player, (player) => set({ player, from: kong.from === player ? null : kong.from }))),
      part("kind", choice(t("kong.kind"), kinds.map((one) => [one, t(`kong.${one}`)]), kind, (one) => ((kind = one), set({ robbed: undefined, ...(one === "opening" ? { meld: OPENINGS[0] } : {}) })))),
      kind === "exposed" && choice(t("kong.from_whom"), people.filter(([player]) => player !== kong.player), kong.from, (from) => set({ from })),
      kind === "opening"
        ? choice(t("kong.tiles"), OPENINGS.map((meld) => [meld, el("span", { role: "img", "aria-label": codesOfMeld(meld).map(tileName).join(", ") }, meldLine(meld))]), kong.meld, (meld) => set({ meld }))
        : el("div.stack.tight", {}, el("p.row", {}, t("kong.tiles"), code && face(code, "tile.small")), tileGrid((one) => ((code = one), show()), { only: "mpsz", reds: false, current: code })),
      rules.kong_facts.includes("already_won") &&
        choicesOf(t("kong.already_won"), people.filter(([player]) => player !== kong.player), kong.already_won ?? [], (told) => (kong = { ...kong, already_won: told.length ? told : undefined })),
      ...facts().map((flag) => switched(t(`kongfact.${flag}`), Boolean(kong[flag]), (on) => set({ [flag]: on || undefined }))),
    ];
    show();
    return [body, el("div.dialog-foot.row.end", {}, done)];
  }, { name: "sheet.tall" });
}
