// SPDX-License-Identifier: Apache-2.0
// The tempo on rolling digits, as on an old odometer.

import { div, h, say } from "./dom.js";
import { LampRow } from "./lights.js";
import { tempoName, tempoText } from "./pattern.js";

export class CounterFace {
  name = "counter";
  _drums = [1000, 100, 10, 1].map((worth) => ({ worth, reel: div("reel", Array.from({ length: 10 }, (_, digit) => h("span", {}, String(digit)))) }));
  _line = div("counter-line");
  _lamps = new LampRow();
  element = div("counter",
    div("drums", this._drums.map(({ reel }) => div("drum", reel))), this._line, this._lamps.element);

  update({ status, signs, starts, line }) {
    const bpm = Math.round(status.bpm);
    for (const { worth, reel } of this._drums) {
      const digit = Math.floor(bpm / worth) % 10;
      reel.style.transform = `translateY(${-digit * 10}%)`;
      reel.classList.toggle("leading", bpm < worth);
      // There is a fourth one above 999.
      reel.parentElement.hidden = worth === 1000 && bpm < 1000;
    }
    say(this._line, line ?? [`${tempoText(status.bpm)} bpm`, tempoName(status.bpm, status)].filter(Boolean).join(" · "));
    this._lamps.update(signs, starts);
  }

  play({ timeline, beats }, isSeen) { return isSeen && timeline ? this._lamps.glows(beats, "c") : []; }
}
