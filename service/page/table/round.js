// A hand of play while it is told: by players, so that it stays right when somebody else deals meanwhile, and turned into
// what the service takes, which is by winds, when it is sent.

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
  jing_points: { form: "numbers", after: "any" },
  jing_fed: { form: "pairs", after: "any" },
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

/** A win of which nothing is told. */
export const blankWin = () => ({ player: null, from: UNTOLD, hand: "", tile: "", told: {} });

/** What is still to be told before a hand of play can be settled: `{what, win?}`, or null. */
export function untold(draft) {
  if (draft.ending === "aborted" && !draft.fields.aborted) return { what: "aborted" };
  if (draft.ending === "error" && (draft.fields.offender ?? null) === null) return { what: "offender" };
  for (const [win, { player, from, hand, tile }] of draft.wins.entries()) {
    const what = player === null ? "winner" : from === UNTOLD ? "discarder" : !hand ? "hand" : !tile ? "tile" : null;
    if (what) return { what, win };
  }
  return null;
}

/** Whether a question about a win makes sense, as far as it is drawn or not and whose it is. */
export function isAsked(field, win, deal) {
  const drawn = win.from === null;
  if (["robbed_kong", "kong_discard", "discarder_ready", "rob_north"].includes(field)) return !drawn;
  if (["after_kong", "lucky_drawn", "kong_bloom_from", "two_tan_before"].includes(field)) return drawn;
  if (field === "heavenly") return drawn && win.player === deal.dealer;
  if (field === "concealed_kong") return Boolean(win.told.robbed_kong);
  return true;
}

/** What the service takes, by the winds of `deal`. */
export function roundOf(draft, deal, rules, players) {
  const wind = (player) => windOf(deal, player, players);
  const round = {};
  if (draft.ending === "win") round.wins = draft.wins.map((win) => wonHand(win, draft, rules, wind));
  if (draft.riichi.length && asks(rules, "riichi")) round.riichi = draft.riichi.map(wind);
  for (const key of ["wild", "indicator"]) if (draft[key] && asks(rules, key)) round[key] = draft[key];
  for (const name of fieldsOf(rules, draft.ending)) {
    const value = draft.fields[name];
    if (isTold(name, value, draft)) round[name] = FORMS[FIELDS[name].form].out(value, wind, players);
  }
  return round;
}

/** Whether anything is told: a number for somebody, somebody of a list, or something at all. */
export function hasSome(name, value) {
  if (!Array.isArray(value)) return value !== undefined && value !== null && value !== false && value !== "";
  return ["numbers", "factors"].includes(FIELDS[name].form) ? value.some(Boolean) : value.length > 0;
}

function isTold(name, value, draft) {
  const { needs, open } = FIELDS[name];
  if (needs && !isTold(needs, draft.fields[needs], draft)) return false;
  return hasSome(name, value) || (open && Array.isArray(value));
}

function wonHand(win, draft, rules, wind) {
  const told = { ...win.told };
  const declared = draft.riichi.includes(win.player) && !told.double_riichi && !told.open_riichi;
  if (declared && asks(rules, "riichi")) told.riichi = true;
  const circumstances = Object.fromEntries(
    rules.asks.filter(({ field }) => field in told).map(({ field, answer }) => [field, answerOf(field, answer).out(told[field], wind)]),
  );
  const source = win.from === null ? { self_drawn: true } : { from: wind(win.from) };
  return { hand: win.hand, win: win.tile, seat: wind(win.player), ...source, circumstances };
}

/** The draft of a hand of play that was told before, by the winds of `deal`: `roundOf` undone. */
export function draftOf(round, deal, rules, players) {
  const player = (name) => playerOn(deal, name, players);
  const ending = round.offender ? "error" : round.aborted ? "aborted" : round.wins?.length ? "win" : "draw";
  const draft = { ...blank(ending), wild: textOf(round.wild), indicator: round.indicator ?? "" };
  draft.wins = (round.wins ?? []).map((win) => winOf(win, rules, player, players));
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
  return { player: player(win.seat ?? "east"), from, hand: `${win.hand}${flowers}`, tile: win.win ?? "", told };
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

const FORMS = { numbers, factors: numbers, player: one, players: set, pairs, flag: same, aborted: same, kongs, hands };
const ANSWERS = { by_seat: numbers, seat: one, seat_set: set, seats: pairs };
const onePair = { out: ([pair], wind) => set.out(pair, wind), in: (pair, player) => [set.in(pair, player)] };

const answerOf = (field, answer) => (field === "two_tan_before" ? onePair : ANSWERS[answer] ?? same);
