// SPDX-License-Identifier: Apache-2.0
// How late this device is heard, by tapping: along with the device alone, then along with the metronome alone. The difference
// of both is the device's own, whatever finger, touch screen and habit add to each.

import { $, button, h, say } from "./dom.js";
import { silence } from "./audio.js";
import { tapped } from "./sound.js";
import { monotonic } from "./time.js";
import { heard, position } from "./timeline.js";
import { change, choice, choose, store, watch } from "./store.js";
import { toggle } from "./transport.js";
import { t } from "./words.js";

const wanted = 12, leftOut = 3, mostScatterMs = 45, trialBpm = 100;

const trial = (ns) => ({
  bars: [{ from_beat: 0, beats: 4, bell: null, origin: { bar: 1, beat: 0 } }],
  segments: [{ at_ns: ns, curve: "constant", origin: { beat: 0, fraction: 0 }, rate_ppm: 0, tempo: { numerator: trialBpm, denominator: 1 } }],
});

function distance(timeline, ns) {
  const beat = Math.round(position(timeline, ns));
  return (ns - heard(timeline, beat)) / 1e6;
}

function round(dialog, word) {
  return new Promise((done) => {
    const taps = [], target = dialog.querySelector(".target"), text = dialog.querySelector("p");
    const tell = () => say(text, t(word, wanted - taps.length));
    const tap = (event) => {
      const timeline = store.trial ?? store.timeline;
      if (!timeline || (event.type === "keydown" && event.key !== " ")) return;
      event.preventDefault();
      taps.push(distance(timeline, monotonic(event.timeStamp)));
      target.animate([{ transform: "scale(0.94)" }, { transform: "none" }], 120);
      tell();
      if (taps.length >= wanted) end(taps.slice(leftOut));
    };
    const end = (result) => {
      target.removeEventListener("pointerdown", tap);
      target.removeEventListener("keydown", tap);
      dialog.removeEventListener("close", cancelled);
      done(result);
    };
    const cancelled = () => end(null);
    target.addEventListener("pointerdown", tap);
    target.addEventListener("keydown", tap);
    dialog.addEventListener("close", cancelled);
    tell();
  });
}

/** Waits until the metronome was started or stopped, by hand. False where it was cancelled. */
function until(dialog, isPlaying) {
  const holds = () => Boolean(store.status?.playing) === isPlaying;
  if (holds()) return Promise.resolve(true);
  return new Promise((done) => {
    const control = button(t(isPlaying ? "start" : "stop"), toggle, { class: "target" });
    const shown = dialog.querySelector(".target");
    say(dialog.querySelector("p"), t(isPlaying ? "startIt" : "stopIt"));
    shown.replaceWith(control);
    const end = (result) => {
      forget();
      dialog.removeEventListener("close", cancelled);
      control.replaceWith(shown);
      shown.focus();
      done(result);
    };
    const cancelled = () => end(false);
    const forget = watch(() => holds() && end(true));
    dialog.addEventListener("close", cancelled);
  });
}

/** Measures it and keeps it. What the daemon plays is left as it is: this device clicks a beat of its own, and is then silent. */
export async function calibrate() {
  const dialog = $("calibration"), text = h("p", { role: "status" });
  dialog.replaceChildren(text, button(t("tap"), () => {}, { class: "target" }), button(t("cancel"), () => dialog.close(), { class: "chip" }));
  dialog.showModal();
  dialog.querySelector(".target").focus();
  let here = null, there = null;
  try {
    if (await until(dialog, false)) {
      change({ trial: trial(monotonic() + 5e8) });
      here = await round(dialog, "tapHere");
      change({ trial: null });
    }
    silence(true);
    if (here && await until(dialog, true)) there = await round(dialog, "tapThere");
  } finally {
    change({ trial: null });
    silence(false);
  }
  if (!there) return;
  const [one, other] = [tapped(here), tapped(there)];
  if (Math.max(one.scatter, other.scatter) > mostScatterMs) return say(text, t("scattered"));
  const late = Math.min(500, Math.max(-500, Math.round((choice("late", 0) + one.late - other.late) * 10) / 10));
  choose("late", late);
  say(text, t("measured", late));
  setTimeout(() => dialog.open && dialog.close(), 2500);
}
