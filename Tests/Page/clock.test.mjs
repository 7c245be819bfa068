// SPDX-License-Identifier: Apache-2.0
import assert from "node:assert/strict";
import { test } from "node:test";
import { learned, offsetAt, toMonotonic, toPage, unknown } from "../../Web/clock.js";

let seed = 1;
const random = (most) => (seed = seed * 48271 % 2147483647) / 2147483647 * most;

/** How far off the page is at worst, by how much more than it shows, and how far off it is on average in the last 100 s; the
 *  daemon's clock is 5 s ahead, and gains. */
function played(tick, way, gain, until = 200_000) {
  let clock = unknown(), worst = 0, beyond = -Infinity;
  const last = [];
  const floored = (ms) => (tick ? Math.floor(ms / tick) * tick : ms);
  for (let ms = 1000, count = 0; ms < until; ms += count < 72 ? random(20) : 3000 + random(1000), count++) {
    clock = learned(clock, { sent: floored(ms), received: floored(ms + way), ns: ((ms + way * random(1)) * (1 + gain) + 5000) * 1e6 });
    const off = Math.abs(offsetAt(clock, ms) - ms * gain - 5000);
    // Not Math.max: what is no number is worst.
    if (!(off <= worst)) worst = off;
    if (!(off - clock.error <= beyond)) beyond = off - clock.error;
    if (ms > until - 100_000) last.push(off);
  }
  return { worst, beyond, late: last.reduce((sum, off) => sum + off, 0) / last.length };
}

test("a page whose timer is coarse, on a quick network, knows its clock to within a step of the timer", () => {
  for (const [tick, way] of [[1, 0.3], [1, 0.5], [16.67, 5]]) {
    const { worst } = played(tick, way, 0);
    assert.ok(worst <= tick, `${tick} ${way}: off by ${worst}`);
  }
});

test("a clock that gains more within ten seconds than an exchange takes is known to within what is shown", () => {
  for (const gain of [1e-4, -1e-4]) {
    const { beyond } = played(0, 0.05, gain, 30_000);
    assert.ok(beyond <= 0.05, `${gain}: off by ${beyond} more than is shown`);
  }
});

test("a clock that gains 200 ppm is known to within 2 ms by exchanges of 20 ms, after five minutes as after an hour", () => {
  for (const gain of [2e-4, -2e-4]) {
    for (const until of [300_000, 3_600_000]) {
      const { late } = played(0, 20, gain, until);
      assert.ok(late < 2, `${gain}: off by ${late} ms after ${until} ms`);
    }
  }
});

test("a time of the daemon is found again on the page's clock, though the daemon's clock gains", () => {
  const clock = { offset: 5000, slope: 2e-4, at: 0 };
  for (const ms of [0, 1e5, 1e6]) assert.ok(Math.abs(toPage(clock, toMonotonic(clock, ms)) - ms) < 0.05, `${ms}`);
});

test("a clock that jumps, ahead or back, is believed at the third exchange that contradicts what was known", () => {
  for (const jump of [2000, -2000]) {
    let clock = unknown();
    const exchange = (ms, offset) => { clock = learned(clock, { sent: ms, received: ms + 2, ns: (ms + 1 + offset) * 1e6 }); };
    for (let ms = 0; ms < 1000; ms += 50) exchange(ms, 5000);
    const offsets = [1000, 1050, 1100].map((ms) => {
      exchange(ms, 5000 + jump);
      return Math.round(offsetAt(clock, ms));
    });
    assert.deepEqual(offsets, [5000, 5000, 5000 + jump]);
  }
});
