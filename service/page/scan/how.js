// How the hand was won and by which rules: what the photo cannot show.

import { once } from "../core/api.js";
import { makesSense, onlyRobs } from "../core/asked.js";
import { codesIn, isFlower } from "../core/tiles.js";
import { recall, remember } from "../core/store.js";

export const SEATS = ["east", "south", "west", "north"];

const kept = recall("how") ?? {};
/** What was told of the hand that is looked at, which a reload does not lose. */
const told = recall("told", "tab") ?? {};

/**
 * What was answered. `seat`, the winner's, and `from` are null until somebody says them, and `from` is empty for a
 * self-draw; `flower` is the code of the flower that won, empty for another tile; `values` are the answers to what the
 * rules ask, by field.
 */
export const how = {
  rules: kept.rules ?? "mcr",
  seat: told.seat ?? null,
  round: kept.round ?? "east",
  from: told.from ?? null,
  flower: told.flower ?? "",
  values: told.values ?? {},
  options: kept.options ?? {},
  /** The table at which this phone sits, as `seatedTable` tells of it, where the hand is played there. */
  table: null,
};

/** Take rules, winds and counters from a table, or from nobody. */
export function sitAt(table) {
  how.table = table;
  if (!table) return;
  how.rules = table.rules;
  how.round = table.round;
  if (table.players.length === 3) how.values = { ...how.values, players: 3 };
}

/** What a table knows itself, by the field that asks for it. */
const OF_TABLE = {
  honba: ({ deal }) => deal.honba,
  sticks: ({ deal }) => deal.sticks,
  dealer_streak: ({ deal }) => deal.streak,
  players: ({ players }) => players.length,
};

/** What people are called, by seat. */
export const names = () => Object.fromEntries((how.table?.seats ?? []).map(({ seat, name }) => [seat, name]));

/** Change answers; what lasts an evening is remembered on this phone. */
export function tell(changes) {
  Object.assign(how, changes);
  if (how.from === how.seat) how.from = null;
  keepTold();
  if (!how.table) remember("how", { rules: how.rules, round: how.round, options: how.options });
}

/** What of the win is still to be told, as what it is paid depends on it: "seat", "from", or null. */
export const untold = () => (how.seat === null ? "seat" : how.from === null ? "from" : null);

/** Forget what was special about the last hand. */
export function forget() {
  how.values = Object.fromEntries(Object.entries(how.values).filter(([field]) => LASTING.has(field)));
  how.seat = null;
  how.from = null;
  how.flower = "";
  keepTold();
}

const keepTold = () => remember("told", { seat: how.seat, from: how.from, flower: how.flower, values: how.values }, "tab");

const LASTING = new Set(["players", "has_dealer"]);

/** The rule systems on offer. */
export const systems = async () => (await once("/v1/rules")).rules;

/** The chosen rule system with what it asks and its options. */
export const system = () => once(`/v1/rules/${encodeURIComponent(how.rules)}`);

/** Answers where nothing was said, by field; all others are no, none and nothing. */
const DEFAULTS = { players: 4, has_dealer: true };

const EMPTY = { yes_no: false, number: 0, by_seat: {}, seat: "", seats: [], seat_set: [], tile: "", tiles: [], suit: "" };

/** Yes-or-no questions that may also stay open. */
export const OPEN = new Set(["others_hold_jing", "discarder_ready"]);

/** What is taken for the answer to a question until another is given; `reading` may show the indicators. */
export function answerTo({ field, answer }, reading) {
  if (how.table && field in OF_TABLE) return OF_TABLE[field](how.table);
  if (field in how.values) return how.values[field];
  if (field in DEFAULTS) return DEFAULTS[field];
  if (OPEN.has(field)) return null;
  const turnedUp = (reading?.tiles ?? []).filter(({ role, tile }) => role === "indicator" && tile !== "back");
  if (field === "dora_indicators") return turnedUp.map(({ tile }) => tile);
  if (field === "indicator" && turnedUp.length === 1) return turnedUp[0].tile;
  return EMPTY[answer];
}

/** The flowers of a reading of which one may have won by the rules. */
export const flowersToWin = (detail, reading) =>
  detail.flower_wins ? (reading?.tiles ?? []).filter(({ tile, role }) => role === "flower" && isFlower(tile)).map(({ tile }) => tile) : [];

/** Whether sets of the hand were claimed from others. */
const isOpen = (reading) => (reading?.melds ?? []).some(({ kind }) => kind !== "kong_concealed");

/** The questions of the rules that make sense for this win, the prevailing wind apart. */
export function questions(detail, reading) {
  const byField = Object.fromEntries(detail.asks.map((ask) => [ask.field, ask]));
  const win = {
    rules: detail.name,
    drawn: how.from === "",
    claimed: Boolean(how.from),
    dealer: how.seat === "east",
    fromDealer: how.from === "east",
    players: seats().length,
    open: isOpen(reading),
    onlyRobs: robsOnly(detail),
    told: (field) => (byField[field] ? answerTo(byField[field], reading) : undefined),
  };
  return detail.asks.filter(({ field }) => field !== "round_wind" && makesSense(field, win));
}

/** Whether another's tile wins by robbing a kong alone, by the rules as they are set. */
export const robsOnly = (detail) => onlyRobs(detail, (how.table ? how.table.options : how.options[how.rules]) ?? {});

/** Those of them that a person is asked: not what the table knows. */
export const openQuestions = (detail, reading) =>
  questions(detail, reading).filter(({ field }) => !(how.table && field in OF_TABLE));

/** Seats that sit there. */
export const seats = () => ((how.table?.players.length ?? how.values.players) === 3 ? SEATS.slice(0, 3) : SEATS);

const isTold = (value) =>
  value !== null && value !== "" && value !== false && value !== 0 && !(Array.isArray(value) && value.length === 0) &&
  !(typeof value === "object" && !Array.isArray(value) && Object.values(value).every((each) => !each));

/**
 * What is sent: the rules, who won how, and every answer that differs from the plain one. Until it is said who won how,
 * the dealer is taken to have drawn the tile.
 */
export async function asked(reading) {
  const detail = await system();
  const circumstances = {};
  for (const question of questions(detail, reading)) {
    const value = answerTo(question, reading);
    if (isTold(value) || (question.field in how.values && how.values[question.field] === false && staysOpen(question))) {
      circumstances[question.field] = wire(question, value);
    }
  }
  if (how.from && robsOnly(detail) && !circumstances.earthly) circumstances.robbed_kong = true;
  const flower = flowersToWin(detail, reading).includes(how.flower);
  return {
    rules: how.rules,
    options: await optionsTold(how.rules),
    seat: how.seat ?? "east",
    round: how.round,
    ...(how.from ? { from: how.from } : { self_drawn: true }),
    ...(flower && { win: how.flower }),
    circumstances,
  };
}

const staysOpen = ({ field }) => OPEN.has(field) || DEFAULTS[field] === true;

const wire = ({ field, answer }, value) => (answer === "seats" && field === "two_tan_before" ? value[0] : answer === "tiles" ? value.join("") : value);

/** The switches of a rule system that were set, at the table or on this phone, as far as it still has them. */
export async function optionsTold(rules) {
  const set = Object.entries((how.table?.rules === rules ? how.table.options : how.options[rules]) ?? {});
  if (set.length === 0) return {};
  const { options } = await once(`/v1/rules/${encodeURIComponent(rules)}`);
  return Object.fromEntries(set.filter(([name]) => options.some((option) => option.name === name)));
}

/** Set a switch of the rules, or take back what was set. */
export function setOption(name, value, usual) {
  const own = { ...how.options[how.rules] };
  if (value === usual) delete own[name];
  else own[name] = value;
  tell({ options: { ...how.options, [how.rules]: own } });
}

/** The answer to a question of tiles from what was told in notation. */
export const tilesTold = (value) => (Array.isArray(value) ? value : codesIn(value));
