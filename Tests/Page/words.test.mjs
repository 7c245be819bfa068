// SPDX-License-Identifier: Apache-2.0
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import "./english.mjs";
import { linkCommand, t } from "../../Web/words.js";

const folder = new URL("../../Web/", import.meta.url);
const text = (name) => readFileSync(new URL(name, folder), "utf8");

test("every word that the page asks for has a text", () => {
  const asked = readdirSync(folder).filter((name) => name.endsWith(".js")).flatMap((name) => [...text(name).matchAll(/\bt\("([\w.]+)"/g)].map(([, word]) => word));
  const marked = [...text("index.html").matchAll(/data-t="(\w+)"/g)].map(([, word]) => word);
  assert.ok(asked.length > 60);
  const words = text("words.js");
  for (const word of new Set([...asked, ...marked])) assert.match(words, new RegExp(`[ {"]${word.replace(".", "\\.")}"?: `), word);
});

test("what is filled in stands in both languages", () => {
  const places = (one) => [...one.matchAll(/\{\d\}/g)].map(String).sort().join();
  for (const [, english, german] of text("words.js").matchAll(/\["([^"]*)", "([^"]*)"\]/g)) assert.equal(places(english), places(german), english);
  assert.equal(t("bars", 4), "4 bars");
});

test("the words are those of musicians", () => {
  assert.deepEqual([t("subdivision"), t("lanes"), t(["Random mute", "Zufällig stumm"])], ["Subdivision", "Drums", "Random mute"]);
});

test("who has no link is told the command that prints a link to this very page", () => {
  const told = (address) => linkCommand(new URL(address));
  assert.equal(told("http://127.0.0.1:8120/"), "metroweb --link control");
  assert.equal(told("http://localhost:18122/"), "metroweb --port 18122 --link control");
  assert.equal(told("http://192.168.1.5:18122/"), "metroweb --listen 192.168.1.5 --port 18122 --link control");
  assert.equal(told("http://stage.local:8120/"), "metroweb --listen 0.0.0.0 --link control");
  assert.equal(told("http://[2001:db8::1]:8120/"), "metroweb --listen 2001:db8::1 --link control");
  assert.equal(told("http://[::1]:8120/"), "metroweb --link control");
});
