// Hear when a table changes: by server-sent events, and by asking now and then where these do not come through.

const POLL = 8000;
const RETRY = 3000;
const PATIENCE = 3;

/**
 * Call `onChange(version)` when the table may have changed (null when it is not known to what) and
 * `onConnection("live" | "polling" | "offline")` when that changes; `ask()` asks the service once and says by a promise
 * whether it was reached. Ends with `signal`.
 */
export function listen(path, { onChange, onConnection, ask, signal }) {
  let source = null;
  let failures = 0;
  let timer = 0;
  let now = "";
  const tell = (state) => state !== now && onConnection((now = state));

  const open = () => {
    if (signal.aborted) return;
    if (!("EventSource" in window) || failures >= PATIENCE) return poll();
    source = new EventSource(path);
    source.addEventListener("open", () => {
      failures = 0;
      tell("live");
      onChange(null);
    });
    source.addEventListener("table", ({ data }) => onChange(versionIn(data)));
    source.addEventListener("error", retry);
  };

  const retry = async () => {
    source?.close();
    if (signal.aborted) return;
    failures += 1;
    const reached = await ask();
    tell(reached ? "polling" : "offline");
    if (!reached) failures = 0;
    later(open, RETRY);
  };

  const poll = async () => {
    tell((await ask()) ? "polling" : "offline");
    later(poll, POLL);
  };

  const later = (next, wait) => {
    clearTimeout(timer);
    if (!signal.aborted) timer = setTimeout(next, wait);
  };

  const again = () => {
    failures = 0;
    source?.close();
    open();
  };
  window.addEventListener("online", again, { signal });
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && ask(), { signal });
  signal.addEventListener("abort", () => {
    clearTimeout(timer);
    source?.close();
  });
  open();
}

function versionIn(data) {
  try {
    return JSON.parse(data).version ?? null;
  } catch {
    return null;
  }
}
