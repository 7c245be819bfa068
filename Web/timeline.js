// SPDX-License-Identifier: Apache-2.0
// The timeline as the daemon tells it: which position is heard when, which beat is where in which bar, what sounds. Pure.
// Positions are beats since the start, times are nanoseconds of CLOCK_MONOTONIC.

import { last } from "./list.js";

const minute = 60e9;
const ratio = (tempo) => tempo.numerator / tempo.denominator;
const beatsOf = (origin) => origin.beat + origin.fraction;

/** Nanoseconds from where a curve begins to x beats later, by the device's own minute. */
function elapsed(segment, x) {
  const from = ratio(segment.tempo);
  if (segment.curve === "constant" || !segment.to) return minute * x / from;
  const to = ratio(segment.to), { length } = segment;
  if (x > length) return elapsed(segment, length) + minute * (x - length) / to;
  if (from === to) return minute * x / from;
  if (segment.curve === "linear_in_time") {
    return minute * 2 * x / (from + Math.sqrt(Math.max(1e-9, from ** 2 + (to ** 2 - from ** 2) * x / length)));
  }
  return minute * length / (to - from) * Math.log(Math.max(1e-9, from + (to - from) * x / length) / from);
}

/** The beats that a curve covers in a time from its beginning: the inverse of `elapsed`. */
function covered(segment, time) {
  const from = ratio(segment.tempo), t = time / minute;
  if (segment.curve === "constant" || !segment.to) return t * from;
  const to = ratio(segment.to), { length } = segment, end = elapsed(segment, length);
  if (time > end) return length + (time - end) / minute * to;
  if (from === to) return t * from;
  if (segment.curve === "linear_in_time") return t * (from + (to - from) * time / end / 2);
  return (Math.exp((to - from) / length * t) - 1) * from * length / (to - from);
}

const curveBegin = (segment) => beatsOf(segment.curve_begin ?? segment.origin);
const pace = (segment) => 1 + segment.rate_ppm / 1e6;

/** When a position is heard by one segment, as if it held for ever. */
export function heardBy(segment, position) {
  const zero = curveBegin(segment);
  return segment.at_ns + (elapsed(segment, position - zero) - elapsed(segment, beatsOf(segment.origin) - zero)) / pace(segment);
}

const lastOf = (list, holds) => last(list, holds) ?? list[0];

export function heard(timeline, position) {
  return heardBy(lastOf(timeline.segments, (segment) => beatsOf(segment.origin) <= position), position);
}

/** The position that is heard at a time; below 0 before the first beat. */
export function position(timeline, ns) {
  const segment = lastOf(timeline.segments, ({ at_ns }) => at_ns <= ns);
  const zero = curveBegin(segment), before = elapsed(segment, beatsOf(segment.origin) - zero);
  return zero + covered(segment, (ns - segment.at_ns) * pace(segment) + before);
}

/** The tempo at a place, as it is written. */
export function tempo(timeline, place) {
  const segment = lastOf(timeline.segments, ({ origin }) => beatsOf(origin) <= place), played = playedTempo(segment, place);
  return segment.correction_ppm ? Math.round(played / (1 + segment.correction_ppm / 1e6) * 1e5) / 1e5 : played;
}

function playedTempo(segment, place) {
  const from = ratio(segment.tempo);
  if (segment.curve === "constant" || !segment.to) return from;
  const to = ratio(segment.to), x = Math.min(1, (place - curveBegin(segment)) / segment.length);
  return segment.curve === "linear_in_time" ? Math.sqrt(from ** 2 + (to ** 2 - from ** 2) * x) : from + (to - from) * x;
}

/** The places inside of beat n where the tempo changes, each with the segments before and after it. */
export function changes(timeline, n) {
  const found = [];
  timeline.segments.forEach((segment, index) => {
    const place = beatsOf(segment.origin);
    if (index > 0 && place > n + 1e-9 && place < n + 1 - 1e-9) {
      found.push({ at: segment.at_ns, before: timeline.segments[index - 1], after: segment });
    }
  });
  return found;
}

const modulo = (k, count) => ((k % count) + count) % count;

/** The bar and the place in it of beat n, its sign (`X A x o .`), and the section of a song that it lies in. */
export function place(timeline, n) {
  const rule = lastOf(timeline.bars, ({ from_beat }) => from_beat <= n);
  const k = n - rule.origin.beat, within = modulo(k, rule.beats), { bell, accents } = rule;
  const rings = bell && modulo(k, bell.every) === bell.on - 1;
  return {
    bar: rule.origin.bar + Math.floor(k / rule.beats), beat: within + 1, beats: rule.beats,
    sign: rings ? "X" : accents ? accents[modulo(k, accents.length)] : "x", section: rule.section ?? null, volume: rule.volume ?? 1,
  };
}

/** Whether a new bar begins with the beat after n. */
export const endsBar = (timeline, n) => place(timeline, n + 1).beat === 1;

const isPlayed = (timeline, at) => at >= 0 && (timeline.end_beat === undefined || at < timeline.end_beat);

/** Where the parts of a beat lie, 0 excluded, in beats; `swing` is how long the first of two parts is, 0.5...0.75. */
export function parts(subdivision, swing = 0.5) {
  return Array.from({ length: subdivision - 1 }, (_, index) => {
    const part = index + 1;
    return (part % 2 && subdivision % 2 === 0 ? part - 1 + 2 * swing : part) / subdivision;
  });
}

const mask = (1n << 64n) - 1n;

/** Whether an onset with a chance in 65535 parts is played: by SplitMix64 of the lane and the onset's number. */
export function isDrawn(id, number, chance) {
  let mixed = BigInt(id) * 0xD1B54A32D192ED03n + BigInt(number) * 0x8CB92BA72F3D8DD7n;
  mixed = (mixed + 0x9E3779B97F4A7C15n) & mask;
  mixed = ((mixed ^ (mixed >> 30n)) * 0xBF58476D1CE4E5B9n) & mask;
  mixed = ((mixed ^ (mixed >> 27n)) * 0x94D049BB133111EBn) & mask;
  return Number(((mixed ^ (mixed >> 31n)) * 65535n) >> 64n) < chance;
}

/** What a lane plays between two positions: positions with their signs. */
function laneOnsets(lane, from, to) {
  const { denominator, cycle, places, accents, chances } = lane, origin = beatsOf(lane.origin), found = [];
  if (!places.length) return found;
  const firstCycle = Math.floor((from - origin) * denominator / cycle) - 1;
  for (let turn = firstCycle; ; turn++) {
    if (origin + turn * cycle / denominator >= to || found.length > 2000) return found;
    for (let index = 0; index < places.length; index++) {
      const at = origin + (turn * cycle + places[index]) / denominator, number = turn * places.length + index;
      if (at < from || at >= to || number < (lane.first ?? -Infinity) || number >= (lane.end ?? Infinity)) continue;
      if (chances && chances[index] < 65535 && !isDrawn(lane.id, number, chances[index])) continue;
      found.push({ at, sign: accents[index] });
    }
  }
}

/** Whether a timer ends with beat n: a lane of the beats has the strokes that follow it. */
const isEnd = (timeline, n) => (last(timeline.lanes ?? [], ({ from_beat }) => from_beat <= n)?.lanes ?? []).some(({ name }) => name === "beat");

/** All that sounds between two times, in no order: its time, lane (`beat`, `subdivision` or a name), sign, which beat of a bar of the
 *  count-in it is, which beat of any bar, what a lane of a song is played with, how loud its section is, and whether a timer ends with it. */
export function onsets(timeline, { subdivision = 1, swing = 0.5 }, fromNs, toNs) {
  const [from, to] = [position(timeline, fromNs), position(timeline, toNs)], found = [];
  const add = (lane, at, sign, count, beat, written) => {
    if (at < from || at >= to || sign === "." || !isPlayed(timeline, at)) return;
    found.push({ ns: heard(timeline, at), lane, sign, at, count, beat, written, volume: place(timeline, at).volume, ends: lane === "beat" && isEnd(timeline, at) });
  };
  const between = parts(subdivision, swing);
  for (let n = Math.max(0, Math.floor(from)); n < to; n++) {
    const { sign, bar, beat } = place(timeline, n);
    add("beat", n, sign, bar > 0 ? 0 : beat, beat);
    if (sign !== "." && bar > 0 && !isEnd(timeline, n)) between.forEach((part) => add("subdivision", n + part, "x"));
  }
  (timeline.lanes ?? []).forEach((entry, index, all) => {
    const end = all[index + 1]?.from_beat ?? Infinity, begin = index ? entry.from_beat : -Infinity;
    for (const lane of entry.lanes) {
      if (lane.muted) continue;
      for (const { at, sign } of laneOnsets(lane, Math.max(from, begin), Math.min(to, end))) add(lane.name, at, sign, 0, null, lane);
    }
  });
  return found;
}
