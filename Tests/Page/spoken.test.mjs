// SPDX-License-Identifier: Apache-2.0
import assert from "node:assert/strict";
import { test } from "node:test";
import { isToSpeak } from "../../Web/flash.js";
import { happening } from "../../Web/now.js";
import { soundsOf, voice } from "../../Web/sound.js";

const status = {
  muted: false, song: null, volume: 1, bell_volume: 1, subdivision_volume: 0.5, lanes: [], meter: "4/4", count_in: 0, count_in_sound: "auto",
  sounds: { beat: "voice", bell: "voice", accent: "auto", ghost: "auto", subdivision: "auto" }, heard: { lanes: [] },
};
const sound = (lane, sign, beat, more = {}) => voice({ lane, sign, count: 0, beat }, { ...status, ...more })?.sound;

test("beats that are counted aloud have their numbers, also in a bell and an accent, and what lies between them has none", () => {
  assert.equal(sound("beat", "X", 1), "voice-1");
  assert.equal(sound("beat", "x", 2), "voice-2");
  assert.equal(sound("beat", "A", 17), "voice-1");
  assert.equal(sound("subdivision", "x", 2), "beat");
  assert.equal(sound("beat", "X", 1, { sounds: { ...status.sounds, bell: "cowbell" } }), "cowbell");
});

test("the numbers of a bar are loaded, and no sound of the name that stands for them", () => {
  const names = soundsOf(status);
  for (const name of ["voice-1", "voice-4"]) assert.ok(names.has(name), name);
  assert.ok(!names.has("voice") && !names.has("voice-5"));
});

test("a prompt is told with what comes next, and before the first one what that is", () => {
  const at = (prompt) => happening({ status: { ...status, playing: true, practice: { prompt } }, section: null });
  assert.deepEqual([at({ prompt: "C", next: "F" }).prompt, at({ prompt: "C", next: "F" }).nextPrompt], ["C", "F"]);
  assert.deepEqual([at({ prompt: null, next: "C" }).prompt, at({ prompt: null, next: "C" }).nextPrompt], [null, "C"]);
  assert.equal(at(null).prompt, null);
});

test("each prompt is spoken once, a bar ahead, whether the status comes before the beat or after it", () => {
  const at = (bar) => ({ next: "F", next_bar: bar });
  assert.equal(isToSpeak(at(2), 1), true);
  assert.equal(isToSpeak(at(2), 1), false);
  // A prompt each bar: the status of bar 2 comes behind its beat.
  assert.equal(isToSpeak(at(2), 2), false);
  assert.equal(isToSpeak(at(3)), true);
  assert.equal(isToSpeak(at(3)), false);
  // Every second bar: in the bar before.
  assert.deepEqual([isToSpeak(at(6), 4), isToSpeak(at(6)), isToSpeak(at(6), 5)], [false, false, true]);
  assert.equal(isToSpeak({ next: null, next_bar: null }, 6), false);
});
