// SPDX-License-Identifier: Apache-2.0
// The stage: the faces side by side, to be swiped, and the one loop that plans what is seen.

import { CounterFace } from "./face-counter.js";
import { HeartFace } from "./face-heart.js";
import { LampsFace } from "./face-lamps.js";
import { PendulumFace } from "./face-pendulum.js";
import { RingFace } from "./face-ring.js";
import { RingsFace } from "./face-rings.js";
import { changeBeat } from "./beats.js";
import { $, h, mark } from "./dom.js";
import { comingBeats } from "./lights.js";
import { last } from "./list.js";
import { lineOf } from "./now.js";
import { flip } from "./panel-lanes.js";
import { barOf, signs } from "./pattern.js";
import { Lights } from "./player.js";
import { isKnown, monotonic, pageTime } from "./time.js";
import { choice, choose, store } from "./store.js";
import { t } from "./words.js";

const everyMs = 400, aheadNs = 1.6e9;
export const pendulum = new PendulumFace();
const faces = [pendulum, new RingFace(), new LampsFace(), new HeartFace(), new CounterFace(),
  new RingsFace((lane, step) => (lane === null ? changeBeat(step) : flip(lane, step)))];
const lights = new Lights(), extras = [], beatWatchers = [];
const still = matchMedia("(prefers-reduced-motion: reduce)");
let shown = 0, timer = null, beatTimer = null, dots = [];

/** Adds what is lit with the beats elsewhere on the page: a function from the plan to its glows. */
export const lightAlong = (glows) => extras.push(glows);
export const onBeat = (tell) => beatWatchers.push(tell);

export function showFace(index) {
  const next = (index + faces.length) % faces.length, stage = $("stage");
  stage.scrollTo({ left: next * stage.clientWidth, behavior: still.matches ? "instant" : "smooth" });
}
export const nextFace = (by) => showFace(shown + by);

function settle(index) {
  if (index === shown || !faces[index]) return;
  shown = index;
  choose("face", faces[index].name);
  tellFace();
  plan();
}

function tellFace() {
  dots.forEach((dot, index) => mark(dot, "aria-selected", String(index === shown)));
  faces.forEach((face, index) => {
    mark(face.element.parentElement, "aria-hidden", index !== shown);
    face.seen?.(index === shown);
  });
}

export function buildStage() {
  const stage = $("stage");
  stage.replaceChildren(...faces.map(({ name, seen, element }) => h("div", { class: "page", role: seen ? "group" : "img", "aria-label": t(name) }, element)));
  dots = faces.map(({ name }, index) =>
    h("button", { role: "tab", class: "dot", "aria-label": t("face", index + 1, faces.length, t(name)), onclick: () => showFace(index) }));
  $("dots").replaceChildren(...dots);
  const wanted = faces.findIndex(({ name }) => name === choice("face", still.matches ? "lamps" : "pendulum"));
  shown = Math.max(0, wanted);
  const place = () => {
    // Hundredths of the room that a face has: older browsers have no units for it.
    const { clientWidth: width, clientHeight: height } = stage;
    Object.entries({ cw: width, ch: height, cm: Math.min(width, height) }).forEach(([name, px]) => stage.style.setProperty(`--${name}`, `${px / 100}px`));
    stage.scrollTo({ left: shown * width, behavior: "instant" });
  };
  new ResizeObserver(place).observe(stage);
  stage.addEventListener("scroll", () => {
    const at = stage.scrollLeft / Math.max(1, stage.clientWidth);
    if (Math.abs(at - Math.round(at)) < 0.02) settle(Math.round(at));
  }, { passive: true });
  still.addEventListener("change", plan);
  document.addEventListener("visibilitychange", plan);
  tellFace();
}

export function showStatus() {
  const { status } = store;
  if (!status) return;
  const about = { status, signs: signs(status), starts: barOf(status).starts, line: lineOf(store) };
  faces.forEach((face) => face.update(about));
  if (isKnown() && status.pendulum) pendulum.learn(status.pendulum.segment, monotonic());
}

/** Plans everything that is seen from now on; while something plays, again and again. */
export function plan() {
  clearTimeout(timer);
  timer = null;
  if (!isKnown() || document.hidden) return;
  const { status } = store, timeline = status?.playing ? store.timeline : null, now = monotonic();
  const beats = timeline ? comingBeats(timeline, now, aheadNs) : [];
  const moment = { timeline, now, ahead: aheadNs, beats, status };
  const glows = faces.flatMap((face, index) => face.play(moment, index === shown, still.matches));
  lights.play([...glows, ...extras.flatMap((extra) => extra(moment))]);
  waitForBeat(beats, now);
  if (timeline) timer = setTimeout(plan, everyMs);
}

let lastBeat = null;
function waitForBeat(beats, now) {
  clearTimeout(beatTimer);
  const present = last(beats, ({ begin }) => begin <= now), next = beats.find(({ begin }) => begin > now);
  if (present && lastBeat !== `${store.status.run}/${present.n}`) {
    lastBeat = `${store.status.run}/${present.n}`;
    faces.forEach((face) => face.beat?.(present));
    beatWatchers.forEach((tell) => tell(present));
  }
  if (next) beatTimer = setTimeout(() => waitForBeat(beats, monotonic() + 1e6), Math.max(0, pageTime(next.begin) - performance.now()));
}
