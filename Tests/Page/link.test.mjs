// SPDX-License-Identifier: Apache-2.0
import assert from "node:assert/strict";
import { after, test } from "node:test";

// A browser: each request that was posted, with what answers it.
const posted = [], sources = [], leaving = [];
Object.assign(globalThis, {
  addEventListener: (event, run) => event === "pagehide" && leaving.push(run), document: { addEventListener() {}, hidden: false }, location: { hash: "#t=secret&view=stage", pathname: "/" },
  history: { replaceState: (_, __, address) => { location.hash = address.slice(address.indexOf("#") >= 0 ? address.indexOf("#") : address.length); } },
  fetch: (path, { body, signal }) => new Promise((answer, fail) => posted.push({
    path, signal, body: JSON.parse(body), answer: (status, told) => answer({ ok: status === 200, status, json: async () => told }), fail: () => fail(new Error("hangs")),
  })),
  EventSource: class { constructor() { sources.push(this); } addEventListener() {} close() {} },
});
const { call, follow, hear: hearTempo, hurry, inTurn, wish } = await import("../../Web/link.js");
const { choice, store } = await import("../../Web/store.js");
after(() => leaving.forEach((leave) => leave()));
const settled = () => new Promise((done) => { setTimeout(done, 5); });
const hear = (message) => sources.at(-1).onmessage({ data: JSON.stringify(message) });

test("a link stays in the address until the server itself has answered", async () => {
  follow();
  for (const status of [502, 500, 429]) {
    assert.deepEqual(posted.at(-1).body, { token: "secret" }, String(status));
    posted.pop().answer(status, {});
    await settled();
    assert.match(location.hash, /t=secret/, String(status));
    hurry();
    await settled();
  }
  posted.pop().answer(200, { role: "control" });
  await settled();
  assert.equal(location.hash, "#view=stage");
  assert.equal(sources.length, 1);
});

test("a daemon that is gone plays nothing, and nothing of it is to come", () => {
  hear({ method: "event.hello", params: { role: "control", heard: { bpm: 90, meter: "4/4", bell: null }, settings: { bpm: 90 }, playing: true, run: 3, timeline: { run: 3 } } });
  assert.equal(store.status.playing, true);
  hear({ method: "event.connection", params: { connected: false } });
  assert.deepEqual([store.connection, store.status.playing, store.timeline, store.status.bpm], ["daemon", false, null, 90]);
});

test("a page that comes back shows the section that its status tells, not one of before", () => {
  const hello = (section) => ({ method: "event.hello", params: { role: "control", heard: { bpm: 90, meter: "4/4", bell: null }, settings: {}, playing: true, run: 3, song: { path: "a", section } } });
  hear(hello("intro"));
  hear({ method: "event.section", params: { section: "verse", next: "coda" } });
  assert.equal(store.section.section, "verse");
  hear(hello("coda"));
  assert.deepEqual([store.section, store.status.song.section], [null, "coda"]);
});

test("changes go one after the other, also behind one that is refused; a tap waits for none", async () => {
  const answers = [inTurn("accents.set", { accents: "X.Ax" }), inTurn("accents.set", { accents: "auto" }), inTurn("undo")];
  call("tap");
  await settled();
  assert.deepEqual(posted.map(({ body }) => body.method), ["tap", "accents.set"]);
  for (const { body, answer } of posted.splice(0)) answer(200, body.method === "tap" ? { result: {} } : { error: { message: "no" } });
  await settled();
  assert.deepEqual(posted.map(({ body }) => body.params.accents), ["auto"]);
  posted.pop().answer(200, { result: { accents: "auto" } });
  await settled();
  assert.deepEqual(posted.map(({ body }) => body.method), ["undo"]);
  posted.pop().answer(200, { result: {} });
  assert.deepEqual(await Promise.all(answers), [null, { accents: "auto" }, {}]);
});

test("an answer that does not come is a connection lost, and nothing that waited behind it is asked for later", async () => {
  const answers = [inTurn("tempo.set", { bpm: "+1" }), inTurn("tempo.set", { bpm: "+1" }), inTurn("stop")];
  await settled();
  assert.equal(store.connection, "open");
  posted.pop().fail();
  assert.deepEqual(await Promise.all(answers), [null, null, null]);
  assert.deepEqual([store.connection, posted.length], ["lost", 0]);
  const later = inTurn("start");
  await settled();
  posted.pop().answer(200, { result: {} });
  assert.deepEqual(await later, {});
});

test("an answer that is lost with a former connection leaves the present one, and what is asked for there", async () => {
  hurry();
  await settled();
  posted.pop().answer(200, { role: "control" });
  await settled();
  const old = inTurn("undo");
  await settled();
  const hanging = posted.pop();
  sources.at(-1).onerror();
  hurry();
  await settled();
  posted.pop().answer(200, { role: "control" });
  await settled();
  hear({ method: "event.connection", params: { connected: true } });
  const stop = inTurn("stop");
  hanging.fail();
  assert.equal(await old, null);
  await settled();
  assert.deepEqual([store.connection, posted.map(({ body }) => body.method)], ["open", ["stop"]]);
  posted.pop().answer(200, { result: {} });
  assert.deepEqual(await stop, {});
});

test("a pairing that hangs is given up with a new start, and a former stream says nothing any more", async () => {
  follow();
  await settled();
  const hanging = posted.pop();
  assert.equal(hanging.signal.aborted, false);
  follow();
  assert.equal(hanging.signal.aborted, true);
  await settled();
  posted.pop().answer(200, { role: "control" });
  await settled();
  const former = sources.at(-1);
  follow();
  await settled();
  posted.pop().answer(200, { role: "control" });
  await settled();
  hear({ method: "event.connection", params: { connected: true } });
  former.onmessage({ data: JSON.stringify({ method: "event.connection", params: { connected: false } }) });
  assert.equal(store.connection, "open");
});

const told = (more) => hear({ method: "event.state", params: { state: { heard: { bpm: 90, meter: "4/4", bell: null }, settings: { bpm: 90, meter: "4/4" }, playing: true, run: 3, ...more } } });

test("a wish that is refused is taken back alone", async () => {
  told({});
  wish(() => ({ meter: "3/4" }), "meter.set", { meter: "3/4" });
  wish(() => ({ bpm: 99 }), "tempo.set", { bpm: 99 });
  assert.deepEqual([store.status.meter, store.status.bpm], ["3/4", 99]);
  await settled();
  posted.pop().answer(200, { error: { message: "no" } });
  await settled();
  assert.deepEqual([store.status.meter, store.status.bpm], ["4/4", 99]);
  posted.pop().answer(200, { error: { message: "no" } });
  await settled();
  assert.equal(store.status.bpm, 90);
});

test("the section of a song is forgotten with another song or run, and its tempo is the one that is heard", () => {
  const song = { path: "a" };
  for (const next of [{ song: { path: "b" }, run: 3 }, { song, run: 4 }, { song: null, run: 3 }]) {
    told({ song });
    hear({ method: "event.section", params: { section: "verse", next: "coda" } });
    told({ song });
    assert.equal(store.section.section, "verse");
    told(next);
    assert.equal(store.section, null);
  }
  told({ song });
  hearTempo(92.5);
  assert.equal(store.status.bpm, 92.5);
  told({});
  hearTempo(120);
  assert.equal(store.status.bpm, 90);
});

test("a page that is opened again shows what was set, and that nothing plays", () => {
  told({});
  leaving.forEach((leave) => leave());
  assert.deepEqual([choice("last").playing, choice("last").bpm], [false, 90]);
});
