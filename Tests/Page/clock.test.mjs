// SPDX-License-Identifier: Apache-2.0
import assert from "node:assert/strict";
import { test } from "node:test";
import { learned, offsetAt, unknown } from "../../Web/clock.js";

let seed = 1;
const random = (most) => (seed = seed * 48271 % 2147483647) / 2147483647 * most;

/** How far off the page is at worst, and by how much more than it shows; the daemon's clock is 5 s ahead, and gains. */
function played(tick, way, gain, until = 200_000) {
  let clock = unknown(), worst = 0, beyond = -Infinity;
  const floored = (ms) => (tick ? Math.floor(ms / tick) * tick : ms);
  for (let ms = 1000, count = 0; ms < until; ms += count < 72 ? random(20) : 3000 + random(1000), count++) {
    clock = learned(clock, { sent: floored(ms), received: floored(ms + way), ns: ((ms + way * random(1)) * (1 + gain) + 5000) * 1e6 });
    const off = Math.abs(offsetAt(clock, ms) - ms * gain - 5000);
    // Not Math.max: what is no number is worst.
    if (!(off <= worst)) worst = off;
    if (!(off - clock.error <= beyond)) beyond = off - clock.error;
  }
  return { worst, beyond };
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
