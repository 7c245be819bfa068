// SPDX-License-Identifier: Apache-2.0
// The beat for the stage and for those who do not hear it: the whole screen flashes, and the device vibrates.

import { $ } from "./dom.js";
import { choice, store } from "./store.js";

/** Between two flashes, whatever they are for: three a second, so that none can harm. */
const leastNs = 334e6, longestNs = 3e8;

/** The beats that flash, of some in their order, after a flash at `lastNs`: none within 334 ms of another. One that comes just before a
 *  stronger one leaves the flash to that. Pure. */
export function flashing(beats, lastNs = -Infinity) {
  const rank = ({ sign }) => "oxAX".indexOf(sign), heard = beats.filter(({ sign }) => sign !== ".");
  let last = lastNs;
  return heard.filter((beat, index) => {
    if (beat.begin - last < leastNs) return false;
    const after = heard.slice(index + 1).filter(({ begin }) => begin - beat.begin < leastNs);
    if (after.some((other) => rank(other) > rank(beat))) return false;
    last = beat.begin;
    return true;
  });
}

let glows = [], lastNs = -Infinity;

/** The glows of the screen. What was lit stays counted, whatever becomes of the timeline; a daemon whose machine starts anew counts from 0. */
export function flashGlows({ beats, now }) {
  const lit = glows.filter(({ begin }) => begin <= now);
  lastNs = Math.min(now, Math.max(lastNs, ...lit.map(({ begin }) => begin)));
  glows = choice("flash", false)
    ? [...lit.filter(({ begin }) => begin > now - longestNs), ...flashing(beats.filter(({ begin }) => begin > now), lastNs).map(flash)] : [];
  return glows;
}

function flash({ n, begin, duration, sign }) {
  const backgroundColor = sign === "X" ? "var(--highlight)" : "var(--accent)", strength = { X: 0.9, A: 0.75, x: 0.55, o: 0.3 }[sign];
  return {
    element: $("flash"), key: `f${n}`, begin, duration: Math.min(duration * 0.6, longestNs), easing: "ease-out",
    frames: [{ opacity: strength, backgroundColor }, { opacity: 0, backgroundColor }],
  };
}

export function vibrate({ sign }) {
  if (choice("vibrate", false) && sign !== "." && navigator.vibrate) navigator.vibrate({ X: 60, A: 45, x: 25, o: 12 }[sign]);
}

let heardBar = null, spokenBar = null;

/** Whether a prompt is to be spoken now: a bar ahead, once. `bar` is that of the beat that is heard; null with another status, which may
 *  come before the first beat of its bar or after that. */
export function isToSpeak(told, bar = null) {
  heardBar = bar ?? heardBar;
  if (!told?.next || heardBar !== told.next_bar - 1 || spokenBar === told.next_bar) return false;
  spokenBar = told.next_bar;
  return true;
}

/** Speaks what is to be played next, with the device's own voice. */
export function speak({ bar } = {}) {
  const { playing, practice } = store.status ?? {}, told = playing ? practice?.prompt : null;
  if (!told) spokenBar = heardBar = null;
  if (!isToSpeak(told, bar) || !choice("speak", false)) return;
  if (globalThis.speechSynthesis) speechSynthesis.speak(new SpeechSynthesisUtterance(told.next));
}
