// SPDX-License-Identifier: Apache-2.0
// Compares what the page computes from timelines with what stands in a file beside each: `node timelines.mjs FILE`.
import { readFileSync } from "node:fs";
import { heard, place, position } from "../../Web/timeline.js";

const lines = readFileSync(process.argv[2], "utf8").split("\n");
for (const line of lines) {
  const { timeline, times, bars } = JSON.parse(line);
  const fail = (what) => { throw new Error(`${what}: ${line}`); };
  for (const [beats, ns] of times) {
    const own = heard(timeline, beats);
    if (!(Math.abs(own - ns) <= 2000)) fail(`${beats} is heard at ${ns}, not ${own}`);
    const at = timeline.segments.find(({ at_ns }) => at_ns > own) ?? null;
    if (!at && Math.abs(heard(timeline, position(timeline, own)) - own) > 2000) fail(`${own} is not at ${position(timeline, own)}`);
  }
  for (const [n, bar, beat, bell] of bars) {
    const own = place(timeline, n);
    if (own.bar !== bar || own.beat !== beat || (own.sign === "X") !== bell) fail(`beat ${n} is ${beat} of bar ${bar}`);
  }
}
console.log(`${lines.length} timelines`);
