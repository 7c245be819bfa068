// SPDX-License-Identifier: Apache-2.0
// Measures the page's clock against the daemon's: many exchanges at first, then a few now and again.

import { learned, toMonotonic, toPage, unknown } from "./clock.js";
import { change, choice, store } from "./store.js";
import { fetchWithin } from "./within.js";

const longestMs = 10_000;
let clock = unknown(), number = 0, isRunning = false, step = null;

export const isKnown = () => clock.offset !== null;
/** Nanoseconds of CLOCK_MONOTONIC now, or at a page's time in milliseconds. */
export const monotonic = (ms = performance.now()) => toMonotonic(clock, ms);
export const pageTime = (ns) => toPage(clock, ns);

/** A hidden page may be asleep; one that clicks along is not. */
const isResting = () => document.hidden && !choice("click", false);

/** The step of the timer in milliseconds: some browsers have one of 1 ms, or of 100. */
function timerStep() {
  const begin = performance.now();
  let next = begin;
  while (next === begin) next = performance.now();
  return Math.max(0.1, next - begin);
}

async function told(answer) {
  if (!answer.ok) throw new Error(String(answer.status));
  return (await answer.json()).monotonic_ns;
}

/** One exchange; one that the page slept through is left out. */
async function exchange() {
  const url = `/clock?n=${++number}`;
  const wasResting = isResting(), sent = performance.now();
  const ns = await fetchWithin(longestMs, told, url, { cache: "no-store" });
  const received = performance.now();
  // The browser's own record of the exchange is tighter than what scripts see of it.
  const [entry] = performance.getEntriesByName(new URL(url, location).href);
  const isTight = entry?.requestStart > 0 && entry.requestStart >= sent - 0.2 && entry.responseStart <= received + 0.2;
  if (wasResting || isResting() || !(ns > 0)) return;
  const [from, to] = isTight ? [entry.requestStart, entry.responseStart] : [sent, received];
  clock = learned(clock, { sent: from - step, received: to + step, ns });
}

async function burst(count, lanes) {
  const work = async () => {
    for (let turn = 0; turn < count / lanes; turn++) await exchange();
  };
  await Promise.all(Array.from({ length: lanes }, work));
  performance.clearResourceTimings();
  change({ clock });
}

const sleep = (ms) => new Promise((done) => setTimeout(done, ms));

/** Until some milliseconds are over, or the page is hidden or looked at: a device that slept has another clock. */
const sleepInView = (ms) => new Promise((done) => {
  const end = () => {
    clearTimeout(timer);
    document.removeEventListener("visibilitychange", end);
    done();
  };
  const timer = setTimeout(end, ms);
  document.addEventListener("visibilitychange", end);
});

export async function keepTime() {
  if (isRunning) return;
  isRunning = true;
  step = timerStep();
  for (let round = 0; ; round++) {
    while (!["open", "daemon"].includes(store.connection)) await sleep(100);
    try {
      await burst(round < 4 ? 24 : 6, round < 4 ? 3 : 1);
    } catch {
      round = Math.min(round, 3);
      await sleep(1000);
    }
    await sleepInView(round < 4 ? 100 : round < 10 ? 5000 : 20_000);
    if (isResting()) await new Promise((done) => document.addEventListener("visibilitychange", done, { once: true }));
  }
}
