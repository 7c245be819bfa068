// SPDX-License-Identifier: Apache-2.0
// The steps of lanes as rings: which there are, where they lie, when they are heard. Pure.

import { last } from "./list.js";
import { lasting, pattern, steps } from "./pattern.js";
import { heard } from "./timeline.js";

/** The steps of a pattern, and whether a tap may change them; null where it has none of equal length. */
export function ring(text) {
  const plain = steps(text);
  if (plain) return { steps: plain, isSet: true };
  const strokes = /^(\d+) per (bar|beat)$/.exec(text ?? ""), [, some] = /^(.+?)\s+\d+ per (?:bar|beat)$/.exec(text ?? "") ?? [];
  if (strokes && strokes[1] >= 1 && strokes[1] <= 64) {
    return { steps: Array.from({ length: Number(strokes[1]) }, () => ({ sign: "x", chance: "" })), isSet: strokes[2] === "bar" };
  }
  const found = steps(some);
  return found && { steps: found, isSet: false };
}

/** What a changed step is told as: its number and sign; of strokes, as many steps, which fill the bar as they do. */
export const edit = (text, index, step) => (steps(text)
  ? `${index + 1}=${pattern([step])}` : pattern(ring(text).steps.map((one, place) => (place === index ? step : one))));

export const edited = (text, index, step) =>
  pattern((ring(text)?.steps ?? []).map((one, place) => (place === index ? step : one))) + (steps(text) ? lasting(text) : "");

/** The steps of a lane that begin within beat n, of so many in its cycle: number, begin and duration. */
export function stepsOfBeat(timeline, name, n, count) {
  const lane = last(timeline.lanes, ({ from_beat }) => from_beat <= n)?.lanes.find((one) => one.name === name), found = [];
  if (!lane) return found;
  const origin = lane.origin.beat + lane.origin.fraction, length = lane.cycle / lane.denominator / count;
  for (let k = Math.ceil((n - origin) / length - 1e-6); origin + k * length < n + 1 - 1e-6; k++) {
    const begin = heard(timeline, origin + k * length), end = heard(timeline, origin + (k + 1) * length);
    found.push({ step: ((k % count) + count) % count, begin, duration: end - begin });
  }
  return found;
}

/** So many rings from the outermost on: radius and width of each in percent of the whole. */
export function radii(count) {
  const most = 46, least = count > 1 ? Math.max(13, most - (count - 1) * 11) : most, apart = count > 1 ? (most - least) / (count - 1) : 12;
  return Array.from({ length: count }, (_, index) => ({ radius: most - index * apart, width: Math.min(8, apart * 0.92) }));
}

/** Where the steps lie on a ring, the first at the top, in percent. */
export function places(count, { radius, width }) {
  return Array.from({ length: count }, (_, index) => {
    const turn = index / count * 2 * Math.PI - Math.PI / 2;
    return { left: 50 + radius * Math.cos(turn), top: 50 + radius * Math.sin(turn), width: Math.min(width, 2 * Math.PI * radius / count * 0.8) };
  });
}
