// SPDX-License-Identifier: Apache-2.0
// Start and stop, tap, and a beat a minute more or less, under the thumb.

import { $, button, h, say, span } from "./dom.js";
import { call } from "./link.js";
import { stepTempo } from "./dial.js";
import { isKnown, monotonic } from "./time.js";
import { store } from "./store.js";
import { t } from "./words.js";

const icon = h("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, h("path", { class: "icon-play", d: "M7 4.5V19.5L20 12Z" }), h("rect", { class: "icon-stop", x: 6, y: 6, width: 12, height: 12, rx: 2 }));
const word = h("span", {}, t("start"));
const play = h("button", { class: "play", id: "play" }, icon, word);
const tap = h("button", { class: "tap", id: "tap" }, span("tap-light"), h("span", {}, t("tap")));

export const toggle = () => call(store.status?.playing ? "stop" : "start");

let lastTap = Promise.resolve();

/** A tap that has its time with it comes after the one before, whatever becomes of that on its way. */
export function tapNow(event) {
  const ms = event?.timeStamp ?? performance.now();
  tap.firstChild.animate([{ opacity: 1 }, { opacity: 0 }], 300);
  if (!isKnown()) return call("tap");
  const time = Math.round(monotonic(ms));
  lastTap = lastTap.then(() => call("tap", { time_ns: time }));
  return lastTap;
}

function repeated(label, by) {
  let timer = null;
  const stop = () => clearInterval(timer);
  const element = button(label, (event) => event.detail === 0 && stepTempo(by), { class: "step" }, by > 0 ? "+" : "−");
  element.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    stepTempo(by);
    stop();
    const begun = performance.now();
    timer = setInterval(() => performance.now() - begun > 450 && stepTempo(by), 90);
  });
  for (const name of ["pointerup", "pointerleave", "pointercancel", "blur"]) element.addEventListener(name, stop);
  return element;
}

export function buildTransport() {
  play.addEventListener("click", toggle);
  tap.addEventListener("pointerdown", (event) => event.button === 0 && tapNow(event));
  tap.addEventListener("click", (event) => event.detail === 0 && tapNow(event));
  $("transport").append(repeated(t("slower"), -1), tap, play, repeated(t("faster"), 1));
}

export function showTransport() {
  const isPlaying = store.status?.playing ?? false;
  play.dataset.playing = isPlaying;
  say(word, t(isPlaying ? "stop" : "start"));
}
