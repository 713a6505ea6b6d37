// The switches of a rule system.

import { inLanguage, language } from "./i18n.js";

/** What a switch decides and the language of these words; in English, without its own marks, where the rules have no others. */
export function optionWords({ help }, { translations } = {}) {
  const { words, lang } = inLanguage(help, translations);
  return { words: words.replace(/\s*\([A-Z]+-Q[\d, A-Z-]+\)/g, "").replaceAll("``", "").replace(/\s+/g, " "), lang };
}

/** The words that a switch takes, each with what it is called. */
export const optionChoices = ({ name, values }, { translations = {} } = {}) =>
  values.map((value) => [value, translations[`${name}=${value}`]?.[language()] ?? value.replaceAll("_", " ")]);
