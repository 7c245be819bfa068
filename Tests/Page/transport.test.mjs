// SPDX-License-Identifier: Apache-2.0
import assert from "node:assert/strict";
import { test } from "node:test";

// A browser with elements that are asked for nothing, and a server whose clock is the page's; calls are answered by hand.
class Element {
  style = { setProperty() {} };
  dataset = {};
  firstChild = { animate() {} };
  setAttribute() {}
  addEventListener() {}
  append() {}
}
const posted = [], wait = globalThis.setTimeout;
Object.assign(globalThis, {
  // The page measures its clock without end; no timer of it keeps the test.
  setTimeout: (run, ms) => wait(run, ms).unref(),
  Node: Element, addEventListener() {}, location: "http://stage/",
  document: { createElement: () => new Element(), createElementNS: () => new Element(), getElementById: () => new Element(), addEventListener() {}, removeEventListener() {}, hidden: false },
  fetch: (path, { body }) => new Promise((answer) => {
    const told = (json) => answer({ ok: true, status: 200, json: async () => json });
    if (path.startsWith("/clock")) told({ monotonic_ns: performance.now() * 1e6 });
    else posted.push({ ...JSON.parse(body), answer: () => told({ result: {} }) });
  }),
});
const { tapNow } = await import("../../Web/transport.js"), { isKnown, keepTime, monotonic } = await import("../../Web/time.js");
const { store } = await import("../../Web/store.js");
const later = (ms) => new Promise((done) => { wait(done, ms); });

test("a tap is told with the time of its touch, and none overtakes the one before", async () => {
  store.connection = "open";
  keepTime();
  while (!isKnown()) await later(20);
  const touch = performance.now() - 30;
  tapNow({ timeStamp: touch });
  tapNow({ timeStamp: touch + 20 });
  await later(5);
  assert.deepEqual(posted.map(({ method }) => method), ["tap"]);
  assert.ok(Math.abs(posted[0].params.time_ns - monotonic(touch)) < 1e6);
  posted[0].answer();
  await later(5);
  assert.equal(posted.length, 2);
  assert.ok(Math.abs(posted[1].params.time_ns - posted[0].params.time_ns - 20e6) < 1e6);
});
