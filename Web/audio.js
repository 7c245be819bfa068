// SPDX-License-Identifier: Apache-2.0
// Clicks along: samples of the daemon's kit, scheduled ahead on the audio clock of the browser.

import { alignment, clicks, lead, median, planned, soundsOf } from "./sound.js";
import { isKnown, monotonic, pageTime } from "./time.js";
import { choice, store } from "./store.js";
import { fetchWithin } from "./within.js";

const everyMs = 100, aheadNs = 0.4e9, hiddenAheadNs = 2.6e9, safetyS = 0.01;
let context = null, out = null, timer = null, readings = [], isSilenced = false;
let connection = 0;
const samples = new Map(), scheduled = new Map(), asked = new Set();

export const isWanted = () => choice("click", false);

export const audioState = () => ({ state: context?.state ?? "none", readings: readings.length, scheduled: scheduled.size, rate: context?.sampleRate });

// The server gives up an answer that is not taken within as long.
const againMs = 30_000, longestMs = 30_000, missed = new Map();

async function load(name) {
  if (asked.has(name) || performance.now() - (missed.get(name) ?? -Infinity) < againMs) return;
  asked.add(name);
  const begun = connection;
  try {
    const bytes = await fetchWithin(longestMs, told, `/sounds/${encodeURIComponent(name)}`, { credentials: "same-origin" });
    const buffer = await context.decodeAudioData(bytes);
    if (begun === connection) samples.set(name, { buffer, lead: lead(buffer.getChannelData(0), buffer.sampleRate) });
  } catch {
    if (begun !== connection) return;
    asked.delete(name);
    missed.set(name, performance.now());
  }
}

function told(answer) {
  if (!answer.ok) throw new Error(String(answer.status));
  return answer.arrayBuffer();
}

/** Has sounds read again: to another server, or another daemon, a name may mean another file. Until then those that are known play. */
export function readSoundsAgain() {
  connection += 1;
  asked.clear();
  missed.clear();
}

const secondAt = (ms) => (ms + median(readings)) / 1000;

function read() {
  const { contextTime, performanceTime } = context.getOutputTimestamp?.() ?? {};
  if (performanceTime > 0 && contextTime > 0) readings = alignment(readings, { context: contextTime, page: performanceTime });
  else if (context.currentTime > 0) {
    const late = (context.baseLatency || 0) + (context.outputLatency || 0);
    readings = alignment(readings, { context: context.currentTime - late, page: performance.now() });
  }
}

const key = ({ ns, lane }) => `${lane} ${Math.round(ns / 5e6)}`;

const timeline = () => store.trial ?? (store.status?.playing ? store.timeline : null);

const plain = { muted: false, count_in_sound: "auto", song: null, subdivision: 1, swing: "even", volume: 0.8, bell_volume: 1, lanes: [],
  sounds: { beat: "beat", bell: "beat" } };

/** Plans the clicks of the next moments: new ones are scheduled, those that are no longer due are taken back. */
export function planAudio() {
  clearTimeout(timer);
  timer = null;
  if (!isWanted() || isSilenced || !timeline() || !isKnown()) return quiet();
  if (context?.state !== "running") {
    timer = setTimeout(planAudio, 500);
    return;
  }
  read();
  if (store.status) soundsOf(store.status, store.timeline).forEach(load);
  if (store.trial) load("beat");
  if (readings.length >= 5) schedule();
  timer = setTimeout(planAudio, readings.length < 5 ? 20 : everyMs);
}

function schedule() {
  const now = monotonic(), late = choice("late", 0);
  const [from, to] = planned(now, document.hidden ? hiddenAheadNs : aheadNs, late);
  const wanted = clicks(timeline(), store.trial ? plain : store.status, from, to);
  const keys = new Set(wanted.map(key)), soon = context.currentTime + safetyS;
  for (const [name, { node, at }] of scheduled) {
    if (keys.has(name) || at < soon) {
      if (at < context.currentTime - 3) scheduled.delete(name);
      continue;
    }
    node.stop();
    scheduled.delete(name);
  }
  for (const click of wanted) {
    const name = key(click), sample = samples.get(click.sound);
    if (!sample) continue;
    const at = secondAt(pageTime(click.ns) - late) - sample.lead, known = scheduled.get(name), look = [click.sound, click.gain, click.pan].join();
    // One that has moved by a millisecond, or sounds otherwise, is placed anew; one that is under way stays.
    if (known && (Math.abs(known.at - at) < 0.001 && known.look === look || known.at < soon)) continue;
    if (at < soon) continue;
    known?.node.stop();
    scheduled.set(name, { node: strike(sample.buffer, at, click), at, look });
  }
}

function strike(buffer, at, { gain = 1, pan = 0 }) {
  const node = new AudioBufferSourceNode(context, { buffer }), level = new GainNode(context, { gain });
  node.connect(level);
  if (pan) level.connect(new StereoPannerNode(context, { pan })).connect(out);
  else level.connect(out);
  node.start(at);
  return node;
}

function quiet() {
  for (const { node } of scheduled.values()) node.stop();
  scheduled.clear();
}

/** Keeps the page's clicks silent for a while, as in a calibration. */
export function silence(isSilent) {
  isSilenced = isSilent;
  planAudio();
}

/** Opens the audio of the browser, which it allows at a touch at the earliest. */
export async function openAudio() {
  if (!isWanted()) {
    quiet();
    if (context?.state === "running") await context.suspend();
    return;
  }
  if (!context) {
    context = new AudioContext({ latencyHint: "playback" });
    out = new GainNode(context);
    out.connect(context.destination);
    context.onstatechange = planAudio;
  }
  if (context.state !== "running") await context.resume().catch(() => {});
  planAudio();
}

// A finger that comes down is no activation yet: that is when it goes up.
for (const event of ["pointerdown", "pointerup", "touchend", "click", "keydown"]) {
  document.addEventListener(event, () => context?.state !== "running" && openAudio(), { passive: true });
}
document.addEventListener("visibilitychange", planAudio);
