// SPDX-License-Identifier: Apache-2.0
import assert from "node:assert/strict";
import { test } from "node:test";
import { onsets, place, tempo } from "../../Web/timeline.js";

test("a tempo that is bent to follow a clock is told as it is written", () => {
  const segment = {
    at_ns: 0, curve: "constant", origin: { beat: 0, fraction: 0 }, rate_ppm: 0, tempo: { numerator: 12012, denominator: 100 },
    correction_ppm: 1000,
  };
  assert.equal(tempo({ segments: [segment] }, 1), 120);
});

test("signs of more than one bar go on with the next bar", () => {
  const timeline = { bars: [{ from_beat: 0, origin: { beat: 2, bar: 1 }, beats: 4, accents: "XAo.x.xA", bell: null }] };
  assert.equal([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((n) => place(timeline, n).sign).join(""), "xAXAo.x.xAX");
  assert.deepEqual([place(timeline, 1).beat, place(timeline, 9).bar], [4, 2]);
});

test("a lane plays its strokes from its first on, and those before its end", () => {
  const segment = { at_ns: 0, curve: "constant", origin: { beat: 0, fraction: 0 }, rate_ppm: 0, tempo: { numerator: 60, denominator: 1 } };
  const lane = { name: "hat", id: 1, denominator: 2, cycle: 2, places: [0, 1], accents: "xo", origin: { beat: 0, fraction: 0 }, first: 1, end: 5 };
  const timeline = { segments: [segment], bars: [{ from_beat: 0, origin: { beat: 0, bar: 1 }, beats: 4, accents: ".", bell: null }], lanes: [{ from_beat: 0, lanes: [lane] }] };
  assert.deepEqual(onsets(timeline, {}, 0, 8e9).map(({ at, sign }) => [at, sign]), [[0.5, "o"], [1, "x"], [1.5, "o"], [2, "x"]]);
});
