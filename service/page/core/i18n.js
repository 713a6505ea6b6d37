// Words in the language of the page: that of the browser until another is chosen, which is remembered.

import app from "../i18n/app.js";
import asks from "../i18n/asks.js";
import errors from "../i18n/errors.js";
import phone from "../i18n/phone.js";
import refusals from "../i18n/refusals.js";
import scan from "../i18n/scan.js";
import table from "../i18n/table.js";
import { recall, remember } from "./store.js";

export const LANGUAGES = [
  { code: "en", name: "English", tag: "en" },
  { code: "zh", name: "中文", tag: "zh-Hans" },
  { code: "ja", name: "日本語", tag: "ja" },
];

const WORDS = { ...app, ...asks, ...errors, ...phone, ...refusals, ...scan, ...table };
const listeners = new Set();
let current = recall("language") ?? preferred();
if (!LANGUAGES.some(({ code }) => code === current)) current = "en";

function preferred() {
  const known = LANGUAGES.map(({ code }) => code);
  const wanted = (navigator.languages ?? [navigator.language]).map((one) => one.slice(0, 2).toLowerCase());
  return wanted.find((one) => known.includes(one)) ?? "en";
}

/** `en`, `zh` or `ja`. */
export const language = () => current;

/** Choose a language. */
export function setLanguage(code) {
  current = code;
  remember("language", code);
  for (const listener of listeners) listener();
}

/** Call `listener` whenever the language changes. */
export const onLanguage = (listener) => listeners.add(listener);

/** Tell the document its language. */
export const applyLanguage = () =>
  document.documentElement.setAttribute("lang", LANGUAGES.find(({ code }) => code === current).tag);

const place = () => LANGUAGES.findIndex(({ code }) => code === current);

/**
 * The words for `key` with `{name}` replaced, and `{name|tile|tiles}` by one of the two, as there is one or not; a key without
 * words is a fault and shows as itself.
 */
export function t(key, values = {}) {
  const words = WORDS[key];
  if (!words) {
    console.error(`no words for ${key}`);
    return key;
  }
  const put = (whole, name, one, many) => (one === undefined ? (values[name] ?? whole) : String(values[name]) === "1" ? one : many);
  return words[place()].replace(/\{(\w+)(?:\|([^|}]*)\|([^}]*))?\}/g, put);
}

/** Whether there are words for `key`. */
export const has = (key) => key in WORDS;

/** What the service says in English, in the language of the page where its answer has `translations`; and in which it is. */
export function inLanguage(text, translations = {}) {
  const own = translations[text]?.[current];
  return { words: own ?? text, lang: own ? undefined : "en" };
}

/** What something is called that the service names as `{name|zh, english|en, japanese|ja}`. */
export function called({ name, zh, english, en, japanese, ja }) {
  const chinese = zh ?? name;
  const own = { en: en ?? english, zh: chinese, ja: (ja ?? japanese) || chinese }[current];
  return own || chinese || en || english;
}

/** A number as people write it; `signed` with its sign. */
export function number(value, signed = false) {
  return new Intl.NumberFormat(current, { signDisplay: signed ? "exceptZero" : "auto" }).format(value).replace("-", "−");
}
