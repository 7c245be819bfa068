// SPDX-License-Identifier: Apache-2.0
import assert from "node:assert/strict";
import { test } from "node:test";
import { flashing } from "../../Web/flash.js";

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
