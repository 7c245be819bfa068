// SPDX-License-Identifier: Apache-2.0
// Plays segments on an element by Web Animations: one animation for each, with the beginning as its start time.

import { css } from "./curve.js";
import { lastIndex } from "./list.js";
import { pageTime } from "./time.js";

/** Plays a track of segments, of which a later one covers the one before. */
export class Player {
  _element;
  _frame;
  _playing = new Map();

  constructor(element, frame) {
    this._element = element;
    this._frame = frame;
  }

  /** Plays exactly these segments from now on; those under way are only set to the clock as it is known now. */
  play(track, now) {
    const keys = track.map(({ begin, duration, from, to, curve }) => `${begin},${duration},${from},${to},${curve}`), wanted = new Set(keys);
    for (const [key, animation] of this._playing) {
      if (wanted.has(key)) continue;
      animation.cancel();
      this._playing.delete(key);
    }
    const present = lastIndex(track, ({ begin }) => begin <= now);
    let isNew = false;
    track.forEach((segment, index) => {
      if (index < present) return;
      const key = keys[index], startTime = pageTime(segment.begin);
      let animation = this._playing.get(key);
      // The one that was made last is on top, so those behind a new one are made anew.
      if (isNew && animation) animation.cancel();
      if (isNew || !animation) {
        isNew = true;
        // Only filled forwards: until it begins, the movement before it shows.
        animation = this._element.animate([this._frame(segment.from), this._frame(segment.to)],
          { duration: segment.duration / 1e6, easing: css(segment.curve), fill: "forwards" });
        animation.startTime = startTime;
        this._playing.set(key, animation);
      } else if (animation.startTime === null || Math.abs(animation.startTime - startTime) > 0.05) {
        animation.startTime = startTime;
      }
    });
  }

  clear() {
    this._playing.forEach((animation) => animation.cancel());
    this._playing.clear();
  }
}

/** Lights that go on and off at told times: each glow is an animation without a fill. */
export class Lights {
  _glows = new Map();

  /** `glows`: element, key, begin and duration in nanoseconds, keyframes. Those of before that are not among them end. */
  play(glows) {
    const wanted = new Set(glows.map(({ key }) => key));
    for (const [key, { animation }] of this._glows) {
      if (wanted.has(key)) continue;
      animation.cancel();
      this._glows.delete(key);
    }
    for (const { element, key, begin, duration, frames, easing = "linear" } of glows) {
      const startTime = pageTime(begin), known = this._glows.get(key), form = JSON.stringify([duration, frames]);
      if (known && known.element === element && known.form === form) {
        if (Math.abs(known.animation.startTime - startTime) > 0.05) known.animation.startTime = startTime;
        continue;
      }
      known?.animation.cancel();
      const animation = element.animate(frames, { duration: duration / 1e6, easing });
      animation.startTime = startTime;
      this._glows.set(key, { animation, element, form });
    }
  }

  clear() { this.play([]); }
}

export const glow = [{ opacity: 1 }, { opacity: 1 }];
