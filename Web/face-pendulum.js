// SPDX-License-Identifier: Apache-2.0
// The metronome itself: a rod at ±30° on every beat, with a weight as high as the tempo is slow.

import { div, h, say } from "./dom.js";
import { current, end, rest, rod, replaced, told, valueAt, weightHeight } from "./motion.js";
import { LampRow } from "./lights.js";
import { tempoName, tempoText } from "./pattern.js";
import { Player } from "./player.js";

const view = "0 0 360 376", pivot = { x: 180, y: 339 };
const marks = [44, 48, 52, 56, 60, 66, 72, 80, 88, 96, 108, 120, 132, 144, 160, 176, 192], named = [60, 80, 108, 144, 192];

const body = () => h("svg", { viewBox: view, class: "layer" },
  h("rect", { x: 112, y: 348, width: 26, height: 16, rx: 5, class: "foot" }), h("rect", { x: 222, y: 348, width: 26, height: 16, rx: 5, class: "foot" }),
  h("path", { class: "case", d: "M180 4H215C225 4 230.7 9 232.1 19L277.9 339C279.3 349 275 354 265 354H95C85 354 80.7 349 82.1 339L127.9 19C129.3 9 135 4 145 4Z" }),
  h("path", { class: "shine", d: "M180 16H212.9C218.2 16 221.3 18.7 222 24L265.9 334C266.6 339.3 264.3 342 259 342H101C95.7 342 93.4 339.3 94.1 334L138 24C138.7 18.7 141.8 16 147.1 16Z" }),
  h("rect", { x: 169, y: 30, width: 22, height: 216, rx: 3, class: "scale" }),
  marks.map((bpm) => {
    const y = pivot.y - weightHeight(bpm), reach = named.includes(bpm) ? 16 : 10;
    return h("line", { x1: pivot.x - reach, x2: pivot.x + reach, y1: y, y2: y, class: "mark", "stroke-width": reach > 10 ? 1.6 : 1 });
  }),
  named.map((bpm) => h("text", { x: 200, y: pivot.y - weightHeight(bpm) + 3.4, class: "number" }, String(bpm))));

export class PendulumFace {
  name = "pendulum";
  _weight = h("g", { class: "weight" },
    h("rect", { x: pivot.x - 17.5, y: pivot.y - 17.5, width: 35, height: 35, rx: 10 }), h("line", { x1: 171, x2: 189, y1: pivot.y, y2: pivot.y }));
  _rod = h("svg", { viewBox: view, class: "layer rod" },
    h("rect", { x: 175, y: 19, width: 10, height: 320, rx: 5, class: "stick" }), this._weight);
  _tempo = h("text", { x: 180, y: 286, class: "plate-tempo" });
  _name = div("plate-name");
  _lamps = new LampRow();
  _player = new Player(this._rod, (angle) => ({ transform: `rotate(${angle}deg)` }));
  track = [];
  element = div("pendulum", body(), this._rod,
    h("svg", { viewBox: view, class: "layer" },
      h("path", { class: "plate", d: "M180 244H256.5L268.6 334C269.6 340.7 266.7 344 260 344H100C93.3 344 90.4 340.7 91.4 334L103.5 244Z" }),
      h("rect", { x: 103.5, y: 244, width: 153, height: 2, class: "lid" }), this._tempo),
    this._name, this._lamps.element);

  update({ status, signs, starts, line }) {
    say(this._tempo, tempoText(Math.round(status.bpm * 10) / 10));
    say(this._name, line ?? tempoName(status.bpm, status));
    this._name.classList.toggle("long", (line ?? "").length > 18);
    this._weight.style.transform = `translateY(${-weightHeight(status.bpm)}px)`;
    this._lamps.update(signs, starts);
  }

  /** What the daemon told of the movement under way holds in place of what was planned. */
  learn(segment, now) {
    if (!segment) return;
    const known = told(segment);
    if (end(known) > now) this.track = replaced(this.track, [known]);
  }

  play({ timeline, now, ahead, beats }, isSeen, isStill) {
    this.track = timeline ? rod(timeline, this.track, now, ahead) : rest(this.track, now);
    if (isSeen && !isStill) this._player.play(this.track, now);
    else this._player.clear();
    return isSeen && timeline ? this._lamps.glows(beats, "p") : [];
  }

  angle(ns) { return this.track.length ? valueAt(current(this.track, ns), ns) : 0; }
}
