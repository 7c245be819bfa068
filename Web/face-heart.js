// SPDX-License-Identifier: Apache-2.0
// A heart that beats: large, larger and back in every beat, by a spring.

import { div, h, say } from "./dom.js";
import { heartbeat } from "./motion.js";
import { tempoText } from "./pattern.js";

export class HeartFace {
  name = "heart";
  _tempo = h("text", { x: 0, y: 10, class: "heart-tempo" });
  _heart = h("svg", { viewBox: "-180 -180 360 360", class: "layer heart-shape" },
    h("path", { class: "heart-fill", d: "M0 -36.5C4.2 -54.2 16.8 -63 33.6 -63C54.6 -63 70 -46.6 70 -26.5C70 8.8 26.6 32.8 0 63C-26.6 32.8 -70 8.8 -70 -26.5C-70 -46.6 -54.6 -63 -33.6 -63C-16.8 -63 -4.2 -54.2 0 -36.5Z" }),
    h("g", { transform: "translate(-39 -36) rotate(-38)" }, h("rect", { x: -17, y: -8, width: 34, height: 16, rx: 17, ry: 8, class: "heart-shine" })),
    this._tempo);
  _playing = [];
  element = div("heart", this._heart);

  update({ status }) { say(this._tempo, tempoText(status.bpm)); }

  play({ timeline, beats }, isSeen, isStill) {
    if (!isSeen || !timeline || isStill) return [];
    const frames = heartbeat.map((scale) => ({ transform: `scale(${scale})` }));
    return beats.map(({ n, begin, duration }) => ({ element: this._heart, key: `h${n}`, begin, duration, frames }));
  }
}
