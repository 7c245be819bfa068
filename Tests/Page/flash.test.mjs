// SPDX-License-Identifier: Apache-2.0
import assert from "node:assert/strict";
import { test } from "node:test";
import { flashGlows, flashing } from "../../Web/flash.js";
import { choose } from "../../Web/store.js";

test("no two flashes come within 334 ms, whatever the beats are", () => {
  let seed = 1;
  const random = (most) => (seed = seed * 48271 % 2147483647) % most;
  for (let turn = 0; turn < 300; turn++) {
    let at = 0;
    const beats = Array.from({ length: 40 }, (_, n) => ({ n, sign: "XAxo."[random(5)], begin: at += (100 + random(500)) * 1e6 }));
    const found = flashing(beats, random(2) ? 0 : -Infinity);
    found.slice(1).forEach(({ begin }, index) => assert.ok(begin - found[index].begin >= 334e6));
  }
});

test("of a fast waltz every bell flashes", () => {
  const waltz = Array.from({ length: 39 }, (_, n) => ({ n, sign: n % 3 ? "x" : "X", begin: n * 2e8 }));
  assert.equal(flashing(waltz).filter(({ sign }) => sign === "X").length, 13);
});

test("silent beats do not flash, and hold no other beat back", () => {
  const beats = Array.from({ length: 8 }, (_, n) => ({ n, sign: n % 2 ? "." : "o", begin: n * 4e8 }));
  assert.deepEqual(flashing(beats).map(({ n }) => n), [0, 2, 4, 6]);
});

test("the screen flashes on where the machine of the daemon starts anew, and its clock counts from 0", () => {
  globalThis.document = { getElementById: () => ({}) };
  choose("flash", true);
  const flashes = (now) => flashGlows({ now, beats: [0, 1, 2, 3].map((n) => ({ n, sign: "x", begin: now + (n + 0.2) * 5e8, duration: 5e8 })) }).length;
  const hours = 36e12;
  assert.deepEqual([flashes(hours), flashes(hours + 1e9)], [4, 4]);
  flashes(3e10);
  assert.equal(flashes(3.1e10), 4);
});
