// SPDX-License-Identifier: Apache-2.0
// How much of the bar is over: a ring of dashes that closes from the top, with a light for each beat.

import { div, fill, h, say, span } from "./dom.js";
import { bar } from "./motion.js";
import { Player } from "./player.js";
import { lit } from "./lights.js";
import { tempoText } from "./pattern.js";

const radius = 162 / Math.PI, dashes = 36, step = 2 * Math.PI * radius / dashes;

export class RingFace {
  name = "ring";
  _arc = h("circle", { r: radius, class: "arc", pathLength: 1, transform: "rotate(-90)" });
  _lights = div("ring-lights");
  _number = div("ring-number");
  _tempo = div("ring-tempo");
  _player = new Player(this._arc, (part) => ({ strokeDashoffset: String(1 - part) }));
  element = div("ring",
    h("svg", { viewBox: "-76 -76 152 152", class: "layer" },
      h("mask", { id: "ring-mask" }, this._arc),
      h("circle", { r: radius, class: "track", "stroke-dasharray": `${step * 2 / 3} ${step / 3}`, "stroke-dashoffset": -step / 6, transform: "rotate(-90)" }),
      h("g", { mask: "url(#ring-mask)" },
        h("circle", { r: radius, class: "over", "stroke-dasharray": `${step * 2 / 3} ${step / 3}`, "stroke-dashoffset": -step / 6, transform: "rotate(-90)" }))),
    this._lights, div("ring-words", this._number, this._tempo));

  update({ status, signs }) {
    say(this._tempo, `${tempoText(status.bpm)} bpm`);
    if (!status.playing) say(this._number, "–");
    const count = signs.length;
    fill(this._lights, count, () => Array.from({ length: count }, (_, index) => {
      const light = span("light", span("lit")), turn = index / count * 2 * Math.PI - Math.PI / 2;
      light.style.left = `${50 + 42.5 * Math.cos(turn)}%`;
      light.style.top = `${50 + 42.5 * Math.sin(turn)}%`;
      return light;
    }));
  }

  beat({ beat }) { say(this._number, String(beat)); }

  play({ timeline, now, beats }, isSeen) {
    if (!isSeen || !timeline) {
      this._player.clear();
      return [];
    }
    this._player.play(beats.map(({ n }) => bar(timeline, n)), now);
    return beats.flatMap(({ n, begin, duration, beat, sign }) => {
      const light = this._lights.children[beat - 1]?.firstChild;
      return light ? [{ element: light, key: `r${n}`, begin, duration, frames: lit(sign) }] : [];
    });
  }
}
