// SPDX-License-Identifier: Apache-2.0
import assert from "node:assert/strict";
import { test } from "node:test";
import { alignment, lead, median, tapped, voice } from "../../Web/sound.js";

const status = {
  muted: false, song: null, volume: 1, bell_volume: 0.5, subdivision_volume: 0.5, count_in_sound: "auto", heard: { lanes: [] },
  sounds: { beat: "beat", bell: "cowbell", accent: "rim", ghost: "brush", subdivision: "auto" }, lanes: [{ name: "kick", sound: "kick", gain: 0.5, pan: -1 }],
};
const heard = (lane, sign, more = {}) => Object.values(voice({ lane, sign, beat: 1, ...more }, status));

test("each sign has its own sound and gain, and the section its volume", () => {
  assert.deepEqual(["X", "A", "x", "o"].map((sign) => heard("beat", sign)), [["cowbell", 0.5, 0], ["rim", 1.5, 0], ["beat", 1, 0], ["brush", 0.4, 0]]);
  assert.deepEqual(["X", "A", "x", "o"].map((sign) => heard("kick", sign)), [["kick", 1, -1], ["kick", 0.75, -1], ["kick", 0.5, -1], ["kick", 0.2, -1]]);
  assert.deepEqual(heard("beat", "x", { volume: 0.25 }), ["beat", 0.25, 0]);
});

test("a sound has its onset where it first reaches a tenth of its peak, up or down", () => {
  assert.equal(lead([0, 0.05, -0.1, 0.3, -1, 0.5], 1000), 0.002);
  assert.equal(lead([0, 0, 0], 1000), 0);
});

test("the median lies in the middle, and a device is late by it, however far one tap is off", () => {
  assert.deepEqual([[3], [5, 1], [9, 1, 2], [1, 2, 10, 3]].map(median), [3, 3, 2, 2.5]);
  assert.deepEqual(tapped([100, 110, 120, 90, 900]), { late: 110, scatter: 10 });
});

/** The readings that are kept of differences, one after the other. */
const kept = (differences) => differences.reduce((readings, difference) => alignment(readings, { context: difference / 1000, page: 0 }), []);

test("readings of the audio clock that scatter are all kept, and six that agree on another one replace those before", () => {
  const steady = Array.from({ length: 20 }, (_, index) => index % 2);
  assert.equal(kept(steady).length, 20);
  assert.equal(kept([...steady, 9, 1, 8, 2, 9, 3]).length, 26);
  const moved = kept([...steady, 5, 5, 5, 5, 5, 5]);
  assert.ok(moved.length < 12 && Math.abs(median(moved) - 5) < 1e-9, `${moved}`);
  assert.equal(kept(Array(100).fill(1)).length, 64);
});
