// SPDX-License-Identifier: Apache-2.0
// A polyrhythm as rings: the beats of the bar, and each lane, its steps around it.

import { div, fill, h, mark, say, span } from "./dom.js";
import { lit } from "./lights.js";
import { glow } from "./player.js";
import { places, radii, ring, stepsOfBeat } from "./steps.js";
import { tempoText } from "./pattern.js";
import { t } from "./words.js";

const mostRings = 6;

export class RingsFace {
  name = "rings";
  _rings = h("div", { class: "rings-steps", id: "rings" });
  _number = div("rings-number");
  _tempo = div("rings-tempo");
  _lanes = [];
  _change;
  element = div("rings", this._rings, h("div", { class: "rings-words", "aria-hidden": "true" }, this._number, this._tempo));

  /** `change` is told the lane and step that was tapped; null: the beats of the bar. */
  constructor(change) { this._change = change; }

  update({ status, signs }) {
    const played = (status.heard?.lanes ?? status.lanes).filter(({ pattern }) => pattern !== null);
    const written = (name) => status.lanes.find((one) => one.name === name)?.pattern;
    // What was asked for is shown at once; a song's lanes are as they are heard.
    const lanes = (status.song ? played : status.lanes.filter(({ pattern }) => pattern !== null))
      .map(({ name, pattern, muted, mute }) => ({ name, shape: ring(status.song ? pattern : written(name)), isMute: Boolean(muted ?? mute) }))
      .filter(({ shape }) => shape).slice(0, mostRings - 1);
    this._lanes = [{ name: null, shape: { steps: signs.map((sign) => ({ sign })), isSet: !status.song } }, ...lanes];
    say(this._tempo, `${tempoText(status.bpm)} bpm`);
    if (!status.playing) say(this._number, "–");
    const focus = document.activeElement?.closest?.("#rings .ring-step"), kept = focus && [focus.dataset.ring, focus.dataset.step];
    if (!fill(this._rings, [this._lanes, Boolean(status.song)], () => this._draw(Boolean(status.song))) || !kept) return;
    this._rings.querySelector(`[data-ring="${kept[0]}"][data-step="${kept[1]}"]`)?.focus({ preventScroll: true });
  }

  _draw(isSong) {
    const sizes = radii(this._lanes.length);
    return this._lanes.flatMap(({ name, shape, isMute }, index) => {
      const { radius } = sizes[index], track = span("ring-track");
      Object.assign(track.style, { left: `${50 - radius}%`, top: `${50 - radius}%`, width: `${2 * radius}%`, height: `${2 * radius}%` });
      const label = (sign, step) => (name === null ? t("beatN", step + 1, t(`sign${sign}`)) : t("stepN", name, step + 1, t(`sign${sign}`)));
      const spots = places(shape.steps.length, sizes[index]).map(({ left, top, width }, step) => {
        const { sign } = shape.steps[step];
        const element = h("button", { class: "ring-step", "data-sign": sign, "data-ring": index, "data-step": step, "data-mute": isMute, "aria-label": label(sign, step),
          disabled: isSong || !shape.isSet, tabindex: this._isSeen ? 0 : -1, onclick: () => this._change(name, step) },
        span("ring-pad", span("lit")));
        Object.assign(element.style, { left: `${left - width / 2}%`, top: `${top - width / 2}%`, width: `${width}%`, height: `${width}%` });
        return element;
      });
      return [track, ...spots];
    });
  }

  seen(isSeen) {
    this._isSeen = isSeen;
    this._rings.querySelectorAll(".ring-step").forEach((step) => mark(step, "tabindex", isSeen ? 0 : -1));
  }

  beat({ beat }) { say(this._number, String(beat)); }

  play({ timeline, beats }, isSeen) {
    if (!isSeen || !timeline) return [];
    const spot = (ring, step) => this._rings.querySelector(`[data-ring="${ring}"][data-step="${step}"] .lit`);
    return beats.flatMap(({ n, begin, duration, beat, sign }) => {
      const lights = [{ element: spot(0, beat - 1), key: `q${n}`, begin, duration, frames: lit(sign) }];
      this._lanes.slice(1).forEach(({ name, shape }, index) => {
        for (const { step, begin, duration } of timeline.lanes ? stepsOfBeat(timeline, name, n, shape.steps.length) : []) {
          lights.push({ element: spot(index + 1, step), key: `q${n}/${index}/${step}/${begin}`, begin, duration, frames: glow });
        }
      });
      return lights.filter(({ element }) => element);
    });
  }
}
