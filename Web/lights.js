// SPDX-License-Identifier: Apache-2.0
// A row of lamps, one for each beat of the bar, and when which of them is lit.

import { h, span } from "./dom.js";
import { heard, place, position } from "./timeline.js";
import { glow } from "./player.js";

export function comingBeats(timeline, now, ahead) {
  const first = Math.max(0, Math.floor(position(timeline, now))), beats = [];
  for (let n = first; n < first + 64; n++) {
    const begin = heard(timeline, n);
    if (begin > now + ahead || n >= (timeline.end_beat ?? Infinity)) break;
    beats.push({ n, begin, duration: heard(timeline, n + 1) - begin, ...place(timeline, n) });
  }
  return beats;
}

export class LampRow {
  element = h("div", { class: "lamps", "aria-hidden": "true" });
  _signs = "";

  update(signs, starts) {
    const key = signs.join("") + starts;
    if (key === this._signs) return;
    this._signs = key;
    this.element.replaceChildren(...signs.map((sign, index) =>
      h("span", { class: "lamp", "data-sign": sign, "data-group": starts.includes(index + 1) }, span("lit"))));
  }

  glows(beats, name) {
    return beats.flatMap(({ n, begin, duration, beat, sign }) => {
      const lamp = this.element.children[beat - 1]?.firstChild;
      if (!lamp) return [];
      return [{ element: lamp, key: `${name}${n}`, begin, duration, frames: lit(sign) }];
    });
  }
}

/** How a lamp is lit by a sign: in the colour of the bell, or of the beat; a silent one dimly. */
export function lit(sign) {
  const backgroundColor = sign === "X" ? "var(--highlight)" : "var(--lit)";
  return glow.map((frame) => ({ ...frame, opacity: sign === "." ? 0.35 : 1, backgroundColor }));
}
