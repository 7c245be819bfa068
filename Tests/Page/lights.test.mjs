// SPDX-License-Identifier: Apache-2.0
import assert from "node:assert/strict";
import { test } from "node:test";

globalThis.document = { addEventListener() {}, hidden: false };
const { comingBeats } = await import("../../Web/lights.js"), { Lights, Player } = await import("../../Web/player.js");

/** An element with its animations that play, the last made of which is on top. */
function stage() {
  const playing = [];
  const animate = (frames, { duration }) => {
    const one = { frames, duration, cancel: () => playing.splice(playing.indexOf(one), 1) };
    playing.push(one);
    return one;
  };
  return { playing, element: { animate } };
}

test("the beats to come are those that are heard up to a time, and before the end of the music", () => {
  const segment = { at_ns: 1e9, curve: "constant", origin: { beat: 0, fraction: 0 }, rate_ppm: 0, tempo: { numerator: 120, denominator: 1 } };
  const timeline = { segments: [segment], bars: [{ from_beat: 0, origin: { beat: 0, bar: 1 }, beats: 3, accents: null, bell: null }] };
  const beats = (now, ahead, end_beat) => comingBeats({ ...timeline, end_beat }, now, ahead).map(({ n, bar, beat }) => `${n} ${bar}.${beat}`);
  assert.deepEqual(beats(0, 2e9), ["0 1.1", "1 1.2", "2 1.3"]);
  assert.deepEqual(beats(2.2e9, 1e9), ["2 1.3", "3 2.1", "4 2.2"]);
  assert.deepEqual(beats(2.2e9, 1e9, 4), ["2 1.3", "3 2.1"]);
  assert.equal(beats(0, 1e12).length, 64);
});

test("a later movement covers the one before, also where that one is made anew, and what is over is not played", () => {
  const { playing, element } = stage(), player = new Player(element, (value) => value);
  const move = (from, to, begin) => ({ from, to, begin, duration: 1e6, curve: "linear" });
  const shown = () => playing.map(({ frames }) => frames.join("-"));
  player.play([move(0, 1, 1e6), move(1, 2, 2e6), move(2, 3, 3e6)], 0);
  assert.deepEqual(shown(), ["0-1", "1-2", "2-3"]);
  player.play([move(0, 1, 1e6), move(1, 5, 2e6), move(2, 3, 3e6)], 0);
  assert.deepEqual(shown(), ["0-1", "1-5", "2-3"]);
  player.clear();
  player.play([move(0, 1, 1e6), move(1, 2, 2e6)], 2.5e6);
  assert.deepEqual(shown(), ["1-2"]);
});

test("a light that is no more among the glows goes out, one that has another form is lit anew, and others stay", () => {
  const { playing, element } = stage(), lights = new Lights();
  const glow = (key, duration) => ({ element, key, begin: 0, duration, frames: [key] });
  lights.play([glow("a", 1e6), glow("b", 1e6), glow("c", 1e6)]);
  const [, b] = playing;
  lights.play([glow("b", 1e6), glow("c", 2e6)]);
  assert.deepEqual(playing.map(({ frames, duration }) => `${frames} ${duration}`), ["b 1", "c 2"]);
  assert.equal(playing[0], b);
  lights.clear();
  assert.deepEqual(playing, []);
});
