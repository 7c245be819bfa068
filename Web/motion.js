// SPDX-License-Identifier: Apache-2.0
// How faces move: segments from a value to a value, planned from the timeline beat by beat. Pure.

import { slope, spring, value } from "./curve.js";
import { final, last } from "./list.js";
import { changes, endsBar, heard, heardBy, place, position } from "./timeline.js";

const amplitude = 30;
const settling = 5e8;

export const told = ({ from, to, begin_ns, duration_ns, curve }) => ({ from, to, begin: begin_ns, duration: duration_ns, curve });

export const end = (segment) => segment.begin + segment.duration;
const progress = (segment, ns) => (segment.duration > 0 ? Math.min(1, Math.max(0, (ns - segment.begin) / segment.duration)) : 1);

export const valueAt = (segment, ns) => segment.from + (segment.to - segment.from) * value(segment.curve, progress(segment, ns));

export function velocityAt(segment, ns) {
  const x = progress(segment, ns);
  return x <= 0 || x >= 1 ? 0 : (segment.to - segment.from) * slope(segment.curve, x) / segment.duration;
}

export const current = (track, ns) => last(track, ({ begin }) => begin <= ns) ?? track[0];

/** From the beginning of the first new segment on, all that was planned before is replaced. */
export const replaced = (track, segments) =>
  segments.length ? [...track.filter(({ begin }) => begin < segments[0].begin), ...segments].slice(-16) : track;

/** The movement from a value and a velocity to rest on a target, which never leaves ±30° nor passes the target. */
export function glide(from, velocity, to, begin, duration) {
  const way = to - from;
  if (way === 0 || duration <= 0) return { from: to, to, begin, duration: Math.max(0, duration), curve: "linear" };
  const most = Math.max(amplitude, Math.abs(from)), steep = velocity * duration / way;
  const room = Math.max(0, (way > 0 ? from + most : most - from) / Math.abs(way));
  const y = Math.max(-room, Math.min(steep / 3, 1));
  const x = Math.abs(y) < Math.abs(steep / 3) ? y / steep : 1 / 3;
  return { from, to, begin, duration, curve: `cubic-bezier(${x},${y},${2 / 3},1)` };
}

export function swing(timeline, n) {
  const bends = changes(timeline, n), target = n % 2 ? amplitude : -amplitude;
  const begin = heard(timeline, n), before = bends[0]?.before;
  const arrival = before ? heardBy(before, n + 1) : heard(timeline, n + 1);
  const segments = [{ from: -target, to: target, begin, duration: arrival - begin, curve: "easeInOut" }];
  for (const { at, after } of bends) {
    const now = final(segments);
    segments.push(glide(valueAt(now, at), velocityAt(now, at), target, at, heardBy(after, n + 1) - at));
  }
  return segments;
}

/** The rod from now on, for so many nanoseconds, carried on from what it does already without a jump. */
export function rod(timeline, track, now, ahead) {
  const first = Math.max(0, Math.floor(position(timeline, now)));
  const last = Math.max(first + 1, Math.ceil(position(timeline, now + ahead)));
  const under = track.length ? current(track, now) : null, planned = [];
  for (let n = first; n < Math.min(last, timeline.end_beat ?? Infinity); n++) planned.push(...swing(timeline, n));
  if (!under || !planned.length) return replaced(track, planned);
  const start = planned[0].begin;
  if (start > now + 2e6) {
    // Before beat 0: what the daemon told of the approach, or one of our own.
    if (Math.abs(under.to - planned[0].from) < 0.01 && Math.abs(end(under) - start) < 3e6) return replaced(track, planned);
    const approach = glide(valueAt(under, now), velocityAt(under, now), planned[0].from, now, start - now);
    return replaced(track, [approach, ...planned]);
  }
  const aim = current(planned, now), arrives = heard(timeline, first + 1);
  const keeps = Math.abs(under.to - aim.to) < 0.01 && Math.abs(end(under) - arrives) < 5e5;
  const rest = planned.filter(({ begin }) => begin > now);
  if (keeps && !rest.some(({ begin }) => begin < arrives - 5e5)) return replaced(track, rest);
  if (Math.abs(valueAt(under, now) - valueAt(aim, now)) < 0.05) return replaced(track, planned.filter((segment) => end(segment) > now));
  const bridge = glide(valueAt(under, now), velocityAt(under, now), aim.to, now, Math.max(8e7, arrives - now));
  return replaced(track, [bridge, ...planned.filter(({ begin }) => begin >= end(bridge) - 1e6)]);
}

export function rest(track, now) {
  const under = track.length ? current(track, now) : null;
  if (!under || (under.to === 0 && end(under) <= now)) return track;
  if (under.to === 0) return track.filter(({ begin }) => begin <= now);
  return replaced(track, [glide(valueAt(under, now), velocityAt(under, now), 0, now, settling)]);
}

/** The part of the bar that is over, beat by beat: 0...1. */
export function bar(timeline, n) {
  const { beat, beats } = place(timeline, n), begin = heard(timeline, n);
  const to = endsBar(timeline, n) ? 1 : beat / beats;
  return { from: (beat - 1) / beats, to, begin, duration: heard(timeline, n + 1) - begin, curve: "linear" };
}

/** The scale of a beating heart through one beat, in its steady course: at 0, 1/48, … 1. */
export const heartbeat = (() => {
  const pull = { response: 0.125, damping: 0.24 }, steps = 48;
  const target = (phase) => (phase < 0.25 ? 1.6 : phase < 0.5 ? 2 : 1);
  let state = { value: 1, velocity: 0 }, values = [];
  for (let beat = 0; beat < 3; beat++) {
    values = [state.value];
    for (let step = 0; step < steps; step++) {
      state = spring(pull, state.value, target(step / steps), state.velocity, 1 / steps);
      values.push(state.value);
    }
  }
  return values;
})();

/** How high above the pivot the weight sits, in points of a rod 320 long. */
export const weightHeight = (bpm) => Math.min(298, Math.max(120, 260 - 76 * Math.log2(Math.max(1, bpm) / 60)));
