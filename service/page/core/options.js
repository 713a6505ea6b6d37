// The switches of a rule system.

/** What a switch decides, in a sentence of the rule book's code, in English, without its own marks. */
export const optionWords = ({ help }) => help.replace(/\s*\([A-Z]+-Q[\d, A-Z-]+\)/g, "").replaceAll("``", "").replace(/\s+/g, " ");
