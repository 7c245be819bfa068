// SPDX-License-Identifier: Apache-2.0
// Compares what the page computes from timelines with what stands in a file beside each: `node timelines.mjs FILE`.
import { readFileSync } from "node:fs";
import { heard, onsets, place, position, tempo } from "../../Web/timeline.js";

const signs = { bell: "X", accent: "A", normal: "x", ghost: "o", mute: "." };
const parts = { even: 0.5, "2:1": 2 / 3, "58%": 0.58 };

/** How many vectors of a file hold; throws for the first that does not. */
export function compare(file) {
  const vectors = JSON.parse(readFileSync(file, "utf8"));
  vectors.forEach(check);
  return vectors.length;
}

function check(vector) {
  const { timeline, times, beats, onsets: told } = vector;
  const fail = (what) => { throw new Error(`${what}: ${JSON.stringify(vector)}`); };
  const isNear = (own, ns) => Math.abs(own - ns) <= 2000;
  for (const [at, ns] of times) {
    const own = heard(timeline, at);
    if (!isNear(own, ns)) fail(`${at} is heard at ${ns}, not ${own}`);
    const next = timeline.segments.find(({ at_ns }) => at_ns > own) ?? null;
    if (!next && !isNear(heard(timeline, position(timeline, own)), own)) fail(`${own} is not at ${position(timeline, own)}`);
  }
  for (const [n, bar, beat, accent, bpm, ns] of beats) {
    const own = place(timeline, n);
    if (own.bar !== bar || own.beat !== beat || own.sign !== signs[accent]) fail(`beat ${n} is ${accent} ${beat} of bar ${bar}`);
    if (!isNear(heard(timeline, n), ns) || Math.abs(tempo(timeline, n) - bpm) > 1e-6) fail(`beat ${n} is heard at ${ns}, at ${bpm}`);
  }
  const byLane = ([ns, lane], [other, name]) => (lane === name ? ns - other : lane < name ? -1 : 1);
  const own = onsets(timeline, { subdivision: told.subdivision, swing: parts[told.swing] }, told.from_ns, told.before_ns)
    .map(({ ns, lane, sign }) => [ns, lane, sign]).sort(byLane);
  const strokes = told.strokes.map(([ns, lane, accent]) => [ns, lane, signs[accent]]).sort(byLane);
  strokes.forEach(([ns, lane, sign], index) => {
    const [at, name, played] = own[index] ?? [];
    if (!isNear(at, ns) || name !== lane || played !== sign) fail(`${lane} plays ${sign} at ${ns}, not ${own[index]}`);
  });
  if (own.length !== strokes.length) fail(`${own.length} strokes, not ${strokes.length}: ${own}`);
}

if (process.argv[1]?.endsWith("timelines.mjs")) console.log(`${compare(process.argv[2])} timelines`);
