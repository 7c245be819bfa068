// SPDX-License-Identifier: Apache-2.0
// The beat for the stage and for those who do not hear it: the whole screen flashes, and the device vibrates.

import { $ } from "./dom.js";
import { choice } from "./store.js";

const mostPerSecond = 3;

/** The glows of the screen. Where beats are faster than three a second only bells and accents flash, since quicker flashes can harm. */
export function flashGlows({ beats }) {
  if (!choice("flash", false)) return [];
  const element = $("flash");
  return beats.filter(({ sign, duration }) => sign !== "." && (duration >= 1e9 / mostPerSecond || "XA".includes(sign)))
    .map(({ n, begin, duration, sign }) => {
      const backgroundColor = sign === "X" ? "var(--highlight)" : "var(--accent)", strength = { X: 0.9, A: 0.75, x: 0.55, o: 0.3 }[sign];
      return {
        element, key: `f${n}`, begin, duration: Math.min(duration * 0.6, 3e8), easing: "ease-out",
        frames: [{ opacity: strength, backgroundColor }, { opacity: 0, backgroundColor }],
      };
    });
}

/** Vibrates with a beat. */
export function vibrate({ sign }) {
  if (choice("vibrate", false) && sign !== "." && navigator.vibrate) navigator.vibrate({ X: 60, A: 45, x: 25, o: 12 }[sign]);
}
