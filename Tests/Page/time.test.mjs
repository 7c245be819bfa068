// SPDX-License-Identifier: Apache-2.0
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

// A browser whose timer has a step, on a network; the daemon's clock is 5 s ahead, and `gain` parts faster. Time passes by waiting alone.
let now, step, way, gain, asked, hanging, waits, watchers, seed = 1;
const random = () => (seed = seed * 48271 % 2147483647) / 2147483647;
const daemon = () => now * (1 + gain) + 5000;
Object.assign(globalThis, {
  location: "http://stage/",
  document: { addEventListener: (_, run) => watchers.add(run), removeEventListener: (_, run) => watchers.delete(run) },
  setTimeout: (run, ms) => waits.push({ run, at: now + ms }), clearTimeout: () => {},
  fetch: async (_, { signal }) => {
    const ms = way * random();
    asked++;
    if (hanging > 0) {
      hanging--;
      await new Promise((_, fail) => signal?.addEventListener("abort", () => fail(new Error("given up"))));
    }
    now += ms;
    const monotonic_ns = daemon() * 1e6;
    now += way - ms;
    return { ok: true, json: async () => ({ monotonic_ns }) };
  },
});
Object.assign(performance, {
  now: () => Math.floor((now += 1e-4) / step) * step, getEntriesByName: () => [], clearResourceTimings: () => {},
});
const settled = () => new Promise((done) => { setImmediate(done); });
async function pass(ms) {
  for (const end = now + ms; now < end;) {
    for (let turn = 0; turn < 20; turn++) await settled();
    const due = waits.filter(({ at }) => at <= now);
    waits = waits.filter(({ at }) => at > now);
    due.forEach(({ run }) => run());
    if (!due.length) now = Math.min(end, ...waits.map(({ at }) => at));
  }
}
const off = ({ monotonic }) => Math.abs(monotonic(now) / 1e6 - daemon());
let copy = 0;
async function opened() {
  const { choose, store } = await import("../../Web/store.js"), time = await import(`../../Web/time.js?${++copy}`);
  choose("click", false);
  store.connection = "open";
  time.keepTime();
  return { ...time, choose, store };
}

beforeEach(() => {
  [now, step, way, gain, asked, hanging, waits, watchers] = [1000, 0.1, 0.5, 0, 0, 0, [], new Set()];
  document.hidden = false;
});

test("what a page shows of its clock bounds how far that is off, however coarse its timer is", async () => {
  for (const [coarse, quick] of [[0.1, 0.3], [1, 0.3], [1, 0.5], [16.67, 5]]) {
    [now, step, way, waits] = [1000, coarse, quick, []];
    const page = await opened();
    for (let turn = 0; turn < 20; turn++) {
      await pass(5000);
      const { error } = page.store.clock;
      // Beyond the last exchange it is a guess.
      assert.ok(off(page) <= 1.5 * error && error <= 2 * coarse + quick, `${coarse} ${quick}: off by ${off(page)}, and shows ${error}`);
    }
  }
});

test("a hidden page that clicks along measures its clock on, and one that is silent rests", async () => {
  gain = 20e-6;
  const page = await opened();
  await pass(2000);
  document.hidden = true;
  watchers.forEach((run) => run());
  const before = asked;
  await pass(600_000);
  assert.ok(asked - before <= 6, `a silent page asks ${asked - before} times`);
  document.hidden = false;
  watchers.forEach((run) => run());
  page.choose("click", true);
  await pass(2000);
  document.hidden = true;
  watchers.forEach((run) => run());
  await pass(1_800_000);
  assert.ok(off(page) < 1, `off by ${off(page)} ms after half an hour`);
});

test("an exchange that hangs is given up after 10 s, and the clock is measured on", async () => {
  const page = await opened();
  hanging = 2;
  await pass(9000);
  const before = asked;
  await pass(20_000);
  assert.ok(asked > before + 20, `${asked - before} exchanges`);
  assert.ok(off(page) < 1, `off by ${off(page)} ms`);
});
