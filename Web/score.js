// SPDX-License-Identifier: Apache-2.0
// How taps and strokes lie around the beats, and what was played on the last days, as shapes. Pure.

import { final } from "./list.js";

export const shownBeats = 16, reachMs = 80;

/** The taps that are known after a status, with their beats; those of a former run or score are not. */
export function taps(known, run, score) {
  if (!score) return { run, count: 0, list: [] };
  const count = score.total.taps + score.strays, isSame = known.run === run && count >= known.count;
  const list = isSame ? known.list : [], { last } = score, latest = final(list);
  const beat = last && last.beat_index + (last.part ?? 0), ms = last?.asynchrony_ms;
  const isNew = last && count > (isSame ? known.count : 0) && !(latest?.beat === beat && latest.ms === ms);
  return { run, count, list: isNew ? [...list, { beat, ms, missed: score.missed }].slice(-64) : list };
}

/** The word of how taps drift, as metroctl tells it; none where they drift nowhere and lie wider than those of a steady player. */
export const tendencyOf = ({ tendency, scatter_ms }) => (tendency === "steady" && scatter_ms > 20 ? "" : tendency ?? "tapAlong");

/** Where the taps of the last beats lie, from 0 (left, early) to 1, and the beats without one. */
export function strip({ list }) {
  const end = Math.floor(final(list)?.beat ?? 0), begin = Math.max(0, end - shownBeats + 1), x = (beat) => (beat - begin + 0.5) / shownBeats;
  const shown = list.filter(({ beat }) => beat >= begin);
  const dots = shown.map(({ beat, ms }) => ({ x: x(beat), y: 0.5 + Math.max(-1, Math.min(1, ms / reachMs)) / 2, ms }));
  // Where lanes say what is to be played, beats without a stroke need not be missed.
  const missed = shown.slice(1).flatMap((hit, index) => {
    const before = shown[index], from = Math.floor(before.beat) + 1;
    return hit.missed === before.missed && hit.missed !== undefined ? []
      : Array.from({ length: Math.max(0, Math.ceil(hit.beat) - from) }, (_, step) => x(from + step));
  });
  return { dots, missed };
}

const steps = [1, 2, 5, 10, 20, 30, 60, 90, 120, 180, 240, 360, 720, 1440];

/** The days of a journal as columns: of the minutes of the top, with their tempi between the slowest and fastest of all. */
export function columns(days) {
  const minutes = days.map(({ played }) => played.seconds / 60), most = Math.max(...minutes, 0);
  const top = steps.find((one) => one >= most) ?? most;
  const low = Math.min(...days.map(({ played }) => played.min_bpm ?? Infinity)), high = Math.max(...days.map(({ played }) => played.max_bpm ?? 0));
  const part = (bpm) => (high > low ? (bpm - low) / (high - low) : 0.5);
  return {
    top, low: Number.isFinite(low) ? low : null, high: high || null,
    columns: days.map(({ day, played }, index) => ({
      day, minutes: minutes[index], height: top ? minutes[index] / top : 0,
      tempi: played.max_bpm === null ? null : [part(played.min_bpm), part(played.max_bpm)],
    })),
  };
}

export const minutesText = (minutes) => {
  const whole = Math.round(minutes);
  return whole < 60 ? String(whole) : `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
};
