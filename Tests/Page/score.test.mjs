// SPDX-License-Identifier: Apache-2.0
import assert from "node:assert/strict";
import { test } from "node:test";
import { columns, minutesText, shownBeats, strip, taps, tendencyOf } from "../../Web/score.js";

const told = (count, beat, ms) => ({ total: { taps: count }, strays: 0, last: beat === null ? null : { beat_index: beat, asynchrony_ms: ms } });
const none = { run: null, count: 0, list: [] };

test("each tap is known once, however often the status is told", () => {
  let known = none;
  for (let beat = 0; beat < 5; beat++) {
    known = taps(known, 1, told(beat + 1, beat, beat - 2));
    known = taps(known, 1, told(beat + 1, beat, beat - 2));
  }
  assert.deepEqual(known.list.map(({ beat, ms }) => [beat, ms]), [[0, -2], [1, -1], [2, 0], [3, 1], [4, 2]]);
});

test("another run, and a score that begins anew, forget the taps before", () => {
  const known = taps(taps(none, 1, told(1, 0, 5)), 1, told(2, 1, 6));
  assert.equal(known.list.length, 2);
  assert.equal(taps(known, 2, told(1, 0, 7)).list.length, 1);
  assert.equal(taps(known, 1, told(0, null)).list.length, 0);
  assert.equal(taps(known, 1, null).list.length, 0);
});

test("taps that lie wide are not called steady, as metroctl calls them nothing", () => {
  const word = (tendency, scatter_ms) => tendencyOf({ tendency, scatter_ms });
  assert.deepEqual([word("steady", 20), word("steady", 21), word("rushing", 154), word(null, null)], ["steady", "", "rushing", "tapAlong"]);
});

test("early is above the line and late below, and nothing leaves the picture", () => {
  const list = [-500, -40, 0, 40, 500].map((ms, beat) => ({ beat, ms })), { dots } = strip({ list });
  assert.deepEqual(dots.map(({ y }) => y), [0, 0.25, 0.5, 0.75, 1]);
  assert.ok(dots.every(({ x }) => x > 0 && x < 1));
});

test("the last beats are shown, those without a tap as such", () => {
  const list = [0, 10, 11, 13, 14, 30].map((beat) => ({ beat, ms: 0 })), { dots, missed } = strip({ list });
  assert.equal(dots.length, 1);
  assert.equal(missed.length, 0);
  const early = strip({ list: list.slice(0, 5) });
  assert.equal(early.dots.length + early.missed.length, 15);
  assert.ok(early.dots.length <= shownBeats);
  assert.deepEqual(strip({ list: [] }), { dots: [], missed: [] });
});

test("strokes lie between beats, and what no lane asks for is not missed", () => {
  const stroke = (count, beat_index, part, missed) => ({ total: { taps: count }, strays: 0, missed, last: { beat_index, part, asynchrony_ms: 1 } });
  let known = taps(none, 1, stroke(1, 0, 0, 0));
  known = taps(known, 1, stroke(2, 0, 0.5, 0));
  known = taps(known, 1, stroke(3, 3, 0.5, 0));
  assert.deepEqual(known.list.map(({ beat }) => beat), [0, 0.5, 3.5]);
  assert.equal(strip(known).missed.length, 0);
  known = taps(known, 1, stroke(4, 6, 0, 2));
  assert.equal(strip(known).missed.length, 2);
  const { dots } = strip(known);
  assert.ok(dots.every(({ x }, index) => index === 0 || x > dots[index - 1].x));
});

const day = (seconds, min_bpm = null, max_bpm = null) => ({ day: "2026-11-22", played: { seconds, min_bpm, max_bpm } });

test("days are as high as they are long, and tempi lie between the slowest and the fastest", () => {
  const found = columns([day(0), day(600, 60, 90), day(2700, 80, 120)]);
  assert.equal(found.top, 60);
  assert.deepEqual(found.columns.map(({ height }) => height), [0, 10 / 60, 0.75]);
  assert.deepEqual([found.low, found.high], [60, 120]);
  assert.deepEqual(found.columns.map(({ tempi }) => tempi), [null, [0, 0.5], [1 / 3, 1]]);
});

test("days on which nothing was played, and one tempo alone, are drawn too", () => {
  const empty = columns([day(0), day(0)]);
  assert.deepEqual([empty.low, empty.high], [null, null]);
  assert.ok(empty.columns.every(({ height, tempi }) => height === 0 && tempi === null));
  assert.deepEqual(columns([day(60, 96, 96)]).columns[0].tempi, [0.5, 0.5]);
  assert.ok(columns([day(90_000, 60, 60)]).columns[0].height <= 1);
  assert.deepEqual([minutesText(5), minutesText(59.7), minutesText(75)], ["5", "1:00", "1:15"]);
});

test("strokes four to a beat are all shown", () => {
  let known = { run: 1, count: 0, list: [] };
  for (let stroke = 0; stroke < 80; stroke++) {
    known = taps(known, 1, { total: { taps: stroke + 1 }, strays: 0, last: { beat_index: Math.floor(stroke / 4), part: stroke % 4 / 4, asynchrony_ms: 1 } });
  }
  assert.equal(strip(known).dots.length, 4 * shownBeats);
});
