// SPDX-License-Identifier: Apache-2.0
import assert from "node:assert/strict";
import { test } from "node:test";
import "./english.mjs";
import { barText, happening, lineOf, placeOf } from "../../Web/now.js";
import { planned } from "../../Web/sound.js";
import { echoOf, stepped } from "../../Web/trainers.js";

const all = [{ bar: 1 }, { bar: 9 }, { bar: 25 }];

test("while stopped the section that the next start begins in is the one that pages are turned from", () => {
  const place = (start_bar) => placeOf({ status: { playing: false, song: { start_bar } } }, all);
  assert.deepEqual([1, 8, 9, 24, 25, 99].map(place), [0, 0, 1, 1, 2, 2]);
  assert.equal(placeOf({ status: { playing: false, song: null } }, all), -1);
});

test("while it plays that is the section that is heard", () => {
  const song = { start_bar: 25, section: { index: 0 } };
  assert.equal(placeOf({ status: { playing: true, song } }, all), 0);
  assert.equal(placeOf({ status: { playing: true, song }, section: { section: { index: 1 } } }, all), 1);
});

test("bars before the first are the count-in, and a place in a set list is none that is read as a meter", () => {
  assert.deepEqual([-1, 0, 1, 12].map(barText), ["Count-in", "Count-in", "Bar 1", "Bar 12"]);
  const setlist = { name: "gig", place: 4, count: 4, next: null, entry: { name: "waltz" } };
  assert.equal(happening({ status: { setlist, song: null } }).number, "4 of 4");
});

test("a face says the section that is heard, and of a song that has ended its title", () => {
  const line = (playing, song, section) => lineOf({ status: { playing, song }, section });
  const song = { title: "Blues", section: { label: "Intro" } }, told = { section: { label: "Outro" } };
  assert.deepEqual([line(true, song), line(true, song, told), line(false, { ...song, section: null }, told)], ["Intro", "Outro", "Blues"]);
  assert.deepEqual([line(true, { ...song, section: { bar: 9 } }), line(true, { path: "a.toml" }), line(true, null, told)], ["Blues", null, null]);
});

test("a click is planned ahead of when a device must play it, until it has sounded, however late the device is", () => {
  for (const late of [-500, -300, -100, 0, 100, 500]) {
    const heard = 10e9, played = heard - late * 1e6;
    const isPlanned = (now) => { const [from, to] = planned(now, 4e8, late); return from <= heard && heard < to; };
    for (let ms = -399; ms <= 99; ms += 3) assert.ok(isPlanned(played + ms * 1e6), `${late} ${ms}`);
  }
});

test("a step leads within the bounds, and from beyond them step by step", () => {
  assert.equal(stepped(1, 64, 1, 64), 64);
  assert.equal(stepped(1, 1, -1, 64), 1);
  assert.equal(stepped(1, 3600, -1, 1000), 3599);
  assert.equal(stepped(20, 450, -5, 400), 445);
  assert.equal(stepped(20, 450, 5, 400), 450);
  assert.equal(stepped(20, 10, 5, 400), 15);
});

test("while presses are under way what the status tells is older, until it tells the last or what somebody else has set", () => {
  const pressed = echoOf("3 1").sent("4 1").sent("5 1");
  assert.ok(pressed.told("3 1").isOlder && pressed.told("4 1").isOlder && !pressed.told("5 1").isOlder);
  assert.ok(pressed.told("4 1").told("4 1").isOlder && !pressed.told("4 1").told("5 1").isOlder);
  assert.ok(!pressed.told("9 9").isOlder && !pressed.told("9 9").told("4 1").isOlder);
  assert.ok(!echoOf("3 1").told("3 1").isOlder && !pressed.told("5 1").told("4 1").isOlder);
});

test("a title is the entry's, the song's, its file's or the set list's, in this order", () => {
  const entry = { name: "Opener" }, setlist = { entry, place: 2, count: 9, next: { name: "Ballad" }, title: "Tour", name: "tour" };
  const song = { title: "Etude", path: "/songs/etude.toml" };
  const title = (status) => happening({ status: { playing: false, ...status }, section: null }).title;
  assert.equal(title({ setlist, song }), "Opener");
  assert.equal(title({ setlist: { ...setlist, entry: null }, song }), "Etude");
  assert.equal(title({ song: { ...song, title: null } }), "etude.toml");
  assert.equal(title({ setlist: { ...setlist, entry: null } }), "Tour");
  assert.equal(title({}), null);
  const { number, nextEntry } = happening({ status: { playing: false, setlist, song }, section: null });
  assert.deepEqual([number, nextEntry], ["2 of 9", "Ballad"]);
});

test("a section that is played several times says which time it is, and nothing is said of sections while stopped", () => {
  const song = { path: "a", section: { label: "Verse", times: 3, pass: 2, bar: 1 }, next: { label: null, times: 1, pass: 1, bar: 9 } };
  const at = (status, section = null) => { const { section: now, nextSection } = happening({ status, section }); return [now, nextSection]; };
  assert.deepEqual(at({ playing: true, song }), ["Verse 2/3", "Bar 9"]);
  assert.deepEqual(at({ playing: true, song }, { section: song.next, next: song.section }), ["Bar 9", "Verse 2/3"]);
  assert.deepEqual(at({ playing: false, song }), [null, null]);
});
