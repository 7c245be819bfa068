// SPDX-License-Identifier: Apache-2.0
// What plays, and what comes: for the head, and for a second screen. Pure.

import { final } from "./list.js";

export const nameOf = (section, bar) => section.label ?? `${bar} ${section.bar}`;

export const titleOf = (song) => song.title ?? final(song.path.split("/"));

export function sections({ status, section }) {
  const { song, playing } = status;
  return { now: (song && playing && (section?.section ?? song.section)) || null, next: (song && playing && (section?.next ?? song.next)) || null };
}

/** Which of a song's sections is heard, or begins with the next start; -1 for none. */
export function placeOf(store, all) {
  const { song, playing } = store.status;
  if (!song) return -1;
  return playing ? sections(store).now?.index ?? -1 : all.filter(({ bar }) => bar <= song.start_bar).length - 1;
}

/** The title, the number in the set list, the section, the prompt, and what comes next: texts, or null where there is none. */
export function happening(store, bar) {
  const { setlist, song, practice } = store.status, { now, next } = sections(store);
  const { prompt = null, next: nextPrompt = null } = practice?.prompt ?? {};
  const passes = (one) => (one.times > 1 && one.pass ? ` ${one.pass}/${one.times}` : "");
  return {
    title: setlist?.entry?.name || (song ? titleOf(song) : setlist?.title ?? setlist?.name ?? null),
    prompt, nextPrompt,
    number: setlist?.place ? `${setlist.place}/${setlist.count}` : null,
    section: now ? nameOf(now, bar) + passes(now) : null,
    nextSection: next ? nameOf(next, bar) + passes(next) : null,
    nextEntry: setlist?.next?.name ?? null,
  };
}
