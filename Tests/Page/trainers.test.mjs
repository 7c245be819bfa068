// SPDX-License-Identifier: Apache-2.0
import assert from "node:assert/strict";
import { test } from "node:test";
import { trainerWords } from "../../Web/trainers.js";

test("what the page does not show of a trainer stays as it was written", () => {
  for (const [member, text, first, expected] of [
    ["timer", "32 bars", 33, "33 bars"], ["timer", "90 seconds", 91, "91 seconds"], ["timer", "5 minutes", 6, "6 minutes"],
    ["timer", "64 beats", 63, "63 beats"], ["gap_trainer", "3 1", 4, "4 1"], ["gap_trainer", "4 4 beats", 5, "5 4 beats"],
    ["gap_trainer", "2 1 bars growing by 1 to 4", 3, "3 1 bars growing by 1 to 4"], ["random_mute", "30%", 35, "35%"],
    ["random_mute", "25% bars seed 7", 30, "30% bars seed 7"], ["random_mute", "60% beats over 16 seed 7", 65, "65% beats over 16 seed 7"],
    ["speed_trainer", "80 to 120 by 5 every 4", 85, "85 to 120 by 5 every 4"],
    ["speed_trainer", "80 to 120 by 10 per minute and back then stop", 85, "85 to 120 by 10 per minute and back then stop"],
    ["speed_trainer", "to 120 by 5 every 4 when within 15 ms", 85, "85 to 120 by 5 every 4 when within 15 ms"],
  ]) {
    const words = trainerWords[member], { values, rest } = words.read(text, "80");
    assert.equal(words.write(values, rest), text.replace(/^to/, "80 to"));
    values[0] = first;
    assert.equal(words.write(values, rest), expected);
  }
});

test("what is no form of a trainer is not read", () => {
  for (const member in trainerWords) for (const text of ["", "off", "x y"]) assert.equal(trainerWords[member].read(text, "80"), null, `${member} ${text}`);
});
