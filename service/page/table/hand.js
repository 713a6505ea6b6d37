// A hand of play is told: how it ended, who won on what, and what else the rules settle. Nothing of it is lost by a new
// state of the table, a reload or a missing connection.

import { $, button, confirmed, el, fail, say } from "../core/dom.js";
import { Problem, problemText } from "../core/api.js";
import { choice, choicesOf, switched } from "../core/controls.js";
import { called, t } from "../core/i18n.js";
import { pickTile, pickTiles } from "../core/picker.js";
import { recall, remember } from "../core/store.js";
import { codesIn, face, plain, tileName } from "../core/tiles.js";
import { setActions } from "../core/frame.js";
import { answer, askName, numbersOf, pairsOf, player as playerOf, tilesOf } from "./answers.js";
import { composeHand, handLine, partsOf } from "./composer.js";
import { evening } from "./evening.js";
import { field, folded, part, select } from "./fields.js";
import { kongsOf } from "./kongs.js";
import { FIELDS, UNTOLD, asks, blank, blankWin, draftOf, fieldsOf, hasSome, isAsked, questionsOf, roundOf, untold } from "./round.js";
import { tryRound } from "./service.js";
import { actName, dealName, howItEnded, seated, whatMoved } from "./told.js";

const PAUSE = 350;
const MOST_WINS = 3;
const place = (id, number) => `draft.${id}${number ? `.${number}` : ""}`;

/** Begin a hand of play at a table with what is known of it; the form opens with it. */
export function begin(id, draft, more = {}) {
  remember(place(id), { draft, ...more });
}

export async function open({ args: [id, number], signal }) {
  const at = evening(id);
  if (!at.state) await at.ask();
  if (!at.state) throw new Problem({ code: "offline" });
  const form = new Form(at, number ? Number(number) : null, await at.rules(), signal);
  form.show();
  at.watch(() => form.changed(), signal);
  return { title: form.title, node: form.node, actions: form.actions() };
}

class Form {
  #pause = 0;
  #trying = null;

  constructor(at, number, rules, signal) {
    Object.assign(this, { at, number, rules, signal });
    const kept = recall(place(at.id, number));
    this.draft = kept?.draft ? { ...blank(), ...kept.draft } : this.#first();
    this.record = kept?.record ?? null;
    this.base = kept?.base ?? at.state.version;
    this.seen = this.#news();
    this.outcome = el("section.card.stack.outcome", { "aria-labelledby": "outcome", "aria-live": "polite" });
    this.notes = el("div.stack");
    this.body = el("div.stack.wide");
    this.title = number ? t("hand.edit", { n: number }) : t("table.add");
    this.node = el("form.stack.wide.hand-form", { novalidate: true, onsubmit: (event) => (event.preventDefault(), this.store()) }, this.notes, this.body, this.outcome);
    signal.addEventListener("abort", () => (clearTimeout(this.#pause), this.#trying?.abort()));
  }

  /** The hand of play that is edited as it was told, or a new one. */
  #first() {
    if (!this.number) return blank();
    return draftOf(this.at.state.rounds[this.number - 1].asked, this.deal, this.rules, this.count);
  }

  get deal() {
    const { table } = this.at.state;
    return this.number ? table.played[this.number - 1].deal : table.deal;
  }

  get count() {
    return this.at.state.table.players.length;
  }

  /** Whether the table has changed since this form has been opened, or since its owner last said to go on. */
  get overtaken() {
    return this.at.state.version !== this.base;
  }

  /** `[player, name]`, east first. */
  get people() {
    return seated(this.at.state.table, this.deal).map(([player, name]) => [player, name]);
  }

  /** The same with their winds, for buttons. */
  get peopleShown() {
    return seated(this.at.state.table, this.deal).map(([player, name, wind]) => [player, el("bdi.person", {}, name, el("small", {}, wind))]);
  }

  // What changes --------------------------------------------------------------------------------------------------

  set(changes) {
    this.draft = { ...this.draft, ...changes };
    this.keep();
    this.show();
  }

  /** A change of text: the controls stay as they are. */
  type(changes) {
    this.draft = { ...this.draft, ...changes };
    this.keep();
    this.#later();
  }

  setWin(index, changes) {
    this.set({ wins: this.draft.wins.map((win, other) => (other === index ? { ...win, ...changes } : win)) });
  }

  setTold(index, name, value) {
    const told = { ...this.draft.wins[index].told, [name]: value };
    if (value === null || value === undefined) delete told[name];
    this.setWin(index, { told });
  }

  setField(name, value) {
    const fields = { ...this.draft.fields, [name]: value };
    if (value === null || value === undefined) delete fields[name];
    this.set({ fields });
  }

  keep() {
    remember(place(this.at.id, this.number), { draft: this.draft, record: this.record, base: this.base });
  }

  forget() {
    remember(place(this.at.id, this.number), null);
  }

  /** What the form shows of the table. */
  #news() {
    const { state, connection, waiting } = this.at;
    return [state.version, connection === "offline", waiting.length].join();
  }

  /** The table has changed: who deals may be another. */
  changed() {
    const news = this.#news();
    if (this.signal.aborted || !document.contains(this.node) || news === this.seen) return;
    this.seen = news;
    this.show();
  }

  // What is seen --------------------------------------------------------------------------------------------------

  show() {
    const back = keptFocus(this.body);
    const head = this.#head();
    const onHeading = document.activeElement === $("h1", this.notes);
    this.notes.replaceChildren(...head);
    if (onHeading) head[0].focus({ preventScroll: true });
    this.body.replaceChildren(...this.#parts());
    back();
    if (document.contains(this.node)) setActions(this.actions());
    this.#later();
  }

  #head() {
    const { table } = this.at.state;
    const heading = el("h1", { tabindex: -1 }, this.number ? t("hand.edit_of", { n: this.number, deal: dealName(this.deal) }) : dealName(this.deal));
    const sub = el("p.soft", {}, t("table.deals", { player: table.players[this.deal.dealer] }));
    return [heading, sub, this.overtaken && this.#conflict(), this.at.connection === "offline" && el("p.note.warn", { role: "status" }, t("hand.offline"))].filter(Boolean);
  }

  #conflict() {
    const { acts, table } = this.at.state;
    const news = acts.filter((act) => act.version > this.base);
    const line = (act) => {
      const hand = act.kind === "played" ? table.played[act.number - 1] : null;
      return el("li", {}, actName(act), hand && `: ${howItEnded(table, hand)}`);
    };
    const leave = async () => (await confirmed(t("hand.leave_sure"), t("hand.leave"))) && this.#left();
    return el(
      "div.note.warn.stack.tight.conflict",
      { role: "alert" },
      el("p", {}, el("strong", {}, t("hand.overtaken"))),
      el("ul", {}, news.map(line)),
      el("p.small", {}, t("hand.overtaken_help")),
      el("div.row.end", {}, button(t("hand.leave"), leave)),
    );
  }

  #left() {
    this.forget();
    location.hash = `#/table/${this.at.id}`;
  }

  #parts() {
    return [
      this.#ending(),
      asks(this.rules, "riichi") && this.draft.ending !== "error" && this.#riichi(),
      (asks(this.rules, "wild") || asks(this.rules, "indicator")) && this.#wild(),
      ...this.draft.wins.map((_, index) => this.#win(index)),
      this.draft.ending === "win" && this.#moreWins(),
      ...this.#fields(),
    ].filter(Boolean);
  }

  #ending() {
    const endings = ["win", "draw", this.rules.settles.includes("aborted") && "aborted", this.rules.settles.includes("offender") && "error"].filter(Boolean);
    const choose = (ending) => this.set({ ending, wins: ending === "win" ? (this.spared ?? [blankWin()]) : this.#spare() });
    return part("ending", choice(t("hand.ending"), endings.map((one) => [one, t(`hand.${one}`)]), this.draft.ending, choose));
  }

  /** The wins are kept aside while another ending is looked at. */
  #spare() {
    if (this.draft.wins.length) this.spared = this.draft.wins;
    return [];
  }

  #riichi() {
    return part("riichi", choicesOf(t("hand.riichi"), this.people, this.draft.riichi, (riichi) => this.set({ riichi })));
  }

  #wild() {
    const { wild, indicator } = this.draft;
    const choose = async () => {
      const codes = await pickTiles(t("hand.wild"), codesIn(wild), { most: 8, reds: false });
      if (codes) this.set({ wild: codes.join("") });
    };
    const turn = async () => {
      const code = await pickTile(t("hand.indicator"));
      if (code) this.set({ indicator: code });
    };
    return el(
      "div.stack.tight",
      {},
      asks(this.rules, "indicator") && tilesOf(t("hand.indicator"), indicator ? [indicator] : [], turn, () => this.set({ indicator: "" })),
      asks(this.rules, "wild") && !indicator && tilesOf(t("hand.wild"), codesIn(wild), choose, () => this.set({ wild: "" })),
    );
  }

  #win(index) {
    const win = this.draft.wins[index];
    const taken = this.draft.wins.filter((_, other) => other !== index).map(({ player }) => player);
    const winners = this.peopleShown.filter(([player]) => !taken.includes(player));
    const sources = [[null, t("hand.drawn")], ...this.peopleShown.filter(([player]) => player !== win.player)];
    const chooseWinner = (player) => this.setWin(index, { player, from: win.from === player ? UNTOLD : win.from });
    const title = this.draft.wins.length > 1 ? t("hand.win_n", { n: index + 1 }) : null;
    return el(
      "section.card.stack",
      { data: { win: index }, "aria-label": title ?? t("hand.win") },
      title && el("div.row.apart", {}, el("h2", {}, title), button("×", () => this.set({ wins: this.draft.wins.filter((_, other) => other !== index) }), { "aria-label": t("answer.remove") }, "button.icon")),
      part("winner", inColumns(choice(t("hand.winner"), winners, win.player, chooseWinner), winners.length)),
      part("from", inColumns(choice(t("hand.from"), sources, win.from, (from) => this.setWin(index, { from })), this.count - 1)),
      this.#tiles(index),
      this.#questions(index),
    );
  }

  #tiles(index) {
    const win = this.draft.wins[index];
    const text = el("input.notation", {
      name: `hand-${index}`,
      value: win.hand,
      autocomplete: "off",
      autocapitalize: "none",
      spellcheck: "false",
      maxlength: 200,
      placeholder: "123m 456p 789s 55z (777z)",
      oninput: ({ target }) => this.type({ wins: this.draft.wins.map((one, other) => (other === index ? { ...one, hand: target.value } : one)) }),
      onchange: ({ target }) => this.setWin(index, withHand(win, target.value)),
    });
    const compose = async () => {
      const hand = await composeHand(t("hand.tiles"), this.draft.wins[index].hand);
      if (hand !== null) this.setWin(index, withHand(win, hand));
    };
    return el(
      "div.stack.tight",
      {},
      field(t("hand.tiles"), text, t("hand.notation_help")),
      el("div.row", {}, button(t("hand.pick"), compose, { id: index ? null : "compose" }), !this.number && index === 0 && el("a.button", { href: "#/" }, t("hand.photo"))),
      win.hand && el("div.hand-line", {}, handLine(win.hand)),
      win.hand && this.#winning(index),
    );
  }

  /** The tile that won, among the concealed ones. */
  #winning(index) {
    const win = this.draft.wins[index];
    const codes = [...new Set(partsOf(win.hand).concealed)];
    if (!codes.length) return null;
    const shown = codes.map((code) => [code, el("span", { role: "img", "aria-label": tileName(code), data: { face: code } }, face(code, "tile.small"))]);
    const now = codes.find((code) => code === win.tile) ?? codes.find((code) => plain(code) === plain(win.tile || "1m") && win.tile) ?? null;
    const bar = choice(t("hand.winning"), shown, now, (tile) => this.setWin(index, { tile }));
    bar.classList.add("winning");
    return bar;
  }

  #questions(index) {
    const win = this.draft.wins[index];
    const asked = questionsOf(this.rules).filter(({ field: name }) => isAsked(name, win, this.deal));
    if (!asked.length) return null;
    const told = asked.filter(({ field: name }) => name in win.told);
    const words = told.length ? t("hand.special_told", { what: told.map(askName).join(t("table.comma")) }) : t("hand.special");
    const control = (ask) => answer(ask, win.told[ask.field], this.people, (value) => this.setTold(index, ask.field, value));
    return this.#fold(`special-${index}`, words, asked.map(control));
  }

  /** Something folded away that stays open while the form is drawn anew. */
  #fold(name, words, ...children) {
    this.opened ??= new Set();
    const fold = folded(words, this.opened.has(name), ...children);
    fold.addEventListener("toggle", () => (fold.open ? this.opened.add(name) : this.opened.delete(name)));
    return fold;
  }

  #moreWins() {
    const several = asks(this.rules, "already_won") || this.rules.options.some(({ name }) => ["multiple_ron", "multiple_winners"].includes(name));
    if (!several || this.draft.wins.length >= Math.min(MOST_WINS, this.count - 1)) return null;
    return el("div", {}, button(`+ ${t("hand.another")}`, () => this.set({ wins: [...this.draft.wins, blankWin()] })));
  }

  #fields() {
    const names = fieldsOf(this.rules, this.draft.ending);
    const seldom = names.filter((name) => name.startsWith("raw_") || name === "factors" && this.draft.ending === "draw");
    const often = names.filter((name) => !seldom.includes(name));
    const rare = seldom.map((name) => this.#field(name)).filter(Boolean);
    return [...often.map((name) => this.#field(name)), rare.length ? this.#fold("seldom", t("hand.seldom"), el("p.small.soft", {}, t("hand.seldom_help")), rare) : null];
  }

  #field(name) {
    const value = this.draft.fields[name];
    const label = t(`settle.${name}`);
    const set = (told) => this.setField(name, told);
    const needs = FIELDS[name].needs;
    if (needs && !hasSome(needs, this.draft.fields[needs])) return null;
    return part(name, this.#controls[FIELDS[name].form](label, value, set, name));
  }

  #controls = {
    kongs: (label, value, set) => kongsOf(label, value ?? [], this.people, this.rules, this.draft.wins, (told) => set(told.length ? told : null)),
    numbers: (label, value, set) => numbersOf(label, value, this.people, set),
    factors: (label, value, set) => numbersOf(label, value, this.people, set, { usual: 1, min: 1 }),
    pairs: (label, value, set) => pairsOf(label, value ?? [], this.people, (told) => set(told.length ? told : null)),
    flag: (label, value, set) => switched(label, Boolean(value), (on) => set(on || null)),
    player: (label, value, set) => playerOf(label, value, this.people, set),
    players: (label, value, set, name) => this.#players(label, value, set, name),
    aborted: (label, value, set) => choice(label, ABORTED.filter((one) => this.count === 4 || one === "nine_terminals" || one === "four_kongs").map((one) => [one, t(`aborted.${one}`)]), value ?? null, set),
    hands: (label, value, set) => this.#held(label, value ?? [], set),
  };

  /** Any of the players; who was ready may also not be known, or nobody. */
  #players(label, value, set, name) {
    const bar = choicesOf(label, this.people, value ?? [], (told) => set(told.length || name === "ready" ? told : null));
    if (name !== "ready") return bar;
    const known = value !== undefined;
    return el("div.stack.tight", {}, bar, switched(t("settle.ready_known"), known, (on) => set(on ? [] : null)));
  }

  /** The hands of those still in play when the wall is empty. */
  #held(label, value, set) {
    const won = this.draft.wins.map(({ player }) => player);
    const left = this.people.filter(([player]) => !won.includes(player));
    const of = (player) => value.find((one) => one.player === player) ?? { player, hand: "" };
    const put = (player, changes) => set([...value.filter((one) => one.player !== player), { ...of(player), ...changes }].filter(({ hand }) => hand));
    const row = ([player, name]) => {
      const compose = async () => {
        const hand = await composeHand(name, of(player).hand);
        if (hand !== null) put(player, { hand });
      };
      const suits = [["", t("answer.none")], ["m", t("suit.m")], ["p", t("suit.p")], ["s", t("suit.s")]];
      const { hand, missing_suit: suit } = of(player);
      return el(
        "div.stack.tight.held",
        {},
        tilesOf(name, codesIn(hand), compose, () => put(player, { hand: "" })),
        hand && asks(this.rules, "missing_suit") && field(t("settle.missing_suit"), select(suits, suit ?? "", (told) => put(player, { missing_suit: told || undefined }))),
      );
    };
    return this.#fold("held", label, el("p.small.soft", {}, t("settle.unfinished_help")), left.map(row));
  }

  // What comes of it ----------------------------------------------------------------------------------------------

  #later() {
    clearTimeout(this.#pause);
    this.#trying?.abort();
    const open = untold(this.draft);
    if (open) return this.#say(t(`untold.${open.what}`));
    this.#pause = setTimeout(() => this.#try(), PAUSE);
  }

  async #try() {
    if (this.number) return this.#say(t("hand.edit_help"));
    if (this.at.waiting.length || this.at.connection === "offline") return this.#say(t("hand.unknown_yet"));
    this.#trying = new AbortController();
    try {
      const { table } = this.at.state;
      const found = await tryRound(table, roundOf(this.draft, this.deal, this.rules, this.count), this.#trying.signal);
      this.#outcome(found, table);
    } catch (error) {
      if (error.name === "AbortError") return;
      if (!(error instanceof Problem)) throw error;
      this.#say(problemText(error), true);
    }
  }

  #say(text, bad = false) {
    this.outcome.replaceChildren(el("h2.unseen", { id: "outcome" }, t("hand.outcome")), el(`p${bad ? ".bad" : ".soft"}`, {}, text));
  }

  #outcome({ table, settlement }, before) {
    const last = table.played.at(-1);
    const lines = settlement.sheets.flatMap((sheet) => sheet.lines).map(called);
    const parts = [
      el("h2", { id: "outcome" }, t("hand.outcome")),
      el("p", {}, el("strong", {}, howItEnded(table, last))),
      el("p.moved.number", {}, whatMoved(table.players, last.moved)),
      lines.length > 0 && el("p.small.soft", {}, lines.join(t("table.comma"))),
      el("p.small", {}, table.over ? t(`over.${table.over}`) : t("hand.next", { deal: dealName(table.deal), dealer: before.players[table.deal.dealer] })),
    ];
    this.outcome.replaceChildren(...parts.filter(Boolean));
  }

  actions() {
    const words = this.overtaken ? t("hand.store_after") : this.number ? t("hand.store_edit") : t("hand.store");
    this.button = button(words, () => this.store(), { id: "store" }, "button.main");
    return [el("a.button", { href: `#/table/${this.at.id}` }, t("app.cancel")), this.button];
  }

  // Storing it ----------------------------------------------------------------------------------------------------

  async store() {
    const open = untold(this.draft);
    if (open) return this.#point(open);
    if (this.storing) return;
    this.#storing(true);
    const done = await this.at.act(this.#act(), this.#seen()).catch((error) => error);
    if (done instanceof Error) this.#storing(false);
    if (done instanceof Problem) return this.#refused(done);
    if (done instanceof Error) throw done;
    this.forget();
    say(t(done === "stored" ? "hand.stored" : "hand.waits"));
    location.hash = `#/table/${this.at.id}`;
  }

  /** Whether it is being stored: a second tap, or the key held down, stores nothing twice. */
  #storing(now) {
    this.storing = now;
    this.button.disabled = now;
  }

  /** The version that its owner has seen: with the button pressed on the news, that is the present one. */
  #seen() {
    this.base = this.at.state.version;
    this.keep();
    return this.base;
  }

  #act() {
    const act = { kind: this.number ? "edit" : "round", draft: this.draft, body: this.record ? { photo_record: this.record } : {} };
    return this.number ? { ...act, number: this.number } : act;
  }

  /** What was typed stays; a table that has changed meanwhile is shown, and one more press goes on. */
  #refused(problem) {
    const refused = this.at.waiting.find((act) => act.refused);
    if (refused) this.at.leave(refused.key);
    if (problem.code === "table_changed") {
      this.base = refused.version;
      this.keep();
      this.show();
      return void $(".conflict", this.notes)?.scrollIntoView({ block: "start" });
    }
    this.#say(fail(problem), true);
    this.outcome.scrollIntoView({ block: "center" });
  }

  /** Take the person to what is still to be told. */
  #point({ what, win = 0 }) {
    this.#say(t(`untold.${what}`), true);
    const within = $(`[data-win="${win}"]`, this.body) ?? this.body;
    const places = { hand: "input.notation", tile: ".winning input", discarder: "[data-part='from'] input" };
    const control = $(places[what] ?? "input", within);
    (control ?? this.outcome).scrollIntoView({ block: "center" });
    control?.focus({ preventScroll: true });
    say(t(`untold.${what}`));
  }
}

/** A bar of choices in so many columns. */
function inColumns(bar, count) {
  bar.classList.add(`columns-${count}`);
  return bar;
}

const ABORTED = ["nine_terminals", "four_winds", "four_riichi", "four_kongs"];

/** A win with another hand: its winning tile stays where the hand still has it. */
function withHand(win, hand) {
  const codes = partsOf(hand).concealed;
  return { hand, tile: codes.some((code) => plain(code) === plain(win.tile || "")) ? win.tile : "" };
}

/** Remember where the focus is within a part that is drawn anew; gives what puts it back. */
function keptFocus(part) {
  const all = () => [...part.querySelectorAll("a[href], button, input, select, summary")];
  const active = document.activeElement;
  const index = part.contains(active) ? all().indexOf(active) : -1;
  const { name = "", value = "" } = index < 0 ? {} : active;
  return () => {
    if (index < 0) return;
    const now = all();
    const same = now.find((one) => one.type === active.type && one.value === value && one.closest("fieldset, label")?.textContent === active.closest("fieldset, label")?.textContent);
    (same ?? now.find((one) => name && one.name === name) ?? now[Math.min(index, now.length - 1)])?.focus({ preventScroll: true });
  };
}
