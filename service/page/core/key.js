// The key of a service that has keys: told once in the address, as #key=KEY, which no browser sends anywhere, and kept
// on this phone. The address is cleaned before the page looks at it, so that the key is in no history or screenshot.

import { decoded } from "./address.js";
import { recall, remember } from "./store.js";

const TOLD = /^#\/?key=([^&]+)$/;

const told = TOLD.exec(location.hash);
if (told) {
  remember("key", decoded(told[1]));
  history.replaceState(history.state, "", location.pathname + location.search);
}

/** What a request brings along. */
export function keyHeaders() {
  const key = recall("key");
  return key ? { Authorization: `Bearer ${key}` } : {};
}
