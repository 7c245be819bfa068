// SPDX-License-Identifier: Apache-2.0
// Curves of movements: value, slope and CSS of what a segment's `curve` says. Pure.

const named = { linear: [0, 0, 1, 1], easeIn: [0.42, 0, 1, 1], easeOut: [0, 0, 0.58, 1], easeInOut: [0.42, 0, 0.58, 1] };

export function bezier(curve) {
  if (named[curve]) return named[curve];
  const numbers = /^cubic-bezier\(([^)]*)\)$/.exec(curve)?.[1].split(",").map(Number);
  return numbers?.length === 4 && numbers.every(Number.isFinite) ? numbers : named.easeInOut;
}

export const css = (curve) => `cubic-bezier(${bezier(curve).join(",")})`;

const along = (s, a, b) => 3 * (1 - s) * s * ((1 - s) * a + s * b) + s ** 3;
const slopeAlong = (s, a, b) => 3 * (1 - s) ** 2 * a + 6 * (1 - s) * s * (b - a) + 3 * s * s * (1 - b);

/** The parameter at which the Bézier is at progress x, by bisection with Newton's step where that stays inside. */
function parameter(x, x1, x2) {
  let low = 0, high = 1, s = x;
  for (let round = 0; round < 60; round++) {
    const excess = along(s, x1, x2) - x;
    if (Math.abs(excess) < 1e-12) break;
    if (excess > 0) high = s; else low = s;
    const next = s - excess / slopeAlong(s, x1, x2);
    s = next > low && next < high ? next : (low + high) / 2;
  }
  return s;
}

export function value(curve, x) {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  const [x1, y1, x2, y2] = bezier(curve);
  return along(parameter(x, x1, x2), y1, y2);
}

export function slope(curve, x) {
  const [x1, y1, x2, y2] = bezier(curve);
  const s = parameter(Math.min(1 - 1e-9, Math.max(1e-9, x)), x1, x2);
  return slopeAlong(s, y1, y2) / slopeAlong(s, x1, x2);
}

/** Where a spring of that response and damping is after a time, let go at `from` with a velocity; and how fast it is. */
export function spring({ response, damping }, from, to, velocity, time) {
  const natural = 2 * Math.PI / response, decay = damping * natural, swing = natural * Math.sqrt(1 - damping ** 2);
  const y = from - to, b = (velocity + decay * y) / swing, shrink = Math.exp(-decay * time);
  const [sine, cosine] = [Math.sin(swing * time), Math.cos(swing * time)];
  return {
    value: to + shrink * (y * cosine + b * sine),
    velocity: shrink * ((swing * b - decay * y) * cosine - (swing * y + decay * b) * sine),
  };
}
