// SPDX-License-Identifier: Apache-2.0
import assert from "node:assert/strict";
import { test } from "node:test";

// Elements that are asked for nothing but their value.
class Element {
  style = { setProperty() {} };
  listeners = {};
  setAttribute() {}
  addEventListener(event, run) { this.listeners[event] = run; }
  append() {}
}
Object.assign(globalThis, {
  Node: Element,
  document: { createElement: () => new Element(), createElementNS: () => new Element(), getElementById: () => new Element(), addEventListener() {} },
});
const { movements, slider } = await import("../../Web/dom.js");
const later = (ms) => new Promise((done) => { setTimeout(done, ms); });

/** A slider with what it has told; `move` moves it. */
function played() {
  const told = [], { element, update } = slider("x", (value, gesture) => new Promise((answer) => told.push({ value, gesture, answer })));
  const fire = (event) => (element.listeners[event] ?? element[`on${event}`])({});
  update(0.5);
  return { element, update, told, fire, move: (value) => { element.value = String(value); fire("input"); } };
}

test("while an answer is awaited only the last value of a slider follows it, in the same movement", async () => {
  const { told, fire, move } = played();
  fire("pointerdown");
  move(0.6);
  await later(80);
  for (const value of [0.7, 0.8, 0.9]) {
    move(value);
    await later(60);
  }
  fire("pointerup");
  assert.deepEqual(told.map(({ value }) => value), [0.6]);
  told[0].answer({});
  await later(10);
  assert.deepEqual(told.map(({ value }) => value), [0.6, 0.9]);
  assert.equal(told[0].gesture, told[1].gesture);
  fire("pointerdown");
  move(0.4);
  told[1].answer({});
  await later(80);
  assert.equal(told[2].value, 0.4);
  assert.notEqual(told[2].gesture, told[1].gesture);
});

test("a slider whose last value was refused shows what holds", async () => {
  const { element, update, told, fire, move } = played();
  fire("pointerdown");
  move(0.9);
  fire("pointerup");
  await later(80);
  update(0.5);
  assert.equal(Number(element.value), 0.9);
  told[0].answer(null);
  await later(400);
  assert.equal(element.value, 0.5);
});

test("a movement that rests for a second is over", (context) => {
  let now = 0;
  context.mock.method(performance, "now", () => now);
  const movement = movements(), numbers = [0, 900, 1900, 3000].map((ms) => { now = ms; return movement.now(); });
  assert.equal(new Set(numbers.slice(0, 3)).size, 1);
  assert.equal(numbers[3], numbers[0] + 1);
  movement.begin();
  assert.equal(movement.now(), numbers[3] + 1);
});
