// SPDX-License-Identifier: Apache-2.0
import assert from "node:assert/strict";
import { test } from "node:test";
import { edit, edited, places, radii, ring, stepsOfBeat } from "../../Web/steps.js";

const signs = (text) => ring(text)?.steps.map(({ sign }) => sign).join("") ?? null;

test("every equal pattern is a ring: steps, steps of a beat, strokes", () => {
  assert.equal(signs("x..A"), "x..A");
  assert.equal(signs("(x.)*2x 4 per beat"), "x.x.x");
  assert.equal(signs("5 per bar"), "xxxxx");
  assert.equal(signs("3 per beat"), "xxx");
  assert.equal(signs("x..x.. over 2 bars"), "x..x..");
  for (const text of [null, "", "0 per bar", "65 per bar", "nothing"]) assert.equal(ring(text), null, text);
});

test("a tap changes a step by its number, and of strokes all of them, which sound as before", () => {
  const accent = { sign: "A", chance: "" };
  assert.equal(edit("x...", 2, accent), "3=A");
  assert.equal(edited("x... over 2 bars", 2, accent), "x.A. over 2 bars");
  assert.equal(edit("5 per bar", 1, accent), "xAxxx");
  assert.equal(edited("5 per bar", 1, accent), "xAxxx");
  assert.equal(ring("5 per bar").isSet, true);
  for (const text of ["3 per beat", "x.x 4 per beat"]) assert.equal(ring(text).isSet, false);
});

const timeline = {
  segments: [{ at_ns: 0, curve: "constant", origin: { beat: 0, fraction: 0 }, rate_ppm: 0, tempo: { numerator: 60, denominator: 1 } }],
  lanes: [{ from_beat: 0, lanes: [
    { name: "three", cycle: 4, denominator: 1, origin: { beat: 0, fraction: 0 } }, { name: "wander", cycle: 5, denominator: 4, origin: { beat: 0, fraction: 0 } }] }],
};

test("three against four: each step lights once in a bar, when it is heard", () => {
  const found = [0, 1, 2, 3].flatMap((n) => stepsOfBeat(timeline, "three", n, 3));
  assert.deepEqual(found.map(({ step }) => step), [0, 1, 2]);
  found.forEach(({ begin, duration }, index) => {
    assert.ok(Math.abs(begin - index * 4e9 / 3) < 1e3);
    assert.ok(Math.abs(duration - 4e9 / 3) < 1e3);
  });
});

test("a cycle of its own length wanders, and no step is lost or lit twice", () => {
  const found = Array.from({ length: 40 }, (_, n) => stepsOfBeat(timeline, "wander", n, 5)).flat();
  assert.equal(found.length, 160);
  found.forEach(({ step }, index) => assert.equal(step, index % 5));
  assert.deepEqual(stepsOfBeat(timeline, "none", 0, 4), []);
});

test("rings lie inside of each other, and steps beside each other", () => {
  for (let count = 1; count <= 6; count++) {
    const rings = radii(count);
    rings.forEach((one, index) => {
      assert.ok(one.radius + one.width / 2 <= 50 && one.radius - one.width / 2 > 4);
      if (index) assert.ok(rings[index - 1].radius - one.radius >= one.width);
      for (const steps of [3, 5, 16]) {
        const [first, second] = places(steps, one);
        assert.ok(Math.hypot(first.left - second.left, first.top - second.top) >= first.width - 1e-9);
      }
    });
  }
});
