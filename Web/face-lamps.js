// SPDX-License-Identifier: Apache-2.0
// A large lamp for each beat of the bar, to be seen across a room.

import { div, say } from "./dom.js";
import { LampRow } from "./lights.js";
import { tempoText } from "./pattern.js";

export class LampsFace {
  name = "lamps";
  _row = new LampRow();
  _number = div("lamps-number");
  _tempo = div("lamps-tempo");
  element = div("big-lamps", this._number, this._row.element, this._tempo);

  update({ status, signs, starts, line }) {
    this._row.update(signs, starts);
    if (!status.playing) say(this._number, "–");
    say(this._tempo, `${tempoText(status.bpm)} bpm · ${line ?? status.meter}`);
  }

  beat({ beat }) { say(this._number, String(beat)); }

  play({ timeline, beats }, isSeen) { return isSeen && timeline ? this._row.glows(beats, "l") : []; }
}
