// SPDX-License-Identifier: Apache-2.0
// The connection: pairing, the stream of events, calls. It comes back by itself.

import { change, store } from "./store.js";

const post = (path, body) => fetch(path, {
  method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body), credentials: "same-origin",
});

/** Sends the token of the address, and removes it from there. */
export async function pair() {
  const token = new URLSearchParams(location.hash.slice(1)).get("t");
  try {
    const answer = await post("/pair", token ? { token } : {});
    if (token) history.replaceState(null, "", location.pathname);
    if (answer.ok) change(await answer.json());
    return answer.ok || answer.status === 403 && !token;
  } catch {
    return null;
  }
}

function read(message) {
  const { method, params = {} } = message;
  if (method === "event.connection") {
    change({ connection: params.connected ? "open" : "daemon", ...(params.connected ? {} : { timeline: null }) });
    return;
  }
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

let source = null, wait = 0;

/** Follows the daemon; when the connection is lost it pairs and connects again, in half a second and then more slowly. */
export async function follow() {
  const paired = await pair();
  if (paired === null) return again("lost");
  source = new EventSource("/events");
  source.onmessage = ({ data }) => {
    wait = 0;
    try {
      read(JSON.parse(data));
    } catch (error) {
      console.warn("metroweb: not understood:", error.message);
    }
  };
  source.onerror = async () => {
    source.close();
    const state = await fetch("/events", { method: "HEAD" }).then(({ status }) => status, () => 0);
    again(state === 401 || state === 403 ? "unpaired" : "lost");
  };
}

function again(connection) {
  change({ connection });
  wait = Math.min(5000, wait ? wait * 1.6 : 400);
  setTimeout(follow, wait);
}

/** Connects at once where it waits to try again, as when the page is seen again. */
export function hurry() {
  if (source?.readyState === EventSource.CLOSED) wait = 0;
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
