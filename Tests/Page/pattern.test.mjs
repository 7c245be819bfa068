// SPDX-License-Identifier: Apache-2.0
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  barOf, groupings, lasting, meter, nextAccent, nextStep, pattern, rings, signs, steps, swingShare, tempoName, tempoText, usualSteps,
  withNote,
} from "../../Web/pattern.js";

const status = { meter: "6/8", accents: "auto", bell: { every: 2, on: 1 }, song: null, heard: { beats: 2 } };

test("the row of beats is the bar that is heard, also where its beats are felt ones", () => {
  assert.equal(signs(status).join(""), "Xx");
  assert.equal(signs({ ...status, accents: "XA" }).join(""), "XA");
  assert.deepEqual(barOf(status), { beats: 2, starts: [] });
  assert.equal(signs({ ...status, meter: "2+2+3/8", bell: { every: 7, on: 1 }, heard: { beats: 7 } }).join(""), "XxAxAxx");
  assert.deepEqual(barOf({ meter: "2+2+3/8", heard: { beats: 7 } }), { beats: 7, starts: [3, 5] });
});

test("6, 9 and 12 eighths have the daemon's groups of three, and its accents", () => {
  const counted = (text, beats) => ({ ...status, meter: text, bell: { every: beats, on: 1 }, heard: { beats } });
  for (const [text, beats, expected] of [["6/8", 6, "XxxAxx"], ["9/8", 9, "XxxAxxAxx"], ["12/16", 12, "XxxAxxAxxAxx"], ["6/4", 6, "Xxxxxx"], ["2+4/8", 6, "XxAxxx"]]) {
    assert.equal(signs(counted(text, beats)).join(""), expected, text);
  }
  assert.deepEqual(barOf(counted("12/8", 12)).starts, [4, 7, 10]);
  assert.deepEqual([meter("3/4+6/8").groups, meter("3+3/8").groups, meter("10/8").groups], [[6, 3, 3], [3, 3], [10]]);
});

test("a meter keeps its groups from note to note, also where those of the one between are not written", () => {
  // The daemon tells 3+3/8 as 6/8.
  const told = (text) => ({ "3+3/8": "6/8", "3+3+3/16": "9/16" })[text] ?? text;
  const by = (begin, ...notes) => notes.reduce(([text, chosen], note) => {
    const next = withNote(text, note, chosen);
    return [told(next.text), next];
  }, [begin, null])[0];
  assert.deepEqual([by("3+3/4", 8, 4), by("3+3/4", 8, 16, 4), by("3+3+3/4", 16, 8, 4)], ["3+3/4", "3+3/4", "3+3+3/4"]);
  assert.deepEqual([by("6/4", 8, 4), by("6/8", 4, 8), by("2+2+3/8", 4, 8), by("4/4", 8)], ["6/4", "6/8", "2+2+3/8", "4/8"]);
  // What was chosen from another meter says nothing.
  assert.equal(withNote("9/8", 4, withNote("3+3/4", 8, null)).text, "9/4");
});

test("the bell rings where it is set, also seldom, and where signs have it; in a song where that has it", () => {
  const plain = { meter: "4/4", accents: "auto", bell: null, song: null, heard: { beats: 4 } };
  assert.equal(rings(plain), false);
  assert.ok(rings({ ...plain, bell: { every: 7, on: 1 } }) && rings({ ...plain, accents: "XxXx" }));
  assert.equal(rings({ ...plain, accents: "AxAx" }), false);
  assert.equal(rings({ ...plain, accents: "XxXx", song: {}, heard: { beats: 4, accents: "xxxx" } }), false);
});

test("bars of two kinds in turn are one bar of the shorter beats", () => {
  assert.deepEqual(meter("2/4+3/8"), { beats: 7, unit: 8, groups: [4, 3] });
  assert.deepEqual(meter("2+2+3/8"), { beats: 7, unit: 8, groups: [2, 2, 3] });
});

test("bars of 4 to 13 beats can be grouped, each grouping has all beats, and shorter and longer bars are one group", () => {
  for (let beats = 1; beats <= 16; beats++) {
    const found = groupings(beats);
    assert.deepEqual(found[0], [beats]);
    assert.equal(found.length > 1, beats >= 4 && beats <= 13, `${beats}`);
    for (const groups of found) assert.equal(groups.reduce((sum, count) => sum + count), beats);
  }
  assert.deepEqual(groupings(4), [[4], [2, 2]]);
});

test("taps go through all signs of a beat, and through those of a step, which has no bell", () => {
  const round = (next, sign, count) => Array.from({ length: count }, () => (sign = next(sign))).join("");
  assert.equal(round(nextAccent, "x", 5), "AXo.x");
  assert.equal(round(nextStep, ".", 4), "xAo.");
  assert.equal(nextStep("X"), ".");
});

test("repeats are written out, chances stay with their steps, and a step that is made silent loses its chance", () => {
  const signsOf = (text) => steps(text)?.map(({ sign, chance }) => sign + chance).join(" ") ?? null;
  assert.equal(signsOf("(x-A)*5 over 2 beats"), Array(5).fill("x . A").join(" "));
  assert.equal(signsOf("x%30*2 | o_."), "x%30 x%30 o .");
  assert.equal(pattern([{ sign: "x", chance: "%30" }, { sign: ".", chance: "%30" }]), "x%30.");
  assert.deepEqual(["x... over 2 bars", "x... over 1 bar", "x.. over 3 beats", "x..."].map(lasting), [" over 2 bars", " over 1 bar", " over 3 beats", ""]);
  for (const text of ["3 per bar", "x(x", "kick"]) assert.equal(steps(text), null);
});

test("a new lane has sixteenths, up to 16 of them, else the next longer notes", () => {
  assert.deepEqual([[4, 4], [3, 4], [5, 4], [6, 8], [12, 8], [17, 16]].map(([beats, unit]) => usualSteps(beats, unit)), [16, 12, 10, 12, 12, 17]);
});

test("a swing is the part of the first of two, however it is written", () => {
  assert.deepEqual(["even", null, "2:1", "3:1", "62%", "62.5", 0.6].map(swingShare), [0.5, 0.5, 2 / 3, 0.75, 0.62, 0.625, 0.5]);
});

test("a tempo has two decimals, and its Italian name where it counts quarters or felt beats", () => {
  assert.deepEqual([120, 92.25, 60.004, 59.999].map(tempoText), ["120", "92.25", "60", "60"]);
  const name = (bpm, text, beats) => tempoName(bpm, { meter: text, heard: { beats } });
  assert.deepEqual([[1, "4/4", 4], [107.9, "4/4", 4], [108, "4/4", 4], [300, "3/4", 3]].map((one) => name(...one)), ["Larghissimo", "Andante", "Moderato", "Prestissimo"]);
  assert.deepEqual([name(120, "6/8", 6), name(120, "6/8", 2)], ["", "Allegro"]);
});
