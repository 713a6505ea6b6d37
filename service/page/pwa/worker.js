// The page without a connection. The service writes `VERSION`, a hash of the page's files, and `SHELL`, their addresses,
// before this. Answers that hold hands, photos or tables are never kept: under /v1 only what the rules are.

/* global VERSION, SHELL */

const PREFIX = "hupai-";
const CACHE = PREFIX + VERSION;
const RULES = `${PREFIX}rules`;
const IS_RULES = /^\/v1\/(rules(\/\w+)?|tiles)$/;

self.addEventListener("install", (event) => {
  const fresh = SHELL.map((address) => new Request(address, { cache: "reload" }));
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(fresh)));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(tidy().then(() => self.clients.claim()));
});

self.addEventListener("message", ({ data }) => data === "take over" && self.skipWaiting());

self.addEventListener("fetch", (event) => {
  const { method, url } = event.request;
  const { origin, pathname } = new URL(url);
  if (method !== "GET" || origin !== self.location.origin) return;
  if (IS_RULES.test(pathname)) event.respondWith(networkFirst(event.request));
  else if (SHELL.includes(pathname)) event.respondWith(kept(event.request, pathname));
});

async function tidy() {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith(PREFIX) && name !== CACHE && name !== RULES);
  await Promise.all(old.map((name) => caches.delete(name)));
}

/** A file of this version of the page. */
async function kept(request, pathname) {
  const cache = await caches.open(CACHE);
  return (await cache.match(pathname)) ?? fetch(request);
}

/** What the rules are, as the service says it now; as it said it before where it does not answer. */
async function networkFirst(request) {
  const cache = await caches.open(RULES);
  try {
    const response = await fetch(request);
    if (response.ok) await cache.put(request, response.clone());
    return response;
  } catch (error) {
    const before = await cache.match(request);
    if (before) return before;
    throw error;
  }
}
