// What is remembered on this phone. Where the browser keeps nothing, it is remembered while the page is open.

const PREFIX = "hupai.";

/** Where it is kept: for good, or while this tab is there, a reload included. */
const PLACES = { phone: () => localStorage, tab: () => sessionStorage };

/** What no place took, as JSON, by place and key. */
const unkept = new Map();

export function recall(key, place = "phone") {
  try {
    return JSON.parse(unkept.get(place + key) ?? PLACES[place]().getItem(PREFIX + key));
  } catch {
    return null;
  }
}

export function remember(key, value, place = "phone") {
  const text = JSON.stringify(value);
  unkept.delete(place + key);
  try {
    PLACES[place]().setItem(PREFIX + key, text);
  } catch {
    unkept.set(place + key, text); // Private windows and full phones keep nothing.
    outdated(key, place);
  }
}

/** What was remembered before is of no use. */
function outdated(key, place) {
  try {
    PLACES[place]().removeItem(PREFIX + key);
  } catch {
    // There is nothing.
  }
}
