// SPDX-License-Identifier: Apache-2.0
// The connection: pairing, the stream of events, calls. It comes back by itself.

import { change, store } from "./store.js";

const post = (path, body) => fetch(path, {
  method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body),
});

/** Sends the token of the address, and removes it from there once it was looked at. Answers `paired`, `refused` or `lost`. */
async function pair() {
  const token = new URLSearchParams(location.hash.slice(1)).get("t");
  try {
    const answer = await post("/pair", token ? { token } : {});
    if (token && answer.status !== 429) history.replaceState(null, "", location.pathname);
    if (answer.ok) change(await answer.json());
    return answer.ok ? "paired" : [401, 403].includes(answer.status) ? "refused" : "lost";
  } catch {
    return "lost";
  }
}

function read(message) {
  const { method, params = {} } = message;
  if (method === "event.connection") {
    change({ connection: params.connected ? "open" : "daemon", ...(params.connected ? {} : { timeline: null }) });
    return;
  }
  if (method === "event.hello" && params.role) change({ role: params.role, name: params.name ?? "" });
  const told = params.state ?? params.status ?? (method === "event.hello" ? params : null);
  if (told?.bpm !== undefined) {
    const { timeline, ...status } = told;
    change({ status, connection: "open", ...(timeline !== undefined ? { timeline } : {}) });
    if (!status.playing) change({ timeline: null });
  }
  if (method === "event.timeline" || (method === "event.hello" && "timeline" in params)) change({ timeline: params.timeline });
  if (method === "event.audio" && store.status) change({ status: { ...store.status, audio: params.audio } });
  if (method === "event.section") change({ section: { section: params.section, next: params.next } });
}

let source = null, wait = 0, timer = null;

/** Follows the daemon; when the connection is lost it pairs and connects again, in 0.4 s and then more slowly. */
export async function follow() {
  clearTimeout(timer);
  const paired = await pair();
  if (paired === "refused") return change({ connection: "unpaired" });
  if (paired === "lost") return again("lost");
  source = new EventSource("/events");
  source.onmessage = ({ data }) => {
    wait = 0;
    try {
      read(JSON.parse(data));
    } catch (error) {
      console.warn("metroweb: not understood:", error.message);
    }
  };
  source.onerror = () => {
    source.close();
    again("lost");
  };
}

function again(connection) {
  change({ connection });
  wait = Math.min(5000, wait ? wait * 1.6 : 400);
  timer = setTimeout(follow, wait);
}

// A new link that is opened in the same page brings a new token.
addEventListener("hashchange", () => {
  source?.close();
  follow();
});

// A page that is left may be kept by the browser, and its connection with it, of which a browser has six for all.
addEventListener("pagehide", () => source?.close());
addEventListener("pageshow", ({ persisted }) => persisted && follow());

/** Connects at once where it waits to try again, as when the page is seen again. */
export function hurry() {
  if (store.connection !== "lost") return;
  wait = 0;
  follow();
}

let number = 0;
/** Asks the daemon; answers its result, or null where it refused, which is told. */
export async function call(method, params = {}) {
  try {
    const answer = await post("/call", { id: ++number, method, params });
    const body = await answer.json().catch(() => ({}));
    if (body.result !== undefined) return body.result;
    const { message = String(answer.status), data } = body.error ?? {};
    change({ refusal: { message, reason: data?.reason ?? null, method } });
  } catch {
    change({ refusal: { message: "", reason: "lost", method } });
  }
  return null;
}
