// SPDX-License-Identifier: Apache-2.0
import assert from "node:assert/strict";
import { test } from "node:test";
import { addable, isAt, moved, nameOf, songTitle, takenOut, typed } from "../../Web/pieces.js";

test("a name is what the daemon takes, and no path", () => {
  assert.equal(nameOf("  Autumn Leaves "), "Autumn Leaves");
  for (const text of ["", "  ", "a/b", "../a", ".hidden", "a\u0000b", "a\nb", "a\u202eb", "ü".repeat(33)]) assert.equal(nameOf(text), null, text);
  assert.equal(nameOf("ü".repeat(32)), "ü".repeat(32));
});

test("a name that is there is asked about before it is replaced", () => {
  assert.deepEqual(typed("waltz", ["waltz"]), { name: "waltz", isThere: true });
  assert.deepEqual(typed("Waltz", ["waltz"]), { name: "Waltz", isThere: false });
  assert.deepEqual(typed(" ", ["waltz"]), { name: null, isThere: false });
});

test("presets and songs can be added; a song that a preset hides cannot", () => {
  assert.deepEqual(addable(["waltz", "b.mid"], ["a.toml", "b.mid"]), { presets: [["waltz", "waltz"], ["b.mid", "b.mid"]], songs: [["a.toml", "a"]] });
  assert.equal(songTitle("Take Five.v2.toml"), "Take Five.v2");
});

test("an entry is moved within the list, and the last one takes the list with it", () => {
  assert.equal(moved(1, -1, 3), null);
  assert.equal(moved(3, 1, 3), null);
  assert.equal(moved(2, 1, 3), 3);
  assert.deepEqual(takenOut("friday", 2, 3), { name: "friday", entry: 2 });
  assert.deepEqual(takenOut("friday", 1, 1), { name: "friday" });
});

test("an entry is where it was pressed only while the list has it there", () => {
  const [aa, bb, song] = [{ name: "aa", preset: "aa" }, { name: "bb", preset: "bb", bars: 4 }, { name: "aa", song: "/aa.toml" }];
  assert.ok(isAt([aa, bb], 2, { name: "bb", preset: "bb" }));
  for (const list of [[bb], [bb, aa], [], [aa, song]]) assert.ok(!isAt(list, 2, bb));
  assert.ok(!isAt([song], 1, aa));
});
