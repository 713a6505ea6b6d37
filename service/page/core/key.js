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

/** What a WebSocket offers as its subprotocols: it brings no headers along, so the key is one of them. */
export function keyProtocols() {
  const key = recall("key");
  return key ? ["hupai", `key.${packed(key)}`] : ["hupai"];
}

/** A text in URL-safe base 64 without padding. */
function packed(text) {
  const bytes = String.fromCharCode(...new TextEncoder().encode(text));
  return btoa(bytes).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
