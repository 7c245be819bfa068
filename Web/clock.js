// SPDX-License-Identifier: Apache-2.0
// The page's clock against CLOCK_MONOTONIC, from exchanges with the server. Pure: milliseconds in, milliseconds out.
//
// An exchange that was sent at s, answered with the time n and received at r shows that the offset n − page lies between
// n − r and n − s. Each bound is kept at its tightest, so that a slow way there does not spoil a quick way back.

import { final } from "./list.js";

const bucketMs = 10_000, mostBuckets = 60, unknownPpm = 50, knownPpm = 5, mostPpm = 500;

export const unknown = () => ({ buckets: [], offset: null, slope: 0, error: Infinity, at: 0, disjoint: 0 });

export const offsetAt = (clock, ms) => clock.offset + clock.slope * (ms - clock.at);
export const toMonotonic = (clock, ms) => (ms + offsetAt(clock, ms)) * 1e6;
export const toPage = (clock, ns) => {
  const ms = ns / 1e6, guess = ms - clock.offset;
  return ms - offsetAt(clock, guess);
};

export function learned(clock, { sent, received, ns }) {
  if (!(received >= sent)) return clock;
  const middle = (sent + received) / 2, low = ns / 1e6 - received, high = ns / 1e6 - sent;
  if (clock.offset !== null) {
    const now = offsetAt(clock, middle), slack = clock.error + 2;
    const isAstray = low > now + slack || high < now - slack;
    // A page that slept, or a server that was restarted: what was known is void after the third that contradicts it.
    if (isAstray) return clock.disjoint >= 2 ? learned(unknown(), { sent, received, ns }) : { ...clock, disjoint: clock.disjoint + 1 };
  }
  const buckets = clock.buckets.slice(-mostBuckets), last = final(buckets);
  if (last && middle - last.begin < bucketMs) {
    buckets[buckets.length - 1] = {
      ...last, low: Math.max(last.low, low), high: Math.min(last.high, high), count: last.count + 1,
      at: last.at + (middle - last.at) / (last.count + 1),
    };
  } else {
    buckets.push({ begin: middle, at: middle, low, high, count: 1 });
  }
  return settled(buckets, middle);
}

function drift(buckets) {
  const good = buckets.filter(({ count, low, high }) => count > 1 && high > low);
  if (good.length < 4 || final(good).at - good[0].at < 4 * bucketMs) return null;
  const weights = good.map(({ low, high }) => 1 / (high - low + 0.05) ** 2);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const mean = (of) => good.reduce((sum, bucket, index) => sum + weights[index] * of(bucket), 0) / total;
  const [x, y] = [mean(({ at }) => at), mean(({ low, high }) => (low + high) / 2)];
  const run = mean(({ at }) => (at - x) ** 2), rise = mean(({ at, low, high }) => (at - x) * ((low + high) / 2 - y));
  return Math.max(-mostPpm / 1e6, Math.min(rise / run, mostPpm / 1e6));
}

function settled(buckets, now) {
  const found = drift(buckets), slope = found ?? 0, loose = (found === null ? unknownPpm : knownPpm) / 1e6;
  let low = -Infinity, high = Infinity, contradiction = 0;
  for (const bucket of buckets.slice(-12).reverse()) {
    const age = now - bucket.at, moved = slope * age, doubt = loose * Math.abs(age);
    // Where the timer is coarse or the clock drifts, the bounds of one bucket may contradict each other.
    const [bottom, top] = [Math.min(bucket.low, bucket.high), Math.max(bucket.low, bucket.high)];
    const [nextLow, nextHigh] = [Math.max(low, bottom + moved - doubt), Math.min(high, top + moved + doubt)];
    if (nextLow > nextHigh) break;
    [low, high] = [nextLow, nextHigh];
    contradiction = Math.max(contradiction, bucket.low - bucket.high);
  }
  return { buckets, offset: (low + high) / 2, slope, error: (high - low) / 2 + contradiction, at: now, disjoint: 0 };
}
