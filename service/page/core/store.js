// What is remembered on this phone. Where the browser keeps nothing, everything works and is forgotten.

const PREFIX = "hupai.";

export function recall(key) {
  try {
    return JSON.parse(localStorage.getItem(PREFIX + key));
  } catch {
    return null;
  }
}

export function remember(key, value) {
  try {
    localStorage.setItem(PREFIX + key, JSON.stringify(value));
  } catch {
    // Private windows and full phones keep nothing.
  }
}
