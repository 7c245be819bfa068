// SPDX-License-Identifier: Apache-2.0
import assert from "node:assert/strict";
import test from "node:test";
import { compare } from "../Browser/timelines.mjs";

test("the page computes from the vectors for those who write a client what they say", () => {
  assert.ok(compare(new URL("../../Docs/vectors/timelines.json", import.meta.url)) > 30);
});
