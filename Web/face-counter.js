// SPDX-License-Identifier: Apache-2.0
// The tempo on rolling digits, as on an old odometer.

import { h, say } from "./dom.js";
import { LampRow } from "./lights.js";
import { tempoName, tempoText } from "./pattern.js";

export class CounterFace {
  name = "counter";
  #drums = [100, 10, 1].map((worth) => ({ worth, reel: h("div", { class: "reel" }, Array.from({ length: 10 }, (_, digit) => h("span", {}, String(digit)))) }));
  #line = h("div", { class: "counter-line" });
  #lamps = new LampRow();
  element = h("div", { class: "counter" },
    h("div", { class: "drums" }, this.#drums.map(({ reel }) => h("div", { class: "drum" }, reel))), this.#line, this.#lamps.element);

  update({ status, signs, line }) {
    for (const { worth, reel } of this.#drums) {
      const digit = Math.floor(Math.round(status.bpm) / worth) % 10;
      reel.style.transform = `translateY(${-digit * 10}%)`;
      reel.classList.toggle("leading", status.bpm < worth);
    }
    say(this.#line, line ?? `${tempoText(status.bpm)} bpm · ${tempoName(status.bpm)}`);
    this.#lamps.update(signs, status.meter);
  }

  play({ timeline, beats }, isSeen) { return isSeen && timeline ? this.#lamps.glows(beats, "c") : []; }
}
