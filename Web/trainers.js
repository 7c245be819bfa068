// SPDX-License-Identifier: Apache-2.0
// The words of the trainers: the numbers that the page changes, and the rest, which stays as it was written. Pure.

import { final } from "./list.js";

const found = (form, text) => {
  const parts = form.exec(text);
  return parts && { values: parts.slice(1, -1).map(Number), rest: final(parts) };
};

/** A value after a step, within two bounds; one that lies beyond them comes back by steps. */
export const stepped = (low, value, by, high) => Math.min(Math.max(high, value), Math.max(Math.min(low, value), value + by));

/** Which of the texts that a status tells are older than what was asked for since: `known` was told last, `asked` not yet. Another one
 *  is what somebody else has set, and holds. */
export const echoOf = (known, asked = [], isOlder = false) => ({
  isOlder,
  sent: (text) => echoOf(known, [...asked, text]),
  told(text) {
    const left = asked.slice(asked.lastIndexOf(text) + 1);
    if (left.length < asked.length) return echoOf(text, left, left.length > 0);
    return text === known && asked.length ? echoOf(known, asked, true) : echoOf(text);
  },
});

/** Each trainer by its member of the status: its numbers and its rest of a text, null for one of another form, and the text of both.
 *  `rest` is that of a trainer which is switched on here. */
export const trainerWords = {
  speed_trainer: {
    rest: "",
    /** One without a first tempo begins with `present`. */
    read(text, present) {
      const [, from = present, to, by, every = 4, rest = ""] = /^([\d.]+)? ?to ([\d.]+) by ([\d.]+)(?: every (\d+))?(.*)$/.exec(text) ?? [];
      return to ? { values: [from, to, by, every].map(Number), rest } : null;
    },
    write: ([from, to, by, every], rest) => `${from} to ${to} by ${by}${isGradual(rest) ? "" : ` every ${every}`}${rest}`,
  },
  gap_trainer: {
    rest: "",
    read: (text) => found(/^(\d+) (\d+)(.*)$/, text),
    write: ([played, silent], rest) => `${played} ${silent}${rest}`,
  },
  random_mute: {
    rest: "",
    read: (text) => found(/^([\d.]+)%(.*)$/, text),
    write: ([percent], rest) => `${percent}%${rest}`,
  },
  timer: {
    rest: " minutes",
    read: (text) => found(/^(\d+)(.*)$/, text),
    write: ([length], rest) => `${length}${rest}`,
  },
};

/** Whether a speed trainer goes by the minute, and not by bars. */
export const isGradual = (rest) => rest.startsWith(" per minute");
