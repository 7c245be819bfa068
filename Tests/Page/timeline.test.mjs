// SPDX-License-Identifier: Apache-2.0
import assert from "node:assert/strict";
import { test } from "node:test";
import { place } from "../../Web/timeline.js";

test("signs of more than one bar go on with the next bar", () => {
  const timeline = { bars: [{ from_beat: 0, origin: { beat: 2, bar: 1 }, beats: 4, accents: "XAo.x.xA", bell: null }] };
  assert.equal([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((n) => place(timeline, n).sign).join(""), "xAXAo.x.xAX");
  assert.deepEqual([place(timeline, 1).beat, place(timeline, 9).bar], [4, 2]);
});
