// SPDX-License-Identifier: Apache-2.0
import assert from "node:assert/strict";
import { test } from "node:test";
import { bar, current, end, glide, rest, rod, swing, valueAt, velocityAt, weightHeight } from "../../Web/motion.js";
import { changes, heard } from "../../Web/timeline.js";

const segment = (at_ns, beat, fraction, bpm) => ({ at_ns, curve: "constant", origin: { beat, fraction }, rate_ppm: 0, tempo: { numerator: bpm, denominator: 1 } });
const bars = [{ from_beat: 0, origin: { beat: 0, bar: 1 }, beats: 4, accents: null, bell: null }];
/** 60 bpm from 1 s on; at half of beat 2 twice as fast, and with beat 4 as before. */
const timeline = { bars, segments: [segment(1e9, 0, 0, 60), segment(3.5e9, 2, 0.5, 120), segment(4.75e9, 4, 0, 60)] };

test("the rod is at an extreme on every beat, on both sides in turn, also where the tempo changes within or with a beat", () => {
  assert.deepEqual([0, 1, 2, 3, 4].map((n) => changes(timeline, n).length), [0, 0, 1, 0, 0]);
  for (let n = 0; n < 8; n++) {
    const track = swing(timeline, n), side = n % 2 ? 1 : -1;
    assert.deepEqual([track[0].from, track[0].begin, track.at(-1).to], [-30 * side, heard(timeline, n), 30 * side]);
    assert.ok(Math.abs(end(track.at(-1)) - heard(timeline, n + 1)) < 1);
    track.slice(1).forEach((one, index) => assert.ok(Math.abs(one.from - valueAt(track[index], one.begin)) < 1e-9));
  }
});

test("what glides to rest goes on as fast as it was, and neither leaves ±30° nor passes its target", () => {
  for (const from of [-30, -12, 5, 30]) {
    for (const to of [-30, 0, 30]) {
      for (const velocity of [-4e-7, -1e-8, 0, 1e-8, 4e-7]) {
        const one = glide(from, velocity, to, 0, 5e8), values = Array.from({ length: 101 }, (_, step) => valueAt(one, step * 5e6));
        assert.deepEqual([values[0], values[100]], [from, to]);
        for (const value of values) {
          assert.ok(Math.abs(value) <= 30 + 1e-6 && (to - value) * Math.sign(to - from) >= -1e-6, `${from} ${velocity} ${to}: ${value}`);
        }
      }
    }
  }
  assert.ok(Math.abs(velocityAt(glide(0, 2e-8, 30, 0, 5e8), 1e3) - 2e-8) < 1e-10);
});

test("the rod is planned as far ahead as asked for, without a gap, and not beyond the end of the music", () => {
  const quick = { bars, segments: [segment(0, 0, 0, 240)] }, track = rod(quick, [], 1e8, 2e9);
  assert.ok(track[0].begin <= 1e8 && end(track.at(-1)) >= 2.1e9);
  track.slice(1).forEach(({ begin }, index) => assert.ok(Math.abs(begin - end(track[index])) < 1));
  assert.equal(end(rod({ ...quick, end_beat: 3 }, [], 1e8, 2e9).at(-1)), 7.5e8);
});

test("after a stop the rod comes to rest once, and what was planned beyond is not played", () => {
  const track = swing(timeline, 0), [now] = [1.3e9], stopped = rest(track, now);
  assert.equal(current(stopped, now).to, 0);
  assert.ok(Math.abs(valueAt(current(stopped, now), now) - valueAt(track[0], now)) < 1e-9);
  assert.deepEqual(rest(stopped, now + 1e8), stopped);
  assert.deepEqual(rest([...stopped, ...swing(timeline, 1)], now + 1e8), stopped);
  const after = end(stopped.at(-1)) + 1;
  assert.equal(rest(stopped, after), stopped);
  assert.deepEqual(rest([], now), []);
});

test("the part of the bar that is over grows beat by beat up to 1, also of a bar that another meter cuts short", () => {
  const cut = { ...timeline, bars: [...bars, { ...bars[0], from_beat: 6, origin: { beat: 6, bar: 3 }, beats: 3 }] };
  assert.deepEqual([0, 1, 2, 3, 4, 5, 6].map((n) => bar(cut, n).from), [0, 0.25, 0.5, 0.75, 0, 0.25, 0]);
  assert.deepEqual([0, 1, 2, 3, 4, 5].map((n) => bar(cut, n).to), [0.25, 0.5, 0.75, 1, 0.25, 1]);
});

test("the slower the tempo is, the higher sits the weight, on the rod", () => {
  assert.equal(weightHeight(60), 260);
  const heights = [1, 30, 60, 90, 120, 200, 400].map(weightHeight);
  assert.ok(heights.every((height, index) => height >= 120 && height <= 298 && !(height > heights[index - 1])));
  assert.ok(heights[2] > heights[4] && heights[4] > heights[5]);
});

test("the velocity of a movement is that of its values", () => {
  for (const curve of ["linear", "easeIn", "easeOut", "easeInOut", "cubic-bezier(0.2,-0.4,0.6,1)"]) {
    const one = { from: -30, to: 30, begin: 0, duration: 1e9, curve };
    for (let ns = 1e7; ns < 1e9; ns += 7e7) {
      assert.ok(Math.abs((valueAt(one, ns + 1e3) - valueAt(one, ns - 1e3)) / 2e3 - velocityAt(one, ns)) < 1e-11, `${curve} ${ns}`);
    }
  }
});
