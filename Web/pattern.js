// SPDX-License-Identifier: Apache-2.0
// Meters, accents and the steps of lanes, as texts and as values. Pure.

import { last } from "./list.js";

/** The groups of a bar that is written without any: 6, 9 and 12 eighths or shorter notes are counted in threes. */
const usual = (beats, note) => (note >= 8 && [6, 9, 12].includes(beats) ? Array(beats / 3).fill(3) : [beats]);

/** A meter such as `2+2+3/8`: beats in a bar, note value, groups. */
export function meter(text) {
  const bars = text.match(/\d[\d+]*\/\d+/g).map((part) => part.split("/").map((counts) => counts.split("+").map(Number)));
  const unit = Math.max(...bars.map(([, [note]]) => note));
  const groups = bars.flatMap(([counts, [note]]) => (counts[1] ? counts : usual(counts[0], note)).map((count) => count * unit / note));
  return { beats: groups.reduce((sum, count) => sum + count, 0), unit, groups };
}

export const meterText = (groups, unit) => `${groups.join("+")}/${unit}`;

/** The meter with another note, and its groups. Those that it was `chosen` with stay, as 3+3/4 does on its way by 6/8. */
export function withNote(text, unit, chosen) {
  const now = meter(text), isChosen = chosen && meterText(meter(chosen.text).groups, meter(chosen.text).unit) === meterText(now.groups, now.unit);
  const groups = isChosen ? chosen.groups : text.includes("+") ? now.groups : [now.beats];
  return { groups, text: meterText(groups, unit) };
}

export function groupings(beats) {
  const found = [[beats]];
  const fill = (left, groups) => {
    if (left === 0) found.push(groups);
    else for (const size of [2, 3, 4]) {
      if (size <= left && (size < 4 || beats > 6)) fill(left - size, [...groups, size]);
    }
  };
  if (beats > 3 && beats <= 13) fill(beats, []);
  const isPlain = (groups) => groups.length < 2 || new Set(groups).size <= 2;
  return found.filter(isPlain).sort((one, other) => one.length - other.length).slice(0, 12);
}

/** The beats of a bar on which a group begins, from 1, the first left out. */
export function groupStarts(groups) {
  let at = 1;
  return groups.slice(0, -1).map((count) => (at += count));
}

/** How many beats the bar has that is heard, and with which of them a group begins: as many as the meter has, or felt ones. */
export function barOf({ meter: text, heard }) {
  const { beats: counted, groups } = meter(text), beats = heard?.beats ?? counted;
  return { beats, starts: beats === counted ? groupStarts(groups) : [] };
}

/** The signs of a bar: those of a song as they are heard, else as they were set, or as meter and bell make them. */
export function signs(status) {
  const { accents, bell, song, heard } = status, { beats, starts } = barOf(status), set = song ? heard.accents : accents;
  const own = set !== "auto" && set.length === beats ? [...set] : null;
  return Array.from({ length: beats }, (_, index) => {
    // What is set has the bell among its signs; what is heard of a song has that apart.
    if (own && (!song || own[index] === ".")) return own[index];
    if (bell && beats % bell.every === 0 && index % bell.every === bell.on - 1) return "X";
    return own?.[index] ?? (starts.includes(index + 1) ? "A" : "x");
  });
}

/** Whether the bell ever rings; of several beats of a bar the signs alone tell it. */
export const rings = (status) => status.bell !== null || signs(status).includes("X");

const order = ["x", "A", "X", "o", "."];
export const nextAccent = (sign) => order[(order.indexOf(sign) + 1) % order.length];
export const nextStep = (sign) => ({ ".": "x", x: "A", A: "o", o: ".", X: "." })[sign] ?? "x";

/** How long a pattern of steps says that it lasts, such as ` over 2 bars`; nothing where it lasts a bar. */
export const lasting = (pattern) => /\s+over\s+\d+\s+(bars?|beats?)$/.exec(pattern)?.[0] ?? "";

/** The steps of a pattern that is nothing but steps, each with its sign and chance; null for any other. */
export function steps(pattern) {
  if (!pattern) return null;
  let text = pattern.slice(0, pattern.length - lasting(pattern).length).replace(/[\s_|]/g, "");
  for (let rounds = 0; rounds < 8 && /[(*]/.test(text); rounds++) {
    text = text.replace(/\(([^()]*)\)\*(\d+)/g, (_, inner, times) => inner.repeat(Math.min(64, times)))
      .replace(/([XAxo.-](?:%\d+)?)\*(\d+)/g, (_, step, times) => step.repeat(Math.min(64, times)));
  }
  if (!/^(?:[XAxo.-](?:%\d+)?)+$/.test(text) || text.length > 512) return null;
  return [...text.matchAll(/([XAxo.-])(%\d+)?/g)].map(([, sign, chance]) => ({ sign: sign === "-" ? "." : sign, chance: chance ?? "" }));
}

export const pattern = (list) => list.map(({ sign, chance }) => sign + (sign === "." ? "" : chance)).join("");

/** How many steps a new lane has in a bar: sixteenths, as long as there are no more than 16. */
export function usualSteps(beats, unit) {
  const fine = [16 / unit, 8 / unit, 1].map((parts) => beats * parts).find((count) => Number.isInteger(count) && count <= 16);
  return fine ?? beats;
}

/** How long the first of two parts is, 0.5...0.75, from `even`, `66.7%`, `2:1` or a number. */
export function swingShare(text) {
  if (text === "even" || text == null) return 0.5;
  const [first, second] = String(text).split(":").map(parseFloat);
  return second ? first / (first + second) : first > 1 ? first / 100 : 0.5;
}

const names = [
  [1, "Larghissimo"], [24, "Grave"], [40, "Largo"], [60, "Larghetto"], [66, "Adagio"], [76, "Andante"], [108, "Moderato"],
  [120, "Allegro"], [168, "Vivace"], [176, "Presto"], [200, "Prestissimo"],
];
/** The Italian name of a tempo; none where it counts eighths or shorter notes, of which no name is said. */
export function tempoName(bpm, { meter: text, heard }) {
  const { beats, unit } = meter(text);
  return unit > 4 && heard?.beats === beats ? "" : last(names, ([from]) => bpm >= from)?.[1] ?? names[0][1];
}
export const tempoText = (bpm) => String(Math.round(bpm * 100) / 100);
