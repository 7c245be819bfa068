// SPDX-License-Identifier: Apache-2.0
// How much of the bar is over: a ring of dashes that closes from the top, with a light for each beat.

import { fill, h, say } from "./dom.js";
import { bar } from "./motion.js";
import { Player } from "./player.js";
import { lit } from "./lights.js";
import { tempoText } from "./pattern.js";

const radius = 162 / Math.PI, dashes = 36, step = 2 * Math.PI * radius / dashes;

export class RingFace {
  name = "ring";
  #arc = h("circle", { r: radius, class: "arc", pathLength: 1, transform: "rotate(-90)" });
  #lights = h("div", { class: "ring-lights" });
  #number = h("div", { class: "ring-number" });
  #tempo = h("div", { class: "ring-tempo" });
  #player = new Player(this.#arc, (part) => ({ strokeDashoffset: String(1 - part) }));
  element = h("div", { class: "ring" },
    h("svg", { viewBox: "-76 -76 152 152", class: "layer" },
      h("mask", { id: "ring-mask" }, this.#arc),
      h("circle", { r: radius, class: "track", "stroke-dasharray": `${step * 2 / 3} ${step / 3}`, "stroke-dashoffset": -step / 6, transform: "rotate(-90)" }),
      h("g", { mask: "url(#ring-mask)" },
        h("circle", { r: radius, class: "over", "stroke-dasharray": `${step * 2 / 3} ${step / 3}`, "stroke-dashoffset": -step / 6, transform: "rotate(-90)" }))),
    this.#lights, h("div", { class: "ring-words" }, this.#number, this.#tempo));

  update({ status, signs }) {
    say(this.#tempo, `${tempoText(status.bpm)} bpm`);
    if (!status.playing) say(this.#number, "–");
    const count = signs.length;
    fill(this.#lights, count, () => Array.from({ length: count }, (_, index) => {
      const light = h("span", { class: "light" }, h("span", { class: "lit" })), turn = index / count * 2 * Math.PI - Math.PI / 2;
      light.style.left = `${50 + 42.5 * Math.cos(turn)}%`;
      light.style.top = `${50 + 42.5 * Math.sin(turn)}%`;
      return light;
    }));
  }

  beat({ beat }) { say(this.#number, String(beat)); }

  play({ timeline, now, beats }, isSeen) {
    if (!isSeen || !timeline) {
      this.#player.clear();
      return [];
    }
    this.#player.play(beats.map(({ n }) => bar(timeline, n)), now);
    return beats.flatMap(({ n, begin, duration, beat, sign }) => {
      const light = this.#lights.children[beat - 1]?.firstChild;
      return light ? [{ element: light, key: `r${n}`, begin, duration, frames: lit(sign) }] : [];
    });
  }
}
