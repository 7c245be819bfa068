// SPDX-License-Identifier: Apache-2.0
// Plays segments on an element by Web Animations: one animation for each, with the begin as its start time.

import { css } from "./curve.js";
import { pageTime } from "./time.js";

/** Plays a track of segments, of which a later one covers the one before. */
export class Player {
  #element;
  #frame;
  #playing = new Map();

  /** `frame` makes the keyframe of a value. */
  constructor(element, frame) {
    this.#element = element;
    this.#frame = frame;
  }

  /** Plays exactly these segments from now on; those that go on already are only set to the clock as it is known now. */
  play(track, now) {
    const keys = track.map(({ begin, duration, from, to, curve }) => `${begin},${duration},${from},${to},${curve}`), wanted = new Set(keys);
    for (const [key, animation] of this.#playing) {
      if (wanted.has(key)) continue;
      animation.cancel();
      this.#playing.delete(key);
    }
    const present = track.findLastIndex(({ begin }) => begin <= now);
    let isNew = false;
    track.forEach((segment, index) => {
      if (index < present) return;
      const key = keys[index], startTime = pageTime(segment.begin);
      let animation = this.#playing.get(key);
      // The one that was made last is on top, so those behind a new one are made anew.
      if (isNew && animation) animation.cancel();
      if (isNew || !animation) {
        isNew = true;
        // Only filled forwards: until it begins, the movement before it shows.
        animation = this.#element.animate([this.#frame(segment.from), this.#frame(segment.to)],
          { duration: segment.duration / 1e6, easing: css(segment.curve), fill: "forwards" });
        animation.startTime = startTime;
        this.#playing.set(key, animation);
      } else if (animation.startTime === null || Math.abs(animation.startTime - startTime) > 0.05) {
        animation.startTime = startTime;
      }
    });
  }

  /** Ends all of it. */
  clear() {
    this.#playing.forEach((animation) => animation.cancel());
    this.#playing.clear();
  }
}

/** Lights that go on and off at told times: each glow is an animation without a fill. */
export class Lights {
  #glows = new Map();

  /** `glows`: element, key, begin and duration in nanoseconds, keyframes. Those of before that are not among them end. */
  play(glows) {
    const wanted = new Set(glows.map(({ key }) => key));
    for (const [key, { animation }] of this.#glows) {
      if (wanted.has(key)) continue;
      animation.cancel();
      this.#glows.delete(key);
    }
    for (const { element, key, begin, duration, frames, easing = "linear" } of glows) {
      const startTime = pageTime(begin), known = this.#glows.get(key);
      if (known && known.element === element) {
        if (Math.abs(known.animation.startTime - startTime) > 0.05) known.animation.startTime = startTime;
        continue;
      }
      known?.animation.cancel();
      const animation = element.animate(frames, { duration: duration / 1e6, easing });
      animation.startTime = startTime;
      this.#glows.set(key, { animation, element });
    }
  }

  /** Puts all of them out. */
  clear() { this.play([]); }
}

export const glow = [{ opacity: 1 }, { opacity: 1 }];
