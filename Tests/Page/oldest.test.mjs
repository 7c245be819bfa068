// SPDX-License-Identifier: Apache-2.0
// What the oldest browsers (Safari 14, Chrome 90, Firefox 90) do not read, or do not show: each with the line that has it.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";

const folder = new URL("../../Web/", import.meta.url);
const files = (ending) => readdirSync(folder).filter((name) => name.endsWith(ending)).map((name) => [name, readFileSync(new URL(name, folder), "utf8")]);

function refuse(ending, rules) {
  for (const [name, text] of files(ending)) {
    text.split("\n").forEach((line, index) => {
      if (/^\s*(\/\/|\/\*)/.test(line)) return;
      for (const [rule, what] of rules) assert.ok(!rule.test(line), `${name}:${index + 1}: ${what}: ${line.trim().slice(0, 80)}`);
    });
  }
}

test("no script has syntax or functions that are newer", () => {
  refuse(".js", [
    [/\(\?<[=!]/, "a lookbehind"], [/^await |^\s*static \{/, "top-level await, or a static block"], [/[^\w.]#[a-z]\w*\s*[(;=]|this\.#/i, "a private member"],
    [/\.(at|findLast|findLastIndex|toSorted|toReversed|with|hasOwn|groupBy)\(/, "a newer function"], [/structuredClone|AbortSignal\.(timeout|any)|randomUUID|Promise\.(any|withResolvers)/, "a newer function"],
    [/\(?\{ (rotate|translate): [`"]|\(\{ scale: String/, "an animation of an individual transform"], [/\/[dgimsuy]*[dv][dgimsuy]*\.(test|exec)\(/, "a newer flag"],
  ]);
});

test("no rule of style is dropped by them where nothing stands in for it", () => {
  refuse(".css", [
    [/\d+cq(w|h|i|b|min|max)/, "a unit of containers"], [/container-type|@container|@layer/, "containers"], [/color-mix|oklch|light-dark\(/, "a newer colour"],
    [/:has\(/, ":has"], [/[{; ](rotate|scale|translate):/, "an individual transform"], [/[{; ]inset[\w-]*:/, "inset (Safari 14.0)"],
    [/overflow: \w+ \w+/, "overflow with two values"], [/^\s*&/, "nesting"],
  ]);
  for (const [name, text] of files(".css")) {
    for (const [, before, unit] of text.matchAll(/([^;{]*);\s*height: 100(dvh|svh|lvh)/g)) assert.match(before, /height: 100vh/, `${name}: ${unit} alone`);
    assert.equal(/\d[dsl]vh/.test(text.replace(/height: 100dvh/g, "")), false, `${name}: dvh alone`);
  }
});

test("a dialog that is not open is not seen where browsers have no dialogs", () => {
  assert.match(Object.fromEntries(files(".css"))["app.css"], /^dialog:not\(\[open\]\) \{ display: none \}$/m);
});

test("what a browser lacks is not offered: Safari 14.0 has no AudioContext of that name", () => {
  const [[, panel]] = files("panel-sound.js");
  for (const [row, needed] of [["click", "globalThis.AudioContext"], ["speech", "globalThis.speechSynthesis"], ["vibrate", "navigator.vibrate"]]) {
    assert.ok(panel.includes(`${row}.row.hidden = !${needed};`), row);
  }
});

test("no file has more than 300 lines", () => {
  for (const [name, text] of [".js", ".css", ".html"].flatMap(files)) assert.ok(text.split("\n").length <= 300, name);
});
