// SPDX-License-Identifier: Apache-2.0
import assert from "node:assert/strict";
import { test } from "node:test";
import { Connection } from "../../Web/connection.js";

/** A network that does what it is told to, played by events; counts what is open. */
function played(connection, choose, steps = 3000) {
  let now = 0, open = 0, most = 0, wake = Infinity;
  const told = [];
  const take = (event) => connection.take(event, now).forEach(({ does, ms, connection: text }) => {
    if (does === "close") open = 0;
    if (does === "pair") open += 1;
    if (does === "open") open = Math.max(1, open);
    if (does === "wake") wake = now + ms;
    if (does === "tell") told.push(text);
    most = Math.max(most, open);
  });
  take({ is: "start" });
  for (let step = 0; step < steps; step++) {
    now += 1000;
    if (now >= wake) {
      wake = Infinity;
      take({ is: "tick" });
    }
    const event = choose(connection, step);
    if (event) take(event);
  }
  return { most, told, turn: connection.turn };
}

test("a network that hangs, one that falls silent and one that refuses leave one request or stream", () => {
  const hangs = played(new Connection(), () => null);
  const silent = played(new Connection(), ({ phase, turn }) => (phase === "pairing" ? { is: "paired", turn, answer: "paired" } : null));
  const refuses = played(new Connection(), ({ phase, turn }) => (phase === "pairing" ? { is: "paired", turn, answer: "lost" } : null));
  for (const { most, told, turn } of [hangs, silent, refuses]) {
    assert.equal(most, 1);
    assert.ok(turn > 20);
    assert.ok(told.every((text) => text === "lost") && told.length > 20);
  }
});

test("starts, wake-ups and answers of former tries in any order leave one", () => {
  let seed = 7;
  const random = (most) => (seed = seed * 48271 % 2147483647) % most;
  for (let turn = 0; turn < 20; turn++) {
    const { most } = played(new Connection(), ({ turn }) => [
      { is: "start" }, { is: "hurry" }, { is: "leave" }, { is: "tick" }, { is: "paired", turn: turn - random(2), answer: ["paired", "lost", "refused"][random(3)] },
      { is: "failed", turn: turn - random(3) }, { is: "heard", turn }, null][random(8)]);
    assert.equal(most, 1);
  }
});

test("who is refused is told so, and no more is asked until a new link", () => {
  const { told, turn } = played(new Connection(), ({ phase, turn }) => (phase === "pairing" ? { is: "paired", turn, answer: "refused" } : null), 100);
  assert.deepEqual([told, turn], [["unpaired"], 1]);
});

/** How long is waited after each of `count` tries that are lost. */
function waits(connection, count) {
  return Array.from({ length: count }, () =>
    connection.take({ is: "failed", turn: connection.turn }, 0).concat(connection.take({ is: "paired", turn: connection.turn, answer: "lost" }, 0))
      .concat(connection.take({ is: "tick" }, 1e6)).find(({ does }) => does === "wake").ms);
}

test("the waits between tries grow longer up to 5 s, and are short again once something was heard, and with a start", () => {
  const connection = new Connection(), short = 400;
  connection.take({ is: "start" }, 0);
  const found = waits(connection, 12);
  assert.equal(found[0], short);
  assert.ok(found.slice(1, 5).every((ms, index) => ms > found[index]));
  assert.equal(found[11], 5000);
  connection.take({ is: "start" }, 0);
  assert.deepEqual(waits(connection, 2).slice(0, 1), [short]);
  connection.take({ is: "paired", turn: connection.turn, answer: "paired" }, 0);
  connection.take({ is: "heard", turn: connection.turn }, 0);
  assert.equal(waits(connection, 1)[0], short);
});

test("a page that is left has another turn, so that nothing of the former one is asked or heard", () => {
  const connection = new Connection();
  connection.take({ is: "start" }, 0);
  const { turn } = connection;
  connection.take({ is: "leave" }, 0);
  assert.notEqual(connection.turn, turn);
  assert.deepEqual(connection.take({ is: "paired", turn, answer: "paired" }, 0), []);
});
