// A hand of play is told: how it ended, who won on what, and what else the rules settle. Nothing of it is lost by a new
// state of the table, a reload or a missing connection.

import { $, button, confirmed, el, fail, patch, say } from "../core/dom.js";
import { Problem, problemText } from "../core/api.js";
import { onlyRobs } from "../core/asked.js";
import { choice, choicesOf, switched } from "../core/controls.js";
import { called, number, t } from "../core/i18n.js";
import { pickTile, pickTiles } from "../core/picker.js";
import { recall, remember } from "../core/store.js";
import { codesIn, face, plain, tileName } from "../core/tiles.js";
import { setActions } from "../core/frame.js";
import { answer, askName, heldOf, numbersOf, pairsOf, player as playerOf, tilesOf } from "./answers.js";
import { composeHand, handLine } from "./composer.js";
import { evening } from "./evening.js";
import { field, foldedBy, numberInput, part, select } from "./fields.js";
import { tryEdit } from "./edit.js";
import { kongsOf } from "./kongs.js";
import { partsOf } from "./parts.js";
import { FIELDS, UNTOLD, asks, blank, blankWin, draftOf, fieldsOf, hasSome, heldBy, isAsked, isByWorth, isHeldKnown, questionsOf, readyOf, roundOf, untold } from "./round.js";
import { playerOn } from "./seats.js";
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
    this.button = button("", () => this.store(), { id: "store" }, "button.main");
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

  setWin(index, changes) {
    this.set({ held: {}, wins: this.draft.wins.map((win, other) => (other === index ? { ...win, ...changes } : win)) });
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
    patch(this.notes, this.#head());
    patch(this.body, this.#parts());
    this.button.textContent = this.#storeWords();
    this.#later();
  }

  #head() {
    const { table } = this.at.state;
    const heading = el("h1", { tabindex: -1 }, this.number ? t("hand.edit_of", { n: this.number, deal: dealName(this.deal) }) : dealName(this.deal));
    const sub = el("p.soft", {}, t("table.deals", { player: table.players[this.deal.dealer] }));
    const queued = this.at.waiting.length > 0 && !this.number && el("p.note.warn", { role: "status" }, t("hand.queued", { count: this.at.waiting.length }));
    return [heading, sub, queued, this.overtaken && this.#conflict(), this.at.connection === "offline" && el("p.note.warn", { role: "status" }, t("hand.offline"))].filter(Boolean);
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
    const choose = (ending) => this.set({ ending, held: {}, wins: ending === "win" ? (this.spared ?? [blankWin()]) : this.#spare() });
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
      if (codes) this.set({ held: {}, wild: codes.join("") });
    };
    const turn = async () => {
      const code = await pickTile(t("hand.indicator"), { reds: false, current: indicator || null });
      if (code) this.set({ held: {}, indicator: code });
    };
    return el(
      "div.stack.tight",
      {},
      asks(this.rules, "indicator") && tilesOf(t("hand.indicator"), indicator ? [indicator] : [], turn, () => this.set({ held: {}, indicator: "" })),
      asks(this.rules, "wild") && !indicator && tilesOf(t("hand.wild"), codesIn(wild), choose, () => this.set({ held: {}, wild: "" })),
    );
  }

  #win(index) {
    const win = this.draft.wins[index];
    const taken = this.draft.wins.filter((_, other) => other !== index).map(({ player }) => player);
    const winners = this.peopleShown.filter(([player]) => !taken.includes(player));
    const robs = onlyRobs(this.rules, this.at.state.table.options);
    const sources = [[null, t("hand.drawn")], ...this.peopleShown.filter(([player]) => player !== win.player)];
    const chooseWinner = (player) => this.setWin(index, { player, from: win.from === player ? UNTOLD : win.from });
    const title = this.draft.wins.length > 1 ? t("hand.win_n", { n: index + 1 }) : null;
    return el(
      "section.card.stack",
      { key: `win-${index}`, data: { win: index }, "aria-label": title ?? t("hand.win") },
      title && el("div.row.apart", {}, el("h2", {}, title), button("×", () => this.set({ wins: this.draft.wins.filter((_, other) => other !== index) }), { "aria-label": t("answer.remove") }, "button.icon")),
      part("winner", inColumns(choice(t("hand.winner"), winners, win.player, chooseWinner), winners.length)),
      part("from", inColumns(choice(t(robs ? "hand.from_robbed" : "hand.from"), sources, win.from, (from) => this.setWin(index, { from })), this.count - 1)),
      this.#toldBy(index),
      isByWorth(win) ? this.#worth(index) : this.#tiles(index),
      this.#questions(index),
    );
  }

  /** Whether a win is told by its tiles or by its worth alone. */
  #toldBy(index) {
    const ways = [["tiles", t("hand.by_tiles")], ["worth", t("hand.by_worth")]];
    const now = isByWorth(this.draft.wins[index]) ? "worth" : "tiles";
    return part("by", inColumns(choice(t("hand.told_by"), ways, now, (by) => this.setWin(index, { by })), 2));
  }

  /** What a win is worth, as people count it, and what each pays where that does not follow. */
  #worth(index) {
    const win = this.draft.wins[index];
    const others = this.people.filter(([player]) => player !== win.player);
    const points = numberInput(win.points, (told) => this.setWin(index, { points: told }), { name: `points-${index}`, min: 0 });
    return el(
      "div.stack.tight",
      {},
      field(t(`hand.worth_${UNITS[this.rules.worth_unit] ?? "points"}`), points, t("hand.worth_help")),
      this.#fold(
        `paid-${index}`,
        t("hand.paid"),
        el("p.small.soft", {}, t("hand.paid_help")),
        numbersOf(t("hand.paid_each"), win.paid, others, (paid) => this.setWin(index, { paid })),
      ),
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
      oninput: ({ target }) => this.setWin(index, { hand: target.value }),
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
    const { concealed, flowers } = partsOf(win.hand);
    const codes = [...new Set([...concealed, ...(this.rules.flower_wins ? flowers : [])])];
    if (!codes.length) return null;
    const shown = codes.map((code) => [code, el("span", { role: "img", "aria-label": tileName(code), data: { face: code } }, face(code, "tile.small"))]);
    const now = codes.find((code) => code === win.tile) ?? codes.find((code) => plain(code) === plain(win.tile || "1m") && win.tile) ?? null;
    const bar = choice(t("hand.winning"), shown, now, (tile) => this.setWin(index, { tile }));
    bar.classList.add("winning");
    return bar;
  }

  #questions(index) {
    const win = this.draft.wins[index];
    const { options, players } = this.at.state.table;
    const at = { deal: this.deal, rules: this.rules, options, players: players.length };
    const asked = questionsOf(this.rules).filter(({ field: name }) => isAsked(name, win, this.draft, at));
    const usual = asked.filter(({ field: name }) => USUAL.has(name));
    const special = asked.filter((ask) => !usual.includes(ask));
    const told = special.filter(({ field: name }) => name in win.told);
    const words = told.length ? t("hand.special_told", { what: told.map(askName).join(t("table.comma")) }) : t("hand.special");
    const control = (ask) => answer(ask, win.told[ask.field], this.people, (value) => this.setTold(index, ask.field, value), this.rules);
    return [usual.map(control), special.length > 0 && this.#fold(`special-${index}`, words, special.map(control))];
  }

  /** Something folded away that stays open while the form is drawn anew. */
  #fold(name, words, ...children) {
    this.opened ??= new Set();
    const toggled = ({ target }) => (target.open ? this.opened.add(name) : this.opened.delete(name));
    return foldedBy(words, { open: this.opened.has(name), ontoggle: toggled, key: name }, ...children);
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
    held: (label, value, set) => heldOf(label, heldBy(this.draft, this.count), isHeldKnown(this.draft), this.draft.held ?? {}, this.people, set),
    factors: (label, value, set) => numbersOf(label, value, this.people, set, { usual: 1, min: 1 }),
    pairs: (label, value, set) => pairsOf(label, value ?? [], this.people, (told) => set(told.length ? told : null)),
    flag: (label, value, set) => switched(label, Boolean(value), (on) => set(on || null)),
    player: (label, value, set) => playerOf(label, value, this.people, set),
    players: (label, value, set, name) => this.#players(label, value, set, name),
    aborted: (label, value, set) => choice(label, ABORTED.filter((one) => this.count === 4 || one === "nine_terminals" || one === "four_kongs").map((one) => [one, t(`aborted.${one}`)]), value ?? null, set),
    hands: (label, value, set) => this.#held(label, value ?? [], set),
  };

  /** Any of the players. */
  #players(label, value, set, name) {
    if (name === "ready") return this.#ready(label, value, set);
    return choicesOf(label, this.people, value ?? [], (told) => set(told.length ? told : null));
  }

  /** Who was ready: those who declared riichi surely; that it was nobody, or nobody else, has to be said. */
  #ready(label, value, set) {
    const { riichi } = this.draft;
    const nobody = Array.isArray(value) && value.every((player) => riichi.includes(player));
    const change = (told) => {
      const others = told.filter((one) => one !== NOBODY && !riichi.includes(one));
      set(others.length || (told.includes(NOBODY) && !nobody) ? (nobody || !told.includes(NOBODY) ? others : []) : null);
    };
    const options = [...this.people, [NOBODY, t(riichi.length ? "settle.ready_nobody_else" : "settle.ready_nobody")]];
    return choicesOf(label, options, [...readyOf(this.draft), ...(nobody ? [NOBODY] : [])], change, { locked: riichi });
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
    this.due = false;
    const open = untold(this.draft, this.rules);
    if (open) return this.#say(t(`untold.${open.what}`));
    this.due = true;
    this.#pause = setTimeout(() => this.#try(), PAUSE);
  }

  async #try() {
    if (this.at.waiting.length || this.at.connection === "offline") return this.#say(t("hand.unknown_yet"));
    this.#trying = new AbortController();
    const { draft } = this;
    try {
      const { table } = this.at.state;
      const told = roundOf(draft, this.deal, this.rules, this.count, table.options);
      const found = this.number ? await tryEdit(this.at.state, this.number, told, this.rules, this.#trying.signal) : await tryRound(table, told, this.#trying.signal);
      if (this.#holds(found.settlement)) return await this.#try();
      this.due = false;
      this.#outcome(found, table);
    } catch (error) {
      if (error.name === "AbortError") return;
      if (!(error instanceof Problem)) throw error;
      if (error.code === "payments_unknown") this.#askPaid();
      this.#say(problemText(error), true);
    }
  }

  /** Unfold what each pays, which does not follow from the worth. */
  #askPaid() {
    this.opened ??= new Set();
    this.draft.wins.forEach((win, index) => isByWorth(win) && this.opened.add(`paid-${index}`));
    patch(this.body, this.#parts());
  }

  /** Take what the winning hands show of wild tiles into the draft; whether that says anything new. */
  #holds({ sheets }) {
    if (!this.rules.settles.includes("jing_points")) return false;
    const held = Object.fromEntries(sheets.map((sheet) => [playerOn(this.deal, sheet.win.seat, this.count), jingHeld(sheet)]));
    if (JSON.stringify(held) === JSON.stringify(this.draft.held ?? {})) return false;
    const before = isHeldKnown(this.draft);
    this.draft = { ...this.draft, held };
    this.keep();
    patch(this.body, this.#parts());
    return before || isHeldKnown(this.draft);
  }

  #say(text, bad = false) {
    this.outcome.replaceChildren(el("h2.unseen", { id: "outcome" }, t("hand.outcome")), el(`p${bad ? ".bad" : ".soft"}`, {}, text));
  }

  #outcome({ table, settlement, changes }, before) {
    const last = changes ? changes.played : table.played.at(-1);
    const lines = settlement.sheets.flatMap((sheet) => sheet.lines).map(called);
    const parts = [
      el("h2", { id: "outcome" }, t("hand.outcome")),
      el("p", {}, el("strong", {}, howItEnded(table, last))),
      el("p.moved.number", {}, whatMoved(table.players, last.moved)),
      lines.length > 0 && el("p.small.soft", {}, lines.join(t("table.comma"))),
      this.rules.settles.includes("jing_points") && !isHeldKnown(this.draft) && el("p.small.warn", {}, t("settle.jing_untold")),
      changes && totalsChanged(before, changes),
      !changes && el("p.small", {}, table.over ? t(`over.${table.over}`) : t("hand.next", { deal: dealName(table.deal), dealer: before.players[table.deal.dealer] })),
    ];
    this.outcome.replaceChildren(...parts.filter(Boolean));
  }

  #storeWords() {
    return this.overtaken ? t("hand.store_after") : this.number ? t("hand.store_edit") : t("hand.store");
  }

  actions() {
    return [el("a.button", { href: `#/table/${this.at.id}` }, t("app.cancel")), this.button];
  }

  // Storing it ----------------------------------------------------------------------------------------------------

  async store() {
    const open = untold(this.draft, this.rules);
    if (open) return this.#point(open);
    if (this.storing) return;
    this.#storing(true);
    if (this.due && this.rules.settles.includes("jing_points")) await this.#now();
    const done = await this.at.act(this.#act(), this.#seen()).catch((error) => error);
    if (done instanceof Error) this.#storing(false);
    if (done instanceof Problem) return this.#refused(done);
    if (done instanceof Error) throw done;
    this.forget();
    say(t(done === "stored" ? "hand.stored" : "hand.waits"));
    location.hash = `#/table/${this.at.id}`;
  }

  /** Work out at once what is due, so that what the hands show is stored with them. */
  async #now() {
    clearTimeout(this.#pause);
    this.#trying?.abort();
    await this.#try();
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
    const places = { worth: "[name^='points-']", hand: "input.notation", tile: ".winning input", discarder: "[data-part='from'] input", ready: "[data-part='ready'] input:enabled" };
    const control = $(places[what] ?? "input", within);
    (control ?? this.outcome).scrollIntoView({ block: "center" });
    control?.focus({ preventScroll: true });
    say(t(`untold.${what}`));
  }
}

/** What people count hands in, as the rules call it. */
const UNITS = { points: "points", fan: "fan", faan: "faan", 番: "fan", 台: "tai" };

/** A bar of choices in so many columns. */
function inColumns(bar, count) {
  bar.classList.add(`columns-${count}`);
  return bar;
}

/** What is asked of most wins, and so is not folded away. */
const USUAL = new Set(["dora_indicators", "ura_indicators"]);

const NOBODY = "nobody";

/** What the wild tiles of a winning hand count: the first of them two, the other one. */
function jingHeld({ hand, circumstances }) {
  const wild = codesIn(circumstances.wild ?? "").map(plain);
  const codes = codesIn(hand.replaceAll("+", "")).map(plain);
  return codes.reduce((sum, code) => sum + (wild.includes(code) ? (wild.indexOf(code) === 0 ? 2 : 1) : 0), 0);
}

/** What everybody would have after an edit, where that is something else than now. */
function totalsChanged({ players, totals }, { totals: after, anew }) {
  const other = players.map((_, player) => player).filter((player) => after[player] !== totals[player]);
  if (!other.length) return el("p.small", {}, t("hand.edit_same"));
  const row = (player) =>
    el("tr", {}, el("th", { scope: "row" }, players[player]), el("td.number", {}, number(totals[player])), el("td", { "aria-hidden": "true" }, "→"), el("td.number", {}, el("strong", {}, number(after[player]))));
  return el(
    "div.stack.tight",
    {},
    el("table.lines.totals-change", {}, el("caption.small", {}, t("hand.edit_totals")), el("tbody", {}, other.map(row))),
    anew.length > 0 && el("p.small.warn", {}, t("hand.edit_anew", { hands: anew.join(t("table.comma")) })),
  );
}

const ABORTED = ["nine_terminals", "four_winds", "four_riichi", "four_kongs"];

/** A win with another hand: its winning tile stays where the hand still has it. */
function withHand(win, hand) {
  const { concealed, flowers } = partsOf(hand);
  const codes = [...concealed, ...flowers];
  return { hand, tile: codes.some((code) => plain(code) === plain(win.tile || "")) ? win.tile : "" };
}
