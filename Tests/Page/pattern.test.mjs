// SPDX-License-Identifier: Apache-2.0
import assert from "node:assert/strict";
import { test } from "node:test";
import { barOf, rings, signs } from "../../Web/pattern.js";

const status = { meter: "6/8", accents: "auto", bell: { every: 2, on: 1 }, song: null, heard: { beats: 2 } };

test("the row of beats is the bar that is heard, also where its beats are felt ones", () => {
  assert.equal(signs(status).join(""), "Xx");
  assert.equal(signs({ ...status, accents: "XA" }).join(""), "XA");
  assert.deepEqual(barOf(status), { beats: 2, starts: [] });
  assert.equal(signs({ ...status, meter: "2+2+3/8", bell: { every: 7, on: 1 }, heard: { beats: 7 } }).join(""), "XxAxAxx");
  assert.deepEqual(barOf({ meter: "2+2+3/8", heard: { beats: 7 } }), { beats: 7, starts: [3, 5] });
});

test("the bell rings where it is set, also seldom, and where signs have it; in a song where that has it", () => {
  const plain = { meter: "4/4", accents: "auto", bell: null, song: null, heard: { beats: 4 } };
  assert.equal(rings(plain), false);
  assert.ok(rings({ ...plain, bell: { every: 7, on: 1 } }) && rings({ ...plain, accents: "XxXx" }));
  assert.equal(rings({ ...plain, accents: "AxAx" }), false);
  assert.equal(rings({ ...plain, accents: "XxXx", song: {}, heard: { beats: 4, accents: "xxxx" } }), false);
});
