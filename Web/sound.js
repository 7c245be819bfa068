// SPDX-License-Identifier: Apache-2.0
// What the page would click when, and how loud: as the daemon's own kit has it. Pure.

import { meter, swingShare } from "./pattern.js";
import { onsets } from "./timeline.js";

const loud = { X: 1, A: 1.5, x: 1, o: 0.4 };

/** What a beat of the count-in is counted with, by the status; nothing where it is as every other. A song has a count-in of its own. */
function counted(beat, { count_in_sound: sound, song }) {
  return !beat || song || sound === "auto" ? null : sound === "voice" ? `voice-${(beat - 1) % 16 + 1}` : sound;
}

/** The sound, gain and pan of an onset by the status; null where it is not heard. */
export function voice({ lane, sign, count }, status) {
  const own = status.lanes.find(({ name }) => name === lane), gain = (own?.gain ?? 1) * status.volume, pan = own?.pan ?? 0;
  const isSoloed = status.lanes.some(({ solo }) => solo);
  if (status.muted || own?.mute || (isSoloed && !own?.solo)) return null;
  const { beat, bell, subdivision } = status.sounds;
  if (lane === "beat") {
    const spoken = counted(count, status);
    if (spoken) return { sound: spoken, gain: gain * loud[sign], pan };
    return sign === "X" ? { sound: bell, gain: gain * status.bell_volume, pan } : { sound: beat, gain: gain * loud[sign], pan };
  }
  if (lane === "subdivision") {
    const sound = subdivision && subdivision !== "auto" ? subdivision : beat;
    return { sound, gain: gain * status.subdivision_volume, pan };
  }
  return { sound: own?.sound ?? beat, gain: gain * (sign === "X" ? 2 : loud[sign]), pan };
}

/** All clicks between two times, in their order: when in nanoseconds, which sound, gain and pan. */
export function clicks(timeline, status, fromNs, toNs) {
  return onsets(timeline, { subdivision: status.subdivision, swing: swingShare(status.swing) }, fromNs, toNs)
    .flatMap((onset) => {
      const heard = voice(onset, status);
      return heard ? [{ ns: onset.ns, lane: onset.lane, ...heard }] : [];
    })
    .sort((one, other) => one.ns - other.ns);
}

/** The names of all sounds that a status needs. */
export const soundsOf = (status) => new Set([status.sounds.beat, status.sounds.bell,
  status.sounds.subdivision === "auto" ? status.sounds.beat : status.sounds.subdivision ?? status.sounds.beat,
  ...(status.count_in ? Array.from({ length: meter(status.meter).beats }, (_, index) => counted(index + 1, status) ?? status.sounds.beat) : []),
  ...status.lanes.map(({ sound }) => sound ?? status.sounds.beat)]);

/** Seconds from the begin of a sound to its onset: where it first reaches a tenth of its peak. */
export function lead(samples, rate) {
  let peak = 0;
  for (const sample of samples) peak = Math.max(peak, Math.abs(sample));
  const onset = samples.findIndex((sample) => Math.abs(sample) >= peak / 10);
  return Math.max(0, onset) / rate;
}

/** The differences of an audio context's clock and the page's, in milliseconds, with one more reading of both. Readings scatter, so
 *  their median counts; where the last six agree on another one, as after an underrun, those before are void. */
export function alignment(readings, reading) {
  const kept = [...readings, reading.context * 1000 - reading.page].slice(-64), last = kept.slice(-6);
  const away = Math.abs(median(last) - median(kept)), spread = Math.max(...last) - Math.min(...last);
  return kept.length > 12 && away > 1.5 && spread < away ? last : kept;
}

/** The middle one of numbers. */
export function median(numbers) {
  const sorted = [...numbers].sort((one, other) => one - other), middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** What taps say of how late a device is heard: the median of their distances in milliseconds, and how far they scatter. */
export function tapped(distances) {
  const middle = median(distances);
  return { late: middle, scatter: median(distances.map((distance) => Math.abs(distance - middle))) };
}
