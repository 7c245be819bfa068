// SPDX-License-Identifier: Apache-2.0
// The connection: pairing, the stream of events, calls. It comes back by itself.

import { Connection } from "./connection.js";
import { change, choice, choose, store } from "./store.js";
import { fetchWithin } from "./within.js";

const callMs = 10_000;

/** Posts JSON, for no longer than a call may take. */
const post = (path, body, asking) => fetchWithin(callMs,
  async (answer) => ({ ok: answer.ok, status: answer.status, body: await answer.json().catch(() => ({})) }),
  path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) }, asking);

/** Sends the token of the address, and then removes it there. Answers `paired`, `refused` or `lost`. */
async function pair(asking) {
  const told = new URLSearchParams(location.hash.slice(1)), token = told.get("t");
  told.delete("t");
  try {
    const { ok, status, body } = await post("/pair", token ? { token } : {}, asking);
    if (token && (ok || [401, 403].includes(status))) history.replaceState(null, "", location.pathname + (`${told}` ? `#${told}` : ""));
    if (ok) change(body);
    return ok ? "paired" : [401, 403].includes(status) ? "refused" : "lost";
  } catch {
    return "lost";
  }
}

/** The status as told last, and what was asked for since: functions from a status to the members that it will have. */
let lastTold = null, asks = Promise.resolve();
const wishes = [];

/** What is shown when the page is opened again, until it is told more. */
const keep = () => choose("last", lastTold && { ...lastTold, playing: false });
lastTold = choice("last", null);
if (lastTold) change({ status: lastTold });
addEventListener("pagehide", keep);
document.addEventListener("visibilitychange", () => document.hidden && keep());

const show = () => change({ status: wishes.reduce((status, wish) => ({ ...status, ...wish(status) }), lastTold) });

/** The tempo of a song that is heard now: of one that changes all the time the status tells nothing. */
export function hear(bpm) {
  if (!lastTold?.song || !lastTold.playing || Math.abs(lastTold.bpm - bpm) < 0.01) return;
  lastTold = { ...lastTold, bpm };
  show();
}

function read(message) {
  const { method, params = {} } = message;
  if (method === "event.connection") {
    change({ connection: params.connected ? "open" : "daemon", ...(params.connected ? {} : { timeline: null }) });
    // A daemon that is gone plays nothing.
    if (!params.connected && lastTold) {
      lastTold = { ...lastTold, playing: false };
      show();
    }
    return;
  }
  // Its song tells the section that is heard now; sections that began meanwhile were not told.
  if (method === "event.hello") change({ section: null });
  if (method === "event.hello" && params.role) change({ role: params.role, name: params.name ?? "" });
  const told = params.state ?? params.status ?? (method === "event.hello" ? params : null);
  if (told?.heard !== undefined) {
    // What is shown is what is set, by its name; but a song has a tempo, a meter and a bell of its own.
    const { timeline, settings, ...rest } = told, { bpm, meter, bell } = told.heard;
    const status = { ...settings, ...rest, ...(told.song && { bpm, meter, bell }) };
    if (params.changed?.includes("song")) change({ songChanges: store.songChanges + 1 });
    if (params.changed?.includes("setlist")) change({ setlistChanges: store.setlistChanges + 1 });
    // The section of a former song, or of a former run, is none of this one.
    if (status.song?.path !== lastTold?.song?.path || status.run !== lastTold?.run) change({ section: null });
    lastTold = status;
    show();
    change({ connection: "open", ...(timeline !== undefined ? { timeline } : {}) });
    if (!status.playing) change({ timeline: null });
  }
  if (method === "event.timeline" || (method === "event.hello" && "timeline" in params)) change({ timeline: params.timeline });
  if (method === "event.audio" && lastTold) {
    lastTold = { ...lastTold, audio: params.audio };
    show();
  }
  if (method === "event.section") change({ section: { section: params.section, next: params.next } });
}

const connection = new Connection();
let source = null, asking = null, timer = null;

function take(event) {
  for (const action of connection.take(event, performance.now())) perform(action);
}

function perform({ does, turn, ms, connection: told }) {
  if (does === "tell") change({ connection: told });
  if (told === "unpaired") {
    lastTold = null;
    change({ status: null });
    keep();
  }
  if (does === "wake") {
    clearTimeout(timer);
    timer = setTimeout(() => take({ is: "tick" }), ms + 1);
  }
  if (does === "close") {
    clearTimeout(timer);
    asking?.abort();
    source?.close();
    source = asking = null;
  }
  if (does === "pair") {
    asking = new AbortController();
    pair(asking).then((answer) => take({ is: "paired", turn, answer }));
  }
  if (does === "open") open(turn);
}

function open(turn) {
  source = new EventSource("/events");
  source.onmessage = ({ data }) => {
    // What was on its way when the stream was closed says nothing any more.
    if (turn !== connection.turn) return;
    take({ is: "heard", turn });
    try {
      read(JSON.parse(data));
    } catch (error) {
      console.warn("metroweb: not understood:", error.message);
    }
  };
  source.addEventListener("heartbeat", () => take({ is: "heard", turn }));
  source.onerror = () => take({ is: "failed", turn });
}

export const follow = () => take({ is: "start" });

/** Connects at once where it waits to try again. */
export const hurry = () => take({ is: "hurry" });

// A new link that is opened in the same page brings a new token.
addEventListener("hashchange", () => new URLSearchParams(location.hash.slice(1)).has("t") && follow());

// A page that is left may be kept by the browser, and its connection with it, of which a browser has six for all.
addEventListener("pagehide", () => take({ is: "leave" }));
addEventListener("pageshow", ({ persisted }) => persisted && follow());

let number = 0;
/** Asks the daemon; answers its result, or null where it refused, which is told. Where no answer comes, the connection is lost. */
export async function call(method, params = {}) {
  // A call that was lost with a former connection says nothing of the present one.
  const { turn } = connection;
  try {
    const { status, body } = await post("/call", { id: ++number, method, params });
    if (body.result !== undefined) return body.result;
    const { message = String(status), data } = body.error ?? {};
    change({ refusal: { message, reason: data?.reason ?? null, method } });
  } catch {
    take({ is: "failed", turn });
  }
  return null;
}

/** How long the status may take that tells what was answered. */
const toldMs = 300;

/** Asks the daemon for a change once those before it are answered, so that none overtakes another; answers as `call` does. What waits when
 *  the connection is lost is not asked for any more. */
export function inTurn(method, params) {
  const { turn } = connection;
  asks = asks.then(() => (turn === connection.turn ? call(method, params) : null));
  return asks;
}

/** Asks for a change, in its turn, that is shown at once, and taken back where it is refused. */
export function wish(values, method, params) {
  wishes.push(values);
  show();
  const drop = () => {
    wishes.splice(wishes.indexOf(values), 1);
    show();
  };
  inTurn(method, params).then((result) => (result === null ? drop() : setTimeout(drop, toldMs)));
}
