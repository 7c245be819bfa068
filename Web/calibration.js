// SPDX-License-Identifier: Apache-2.0
// How late this device is heard, by tapping: along with the device alone, then along with the metronome alone. The difference
// of both is the device's own, whatever finger, touch screen and habit add to each.

import { $, button, h, say } from "./dom.js";
import { silence } from "./audio.js";
import { call } from "./link.js";
import { tapped } from "./sound.js";
import { monotonic } from "./time.js";
import { heard, position } from "./timeline.js";
import { change, choice, choose, store } from "./store.js";
import { t } from "./words.js";

const wanted = 12, leftOut = 3, mostScatterMs = 45;

/** Milliseconds from the nearest beat to a time. */
function distance(ns) {
  const beat = Math.round(position(store.timeline, ns));
  return (ns - heard(store.timeline, beat)) / 1e6;
}

/** Asks for taps until there are enough; null where it was cancelled. */
function round(dialog, word) {
  return new Promise((done) => {
    const taps = [], target = dialog.querySelector(".target"), text = dialog.querySelector("p");
    const tell = () => say(text, t(word, wanted - taps.length));
    const tap = (event) => {
      if (!store.timeline || (event.type === "keydown" && event.key !== " ")) return;
      event.preventDefault();
      taps.push(distance(monotonic(event.timeStamp)));
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

/** Measures it and keeps it. */
export async function calibrate() {
  const dialog = $("calibration"), text = h("p", { role: "status" });
  dialog.replaceChildren(text, button(t("tap"), () => {}, { class: "target" }), button(t("cancel"), () => dialog.close(), { class: "chip" }));
  dialog.showModal();
  dialog.querySelector(".target").focus();
  const wasPlaying = store.status?.playing, wasMuted = store.status?.muted;
  if (!wasPlaying) await call("start");
  await call("mute");
  // The page clicks on while the daemon is muted.
  change({ clicksMuted: true });
  const here = await round(dialog, "tapHere");
  change({ clicksMuted: false });
  silence(true);
  await call("unmute");
  const there = here && await round(dialog, "tapThere");
  silence(false);
  if (wasMuted) await call("mute");
  if (!wasPlaying) await call("stop");
  if (!there) return;
  const [one, other] = [tapped(here), tapped(there)];
  if (Math.max(one.scatter, other.scatter) > mostScatterMs) return say(text, t("scattered"));
  const late = Math.round((choice("late", 0) + one.late - other.late) * 10) / 10;
  choose("late", Math.min(500, Math.max(-500, late)));
  say(text, t("measured", late));
  setTimeout(() => dialog.open && dialog.close(), 2500);
}
