// The service. What it refuses is a `Problem` with its stable code; `problemText` has the words.

import { has, t } from "./i18n.js";
import { keyHeaders } from "./key.js";

/** Why there is no answer. */
export class Problem extends Error {
  constructor({ code, detail = "", status = 0, retryAfter = 0, ...more }) {
    super(detail || code);
    Object.assign(this, { code, detail, status, retryAfter, more });
  }
}

/** The words for a problem, and when to try again. */
export function problemText(problem) {
  const key = `error.${problem.code}`;
  const words = has(key) ? t(key, { ...problem.more, detail: problem.detail }) : t("error.other", { detail: problem.detail });
  return problem.retryAfter ? `${words} ${t("error.retry", { seconds: problem.retryAfter })}` : words;
}

/**
 * Ask the service: `call("POST", "/v1/score", {body, headers, signal})` gives the answer's JSON; with `whole`, the JSON
 * and the headers, `{data, headers, status}`. Raises a `Problem`.
 */
export async function call(method, path, { body, headers = {}, signal, whole = false } = {}) {
  const json = body === undefined || body instanceof FormData ? {} : { "Content-Type": "application/json" };
  let response;
  try {
    const sent = body === undefined || body instanceof FormData ? body : JSON.stringify(body);
    response = await fetch(path, { method, body: sent, headers: { ...json, ...keyHeaders(), ...headers }, signal });
  } catch (error) {
    throw unanswered(error);
  }
  const data = await response.json().catch((error) => {
    if (error.name !== "SyntaxError") throw unanswered(error);
    return null;
  });
  if (!response.ok) throw problemOf(response.status, data, response.headers.get("Retry-After"));
  return whole ? { data, headers: response.headers, status: response.status } : data;
}

/** Why no answer came, or not all of it: it was given up, or the connection is gone. */
const unanswered = (error) => (error.name === "AbortError" ? error : new Problem({ code: "offline" }));

export const get = (path, options) => call("GET", path, options);
export const post = (path, body, options) => call("POST", path, { ...options, body });

function problemOf(status, data, retry) {
  const seconds = Number.parseInt(retry ?? "", 10) || 0;
  return new Problem({ code: "internal", ...data, status, retryAfter: seconds });
}

/** Send a form and hear how far it is: `onProgress(share)`, 0 to 1. Raises a `Problem`, or an `AbortError`. */
export function upload(path, form, { onProgress = () => {}, signal } = {}) {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", path);
    request.responseType = "json";
    for (const [name, value] of Object.entries(keyHeaders())) request.setRequestHeader(name, value);
    request.upload.addEventListener("progress", ({ loaded, total }) => total && onProgress(loaded / total));
    request.addEventListener("load", () => {
      if (request.status < 400 && request.response) return resolve(request.response);
      reject(problemOf(request.status, request.response, request.getResponseHeader("Retry-After")));
    });
    request.addEventListener("error", () => reject(new Problem({ code: "offline" })));
    request.addEventListener("abort", () => reject(new DOMException("cancelled", "AbortError")));
    signal?.addEventListener("abort", () => request.abort());
    if (signal?.aborted) return reject(new DOMException("cancelled", "AbortError"));
    request.send(form);
  });
}

const kept = new Map();

/** An answer that does not change while the page is open, asked for once. */
export function once(path) {
  if (!kept.has(path)) {
    kept.set(path, get(path));
    kept.get(path).catch(() => kept.delete(path));
  }
  return kept.get(path);
}
