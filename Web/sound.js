// SPDX-License-Identifier: Apache-2.0
// What the page would click when, and how loud: as the daemon's own kit has it. Pure.

import { final } from "./list.js";
import { meter, swingShare } from "./pattern.js";
import { heard as heardAt, onsets } from "./timeline.js";

const loud = { X: 1, A: 1.5, x: 1, o: 0.4 };

/** The sound of a beat of the bar, where beats are counted aloud. */
const spoken = (sound, beat) => (sound === "voice" ? `voice-${(beat - 1) % 16 + 1}` : sound);
/** What plays where no sound is named. */
const nameless = ({ beat }) => (beat === "voice" ? "beat" : beat);

/** What a beat of the count-in is counted with, by the status; nothing where it is as every other. A song has a count-in of its own. */
function counted(beat, { count_in_sound: sound, song }) {
  return !beat || song || sound === "auto" ? null : spoken(sound, beat);
}

/** What a lane is played with: its sounds, gains and pan. The metronome's own as it is set, for what is heard may be its count-in yet; that
 *  of a song as the timeline has it there. */
function kit(lane, written, status) {
  const { heard, sounds, song } = status;
  if (written?.sound) return { ...written, bell_sound: written.sound };
  if (song) return heard.lanes.find(({ name }) => name === lane);
  const own = status.lanes.find(({ name }) => name === lane), gain = own?.gain ?? 1, pan = own?.pan ?? 0;
  const muted = own?.mute || status.lanes.some(({ solo }) => solo) && !own?.solo;
  const or = (name, other) => (name && name !== "auto" ? name : other);
  if (lane === "beat") {
    const { beat, bell, accent, ghost } = sounds;
    return { sound: beat, bell_sound: bell, accent_sound: or(accent, beat), ghost_sound: or(ghost, beat), gain, bell_gain: gain > 0 ? status.bell_volume : 0, pan, muted };
  }
  if (lane === "subdivision") return { sound: or(sounds.subdivision, nameless(sounds)), gain: gain * status.subdivision_volume, pan, muted };
  const sound = own?.sound ?? nameless(sounds);
  return { sound, bell_sound: sound, gain, bell_gain: 2 * gain, pan, muted };
}

/** From when to when clicks are planned that a device plays `late` milliseconds late, in nanoseconds: each until it has sounded. */
export const planned = (now, aheadNs, late) => [now - 1e8 + Math.min(0, late) * 1e6, now + aheadNs + Math.max(0, late) * 1e6];

/** The sound, gain and pan of an onset by the status; null where it is not heard. */
export function voice({ lane, sign, count, beat, written, volume: section = 1, ends }, status) {
  const own = kit(lane, written, status), volume = status.volume * section;
  // A count-in and the end of a timer are heard also where the beats are not.
  if (status.muted || !own || own.muted && !(count && !status.song) && !ends) return null;
  const { pan } = own, number = lane === "beat" ? counted(count, status) : null;
  if (number) return { sound: number, gain: own.gain * volume * loud[sign], pan };
  const sound = { X: own.bell_sound, A: own.accent_sound, o: own.ghost_sound }[sign] ?? own.sound;
  return { sound: spoken(sound, beat), gain: (sign === "X" ? own.bell_gain : own.gain * loud[sign]) * volume, pan };
}

/** The status as it is, and as it will be from each place on where changes wait: events tell of them only once they hold. */
function stages(status) {
  const waiting = (status.pending ?? []).filter(({ at_beat }) => at_beat !== null).sort((one, other) => one.at_beat - other.at_beat);
  const found = [{ from: -Infinity, status }];
  // A float may lie just before its beat.
  for (const { at_beat, changes } of waiting) found.push({ from: at_beat - 1e-6, status: { ...final(found).status, ...changes } });
  return found.map((one, index) => ({ ...one, to: found[index + 1]?.from ?? Infinity }));
}

/** All clicks between two times, in their order: when in nanoseconds, which sound, gain and pan. */
export function clicks(timeline, status, fromNs, toNs) {
  return stages(status).filter(({ from }) => from === -Infinity || heardAt(timeline, from) < toNs)
    .flatMap(({ from, to, status: set }) => {
      const { subdivision, swing } = set.song ? set.heard : set;
      return onsets(timeline, { subdivision, swing: swingShare(swing) }, fromNs, toNs).filter(({ at }) => at >= from && at < to).flatMap((onset) => {
        const heard = voice(onset, set);
        return heard ? [{ ns: onset.ns, lane: onset.lane, ...heard }] : [];
      });
    })
    .sort((one, other) => one.ns - other.ns);
}

/** All that is spoken in bars of the metronome, and in those of a song. */
const numbers = ({ meter: written, song }) => Array.from({ length: song ? 16 : meter(written).beats }, (_, index) => spoken("voice", index + 1));

/** The names of all sounds that are needed: of what is heard, of what the timeline has, and of what is set and may be heard next. */
export const soundsOf = (now, timeline) => new Set(stages(now).flatMap(({ status }) => [
  ...(timeline?.lanes ?? []).flatMap(({ lanes }) => lanes.map(({ sound }) => sound)),
  ...status.heard.lanes.flatMap((lane) => [lane.sound, lane.bell_sound, lane.accent_sound, lane.ghost_sound]),
  ...Object.values(status.sounds), ...(Object.values(status.sounds).includes("voice") ? numbers(status) : []), ...[...status.lanes, ...status.song?.lanes ?? []].map(({ sound }) => sound),
  ...(status.count_in && !status.song && status.count_in_sound === "voice" ? numbers(status) : [status.count_in && status.count_in_sound]),
]).filter((name) => name && name !== "auto" && name !== "voice"));

/** Seconds from the beginning of a sound to its onset: where it first reaches a tenth of its peak. */
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

export function median(numbers) {
  const sorted = [...numbers].sort((one, other) => one - other), middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** How late a device is heard by taps: the median of their distances in milliseconds, and how far they scatter. */
export function tapped(distances) {
  const middle = median(distances);
  return { late: middle, scatter: median(distances.map((distance) => Math.abs(distance - middle))) };
}
