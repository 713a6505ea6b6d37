// A hand of play while it is told: by players, so that it stays right when somebody else deals meanwhile, and turned into
// what the service takes, which is by winds, when it is sent.

import { makesSense, onlyRobs } from "../core/asked.js";
import { plain } from "../core/tiles.js";
import { partsOf } from "./parts.js";
import { playerOn, windOf } from "./seats.js";

/** What the table knows itself, and is not asked. */
const KNOWN = ["round_wind", "wild", "indicator", "dealer_streak", "honba", "sticks", "players", "already_won", "riichi"];

/** The questions of a rule system about a win at a table. */
export const questionsOf = (rules) => rules.asks.filter(({ field }) => !KNOWN.includes(field));

/** Whether the rules know wild tiles that are turned up anew in each hand of play. */
export const asks = (rules, field) => rules.asks.some((one) => one.field === field);

/** How each field of a hand of play beside its wins is told, and after which endings: `any`, or those named. */
export const FIELDS = {
  kongs: { form: "kongs", after: "any" },
  jing_points: { form: "held", after: "any" },
  jing_fed: { form: "pairs", after: "any", needs: "jing_points" },
  same_first_discards: { form: "flag", after: "any" },
  ready: { form: "players", after: "draw", open: true },
  opened: { form: "players", after: "draw", needs: "ready" },
  pigs: { form: "players", after: "draw", needs: "ready" },
  best: { form: "numbers", after: "draw", needs: "ready" },
  unfinished: { form: "hands", after: "draw" },
  nagashi: { form: "players", after: "draw" },
  last_drawer: { form: "player", after: "draw" },
  aborted: { form: "aborted", after: "aborted" },
  offender: { form: "player", after: "error" },
  factors: { form: "factors", after: "any" },
  raw_losses: { form: "numbers", after: "any" },
  raw_winner: { form: "player", after: "any", needs: "raw_losses" },
};

/** The fields that are asked after an ending; where winners leave one by one the wall can run out after wins too. */
export function fieldsOf(rules, ending) {
  const ends = ending === "win" && asks(rules, "already_won") ? ["any", "draw", ending] : ["any", ending];
  return rules.settles.filter((name) => name in FIELDS && ends.includes(FIELDS[name].after));
}

/** A hand of play of which nothing is told. */
export const blank = (ending = "win") => ({ ending, wins: ending === "win" ? [blankWin()] : [], riichi: [], fields: {}, wild: "", indicator: "" });

/** What stands for a discarder who is not told yet; `null` is nobody, for a tile that the winner drew. */
export const UNTOLD = "untold";

/** A win of which nothing is told. It is told by its tiles, or, where `by` is "worth", by `points` or what each has `paid`. */
export const blankWin = () => ({ player: null, from: UNTOLD, by: "tiles", hand: "", tile: "", points: null, paid: null, told: {} });

/** Whether a win is told without its tiles. */
export const isByWorth = ({ by }) => by === "worth";

/** What is still to be told before a hand of play can be settled: `{what, win?}`, or null. */
export function untold(draft, rules) {
  if (draft.ending === "aborted" && !draft.fields.aborted) return { what: "aborted" };
  if (draft.ending === "error" && (draft.fields.offender ?? null) === null) return { what: "offender" };
  for (const [win, told] of draft.wins.entries()) {
    const what = told.player === null ? "winner" : told.from === UNTOLD ? "discarder" : untoldOf(told);
    if (what) return { what, win };
  }
  return asksReady(draft, rules) ? { what: "ready" } : null;
}

function untoldOf(win) {
  if (isByWorth(win)) return win.points === null && !win.paid ? "worth" : null;
  return !win.hand ? "hand" : !holds(win.hand, win.tile) ? "tile" : null;
}

/** Whether the tile that is said to have won is in the hand; while a hand is typed it may be missing for a moment. */
function holds(hand, tile) {
  const { concealed, flowers } = partsOf(hand);
  return Boolean(tile) && [...concealed, ...flowers].some((code) => plain(code) === plain(tile));
}

/** Whether somebody has to say who was ready: the wall ran out, it is paid for, and no hands were told that show it. */
const asksReady = ({ ending, fields }, rules) =>
  ending === "draw" && rules.settles.includes("ready") && !Array.isArray(fields.ready) && !fields.unfinished?.length;

/** Who was ready: those of whom it was told, and those who declared riichi. */
export const readyOf = (draft) => [...new Set([...(draft.fields.ready ?? []), ...draft.riichi])];

/** Whether a question about a win of the draft makes sense at a table of so many, with the options that are set. */
export function isAsked(field, win, draft, { deal, rules, options, players }) {
  if (isByWorth(win) && !rules.payment_asks.includes(field)) return false;
  return makesSense(field, {
    rules: rules.name,
    drawn: win.from === null,
    claimed: win.from !== null && win.from !== UNTOLD,
    dealer: win.player === deal.dealer,
    fromDealer: win.from === deal.dealer,
    players,
    open: partsOf(win.hand).melds.some((meld) => !meld.startsWith("[")),
    onlyRobs: onlyRobs(rules, options),
    told: (name) => (name === "riichi" ? draft.riichi.includes(win.player) : name === "after_kong" && isByWorth(win) ? 1 : win.told[name]),
  });
}

/** What each player's wild tiles count, as far as it is known: told, or seen in a winning hand; null where it is not. */
export const heldBy = (draft, players) =>
  Array.from({ length: players }, (_, player) => draft.fields.jing_points?.[player] ?? draft.held?.[player] ?? null);

/** Whether it is known what the wild tiles of somebody count whose hand is not seen: who is not named then holds none. */
export const isHeldKnown = (draft) =>
  Boolean(draft.fields.jing_points?.some((points, player) => points !== null && (draft.held?.[player] ?? null) === null));

/** What the service takes, by the winds of `deal`; `options` are those that are set of the rules. */
export function roundOf(draft, deal, rules, players, options = {}) {
  const wind = (player) => windOf(deal, player, players);
  const round = {};
  const at = { deal, rules, options, players };
  if (draft.ending === "win") {
    const [scored, wins] = [draft.wins.filter(isByWorth), draft.wins.filter((win) => !isByWorth(win))];
    if (wins.length) round.wins = wins.map((win) => wonHand(win, draft, at, wind));
    if (scored.length) round.scored = scored.map((win) => wonByWorth(win, draft, at, wind));
  }
  if (draft.riichi.length && asks(rules, "riichi")) round.riichi = draft.riichi.map(wind);
  for (const key of ["wild", "indicator"]) if (draft[key] && asks(rules, key)) round[key] = draft[key];
  for (const name of fieldsOf(rules, draft.ending)) {
    const value = valueOf(name, draft, players);
    if (isTold(name, value, draft)) round[name] = FORMS[FIELDS[name].form].out(value, wind, players);
  }
  return round;
}

/** What is sent of a field: with those who are surely ready, and with the wild tiles that are seen. */
function valueOf(name, draft, players) {
  if (name === "ready" && Array.isArray(draft.fields.ready)) return readyOf(draft);
  if (name === "jing_points") return isHeldKnown(draft) ? heldBy(draft, players) : null;
  return draft.fields[name];
}

/** Whether anything is told: a number for somebody, somebody of a list, or something at all. */
export function hasSome(name, value) {
  if (!Array.isArray(value)) return value !== undefined && value !== null && value !== false && value !== "";
  return ["numbers", "factors", "held"].includes(FIELDS[name].form) ? value.some(Boolean) : value.length > 0;
}

function isTold(name, value, draft) {
  const { needs, open } = FIELDS[name];
  if (needs && !isTold(needs, draft.fields[needs], draft)) return false;
  return hasSome(name, value) || ((open || name === "jing_points") && Array.isArray(value));
}

function wonHand(win, draft, at, wind) {
  const circumstances = circumstancesOf(win, draft, at, wind);
  return { hand: win.hand, win: win.tile, seat: wind(win.player), ...sourceOf(win, wind), circumstances };
}

function wonByWorth(win, draft, at, wind) {
  const circumstances = circumstancesOf(win, draft, at, wind);
  const worth = { ...(win.points !== null && { points: win.points }), ...(win.paid && { payments: numbers.out(win.paid, wind) }) };
  return { seat: wind(win.player), ...sourceOf(win, wind), ...worth, circumstances };
}

const sourceOf = (win, wind) => (win.from === null ? { self_drawn: true } : { from: wind(win.from) });

/** What is special about a win, by the names of the rules. */
function circumstancesOf(win, draft, at, wind) {
  const { rules } = at;
  const told = Object.fromEntries(Object.entries(win.told).filter(([field]) => isAsked(field, win, draft, at)));
  if (win.from !== null && onlyRobs(rules, at.options)) told.robbed_kong = true;
  const declared = draft.riichi.includes(win.player) && !told.double_riichi && !told.open_riichi;
  if (declared && asks(rules, "riichi") && !isByWorth(win)) told.riichi = true;
  return Object.fromEntries(
    rules.asks.filter(({ field }) => field in told).map(({ field, answer }) => [field, answerOf(field, answer).out(told[field], wind)]),
  );
}

/** The draft of a hand of play that was told before, by the winds of `deal`: `roundOf` undone. */
export function draftOf(round, deal, rules, players) {
  const player = (name) => playerOn(deal, name, players);
  const won = round.wins?.length || round.scored?.length;
  const ending = round.offender ? "error" : round.aborted ? "aborted" : won ? "win" : "draw";
  const draft = { ...blank(ending), wild: textOf(round.wild), indicator: round.indicator ?? "" };
  draft.wins = [...(round.wins ?? []), ...(round.scored ?? [])].map((win) => winOf(win, rules, player, players));
  const declared = draft.wins.filter(({ told }) => told.riichi).map((win) => win.player);
  draft.riichi = [...new Set([...(round.riichi ?? []).map(player), ...declared])];
  for (const { told } of draft.wins) delete told.riichi;
  for (const name of Object.keys(FIELDS)) {
    if (round[name] !== undefined && round[name] !== null) {
      draft.fields[name] = FORMS[FIELDS[name].form].in(round[name], player, players, deal);
    }
  }
  return draft;
}

const textOf = (value) => (Array.isArray(value) ? value.join("") : value ?? "");

function winOf(win, rules, player, players) {
  const told = Object.fromEntries(
    rules.asks
      .filter(({ field }) => field in (win.circumstances ?? {}))
      .map(({ field, answer }) => [field, answerOf(field, answer).in(win.circumstances[field], player, players)]),
  );
  for (const event of win.events ?? []) told[event] = true;
  const flowers = win.flowers ? ` ${win.flowers}` : "";
  const from = win.self_drawn || !win.from ? null : player(win.from);
  const whole = { ...blankWin(), player: player(win.seat ?? "east"), from, told };
  if (win.hand !== undefined) return { ...whole, hand: `${win.hand}${flowers}`, tile: win.win ?? "" };
  return { ...whole, by: "worth", points: win.points ?? null, paid: win.payments ? numbers.in(win.payments, player, players) : null };
}

const numbers = {
  out: (list, wind) => Object.fromEntries(list.map((value, player) => [wind(player), value]).filter(([, value]) => value)),
  in: (told, player, players) => {
    const entries = Array.isArray(told) ? [] : Object.entries(told);
    const list = Array.from({ length: players }, () => 0);
    if (Array.isArray(told)) ["east", "south", "west", "north"].slice(0, players).forEach((name, seat) => (list[player(name)] = told[seat]));
    for (const [name, value] of entries) list[player(name)] = value;
    return list;
  },
};
/** Numbers of which nothing is as good as none. */
const held = { out: (list, wind) => Object.fromEntries(list.map((value, player) => [wind(player), value ?? 0])), in: numbers.in };
const one = { out: (value, wind) => wind(value), in: (name, player) => player(name) };
const set = { out: (list, wind) => list.map((value) => wind(value)), in: (names, player) => names.map((name) => player(name)) };
const pairs = {
  out: (list, wind) => list.map((pair) => pair.map((value) => wind(value))),
  in: (list, player) => list.map((pair) => pair.map((name) => player(name))),
};
const same = { out: (value) => value, in: (value) => value };

const kongs = {
  out: (list, wind) =>
    list.map(({ player, from, already_won: gone, ...kong }) => ({
      ...kong,
      seat: wind(player),
      ...(from !== null && { from: wind(from) }),
      ...(gone && { already_won: gone.map(wind) }),
    })),
  in: (list, player) =>
    list.map(({ seat, from, meld, of_wilds, concealed, in_row, robbed, already_won: gone }) => ({
      player: player(seat),
      from: from ? player(from) : null,
      meld,
      ...(of_wilds && { of_wilds }),
      ...(concealed && { concealed }),
      ...(in_row && { in_row }),
      ...(robbed && { robbed }),
      ...(gone?.length && { already_won: gone.map((name) => player(name)) }),
    })),
};
const hands = {
  out: (list, wind) => list.filter(({ hand }) => hand).map(({ player, hand, missing_suit }) => ({ seat: wind(player), hand, ...(missing_suit && { missing_suit }) })),
  in: (list, player) => list.map(({ seat, hand, missing_suit }) => ({ player: player(seat), hand, ...(missing_suit && { missing_suit }) })),
};

const FORMS = { numbers, held, factors: numbers, player: one, players: set, pairs, flag: same, aborted: same, kongs, hands };
const ANSWERS = { by_seat: numbers, seat: one, seat_set: set, seats: pairs };
const onePair = { out: ([pair], wind) => set.out(pair, wind), in: (pair, player) => [set.in(pair, player)] };

const answerOf = (field, answer) => (field === "two_tan_before" ? onePair : ANSWERS[answer] ?? same);
