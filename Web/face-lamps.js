// SPDX-License-Identifier: Apache-2.0
// A large lamp for each beat of the bar, to be seen across a room.

import { h, say } from "./dom.js";
import { LampRow } from "./lights.js";
import { tempoText } from "./pattern.js";

export class LampsFace {
  name = "lamps";
  #row = new LampRow();
  #number = h("div", { class: "lamps-number" });
  #tempo = h("div", { class: "lamps-tempo" });
  element = h("div", { class: "big-lamps" }, this.#number, this.#row.element, this.#tempo);

  update({ status, signs, line }) {
    this.#row.update(signs, status.meter);
    if (!status.playing) say(this.#number, "–");
    say(this.#tempo, `${tempoText(status.bpm)} bpm · ${line ?? status.meter}`);
  }

  beat({ beat }) { say(this.#number, String(beat)); }

  play({ timeline, beats }, isSeen) { return isSeen && timeline ? this.#row.glows(beats, "l") : []; }
}
