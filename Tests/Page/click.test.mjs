// SPDX-License-Identifier: Apache-2.0
import assert from "node:assert/strict";
import { test } from "node:test";

// A browser with an audio clock that is the page's, and a daemon whose clock is the page's, too. Time passes by `pass` alone.
let ms = 1000, waits = [], files = async (url) => url;
const nodes = [];
class Source {
  constructor(context, { buffer }) { Object.assign(this, { buffer, isStopped: false }); nodes.push(this); }
  connect(level) { this.gain = level.gain; return level; }
  start(at) { this.at = at; }
  stop() { this.isStopped = true; }
}
Object.assign(globalThis, {
  location: "http://stage/", document: { addEventListener() {}, removeEventListener() {}, hidden: false },
  setTimeout: (run, after) => waits.push({ run, at: ms + after }), clearTimeout: (id) => { if (waits[id - 1]) waits[id - 1].run = () => {}; },
  fetch: async (url, options) => ({ ok: true, json: async () => ({ monotonic_ns: ms * 1e6 }), arrayBuffer: () => files(url, options) }),
  AudioContext: class {
    state = "running";
    get currentTime() { return ms / 1000; }
    getOutputTimestamp() { return { contextTime: ms / 1000, performanceTime: ms }; }
    async decodeAudioData(url) { return { url, sampleRate: 1000, getChannelData: () => (/gong/.test(url) ? [...Array(100).fill(0), 1] : [1]) }; }
  },
  AudioBufferSourceNode: Source, StereoPannerNode: class { connect() { return this; } },
  GainNode: class { constructor(_, options) { this.gain = options?.gain; } connect() { return this; } },
});
Object.assign(performance, { now: () => (ms += 1e-4), getEntriesByName: () => [], clearResourceTimings: () => {} });
const settled = () => new Promise((done) => { setImmediate(done); });
async function pass(by) {
  for (const end = ms + by; ms < end;) {
    for (let turn = 0; turn < 20; turn++) await settled();
    const due = waits.filter(({ at }) => at <= ms);
    waits.forEach((one) => due.includes(one) && (one.at = Infinity));
    due.forEach(({ run }) => run());
    if (!due.length) ms = Math.min(end, ...waits.map(({ at }) => at));
  }
}
const { clicks, soundsOf } = await import("../../Web/sound.js"), { choose, store } = await import("../../Web/store.js");

const sounds = { beat: "beat", bell: "bell", accent: "auto", ghost: "auto", subdivision: "auto" };
const status = {
  playing: true, muted: false, song: null, volume: 1, bell_volume: 1, subdivision_volume: 0.5, lanes: [], meter: "4/4", count_in: 0, count_in_sound: "auto",
  subdivision: 1, swing: "even", sounds, heard: { lanes: [] }, pending: [],
};
// Two beats in a second, from 2 s on.
const timeline = {
  segments: [{ at_ns: 2e9, curve: "constant", origin: { beat: 0, fraction: 0 }, rate_ppm: 0, tempo: { numerator: 120, denominator: 1 } }],
  bars: [{ from_beat: 0, origin: { beat: 0, bar: 1 }, beats: 4, accents: null, bell: null }],
};
const heard = (more) => clicks(timeline, { ...status, ...more }, 2e9 - 1, 5e9 - 1).map(({ sound, gain }) => `${sound} ${gain}`);

test("changes that wait for a bar are clicked from its first beat on, each over those before it", () => {
  const wait = (at_beat, changes) => ({ at_beat, changes });
  assert.deepEqual(heard({ pending: [wait(4, { volume: 0.5 }), wait(5, { sounds: { ...sounds, beat: "rim" } }), wait(4, { muted: false })] }),
    ["beat 1", "beat 1", "beat 1", "beat 1", "beat 0.5", "rim 0.5"]);
  assert.deepEqual(heard({ pending: [wait(5, { muted: true }), wait(4, { subdivision: 2 })] }),
    ["beat 1", "beat 1", "beat 1", "beat 1", "beat 1", "beat 0.5"]);
  assert.equal(heard({ pending: [wait(null, { muted: true })] }).length, 6);
});

test("a count-in clicks where the beats are muted, and beside a solo lane", () => {
  const bars = [{ ...timeline.bars[0], origin: { beat: 4, bar: 1 } }], gain = 0.5;
  const counted = (...lanes) => clicks({ ...timeline, bars }, { ...status, lanes, subdivision: 2 }, 2e9 - 1, 6e9 - 1).map(({ ns, gain: level }) => `${(ns - 2e9) / 5e8} ${level}`);
  const count = (level) => [0, 1, 2, 3].map((beat) => `${beat} ${level}`), parts = [4.5, 5.5, 6.5, 7.5].map((place) => `${place} 0.5`);
  assert.deepEqual(counted({ name: "beat", gain, mute: true }), [...count(0.5), ...parts]);
  assert.deepEqual(counted({ name: "hat", gain, solo: true }), count(1));
  assert.deepEqual(counted({ name: "beat", gain: 0, mute: true }), [...count(0), ...parts]);
  assert.deepEqual(heard({ muted: true, lanes: [{ name: "beat", gain, mute: true }] }), []);
});

test("a timer ends with three bells, where the beats are muted, too, and without parts", () => {
  const strokes = { name: "beat", id: 0, origin: { beat: 2, fraction: 0 }, denominator: 3, cycle: 3, places: [1, 2], accents: "XX", muted: false };
  const bars = [...timeline.bars, { ...timeline.bars[0], from_beat: 2, accents: "XXXX" }];
  const ending = { ...timeline, bars, end_beat: 3, lanes: [{ from_beat: 0, lanes: [] }, { from_beat: 2, lanes: [strokes] }] };
  const ends = (more) => clicks(ending, { ...status, subdivision: 2, ...more }, 2e9 - 1, 6e9 - 1).map(({ ns, sound }) => `${((ns - 2e9) / 5e8).toFixed(2)} ${sound}`);
  const strike = ["2.00 bell", "2.33 bell", "2.67 bell"], parts = ["0.50 beat", "1.50 beat"];
  assert.deepEqual(ends({}), ["0.00 beat", "0.50 beat", "1.00 beat", "1.50 beat", ...strike]);
  assert.deepEqual(ends({ lanes: [{ name: "beat", gain: 1, mute: true }] }), [...parts, ...strike]);
  assert.deepEqual(ends({ muted: true }), []);
});

test("the gain of the beats leaves the bell as loud as it is set, but for none", () => {
  const bars = [{ ...timeline.bars[0], bell: { every: 4, on: 1 } }];
  const loud = (gain) => clicks({ ...timeline, bars }, { ...status, bell_volume: 0.8, lanes: [{ name: "beat", gain }] }, 2e9 - 1, 3e9 - 1).map((click) => click.gain);
  assert.deepEqual([loud(0.5), loud(2), loud(0)], [[0.8, 0.5], [0.8, 2], [0, 0]]);
});

test("the sounds of changes that wait are loaded", () => {
  const names = soundsOf({ ...status, pending: [{ at_beat: 4, changes: { sounds: { ...sounds, beat: "rim" } } }] });
  assert.ok(names.has("rim") && names.has("beat"));
});

test("a click that is planned already is planned anew with another sound, level or place, and one that is under way stays", async () => {
  const { openAudio, planAudio } = await import("../../Web/audio.js"), { keepTime } = await import("../../Web/time.js");
  const planned = () => nodes.filter(({ at, isStopped }) => !isStopped && Math.abs(at - 3.5) < 0.05).map(({ buffer, gain }) => `${buffer.url} ${gain}`);
  Object.assign(store, { status, timeline, connection: "open" });
  choose("click", true);
  keepTime();
  await pass(500);
  openAudio();
  await pass(1700);
  assert.deepEqual(planned(), ["/sounds/beat 1"]);
  const set = (more) => {
    store.status = { ...store.status, ...more };
    planAudio();
  };
  set({ volume: 0.5 });
  assert.deepEqual(planned(), ["/sounds/beat 0.5"]);
  set({ sounds: { ...sounds, beat: "rim" } });
  await pass(110);
  assert.deepEqual(planned(), ["/sounds/rim 0.5"]);
  set({ lanes: [{ name: "beat", gain: 1, pan: 1 }] });
  assert.equal(planned().length, 1);
  assert.equal(nodes.filter(({ at }) => Math.abs(at - 3.5) < 0.05).length, 4);
  await pass(3500 - ms - 5);
  set({ volume: 0.2 });
  assert.deepEqual(planned(), ["/sounds/rim 0.5"]);
});

test("with another connection sounds are read again, also behind a network that hangs, and those that are known play until then", async () => {
  const { readSoundsAgain } = await import("../../Web/audio.js");
  const newest = () => `${nodes[nodes.length - 1].buffer.url} ${nodes.length > count}`;
  let count = nodes.length;
  files = (_, { signal }) => new Promise((_, fail) => signal?.addEventListener("abort", () => fail(new Error("given up"))));
  readSoundsAgain();
  await pass(2000);
  assert.equal(newest(), "/sounds/rim true");
  files = async (url) => `${url} of another server`;
  await pass(62_000);
  count = nodes.length;
  await pass(2000);
  assert.equal(newest(), "/sounds/rim of another server true");
});

test("a click begins earlier by what the device is late, and by what comes before the onset of its sound", async () => {
  const begins = async (late, beat) => {
    choose("late", late);
    store.status = { ...store.status, sounds: { ...sounds, beat, bell: beat }, lanes: [] };
    await pass(2000);
    // Beats are at whole and half seconds.
    return Math.round(nodes[nodes.length - 1].at % 0.5 * 1000);
  };
  assert.deepEqual([await begins(0, "rim"), await begins(50, "rim"), await begins(-50, "rim"), await begins(50, "gong")].map((ms) => ms % 500), [0, 450, 50, 350]);
});
