// SPDX-License-Identifier: Apache-2.0
// What plays, and what comes: for the head, and for a second screen.

import { final } from "./list.js";
import { t } from "./words.js";

export const nameOf = (section) => section.label ?? t("barN", section.bar);

export const titleOf = (song) => song.title ?? final(song.path.split("/"));

export function sections({ status, section }) {
  const { song, playing } = status;
  return { now: (song && playing && (section?.section ?? song.section)) || null, next: (song && playing && (section?.next ?? song.next)) || null };
}

/** What a face says in place of its tempo's name: the label of the section that is heard, or the song's title. */
export const lineOf = (store) => sections(store).now?.label ?? store.status.song?.title ?? null;

/** Which of a song's sections is heard, or begins with the next start; -1 for none. */
export function placeOf(store, all) {
  const { song, playing } = store.status;
  if (!song) return -1;
  return playing ? sections(store).now?.index ?? -1 : all.filter(({ bar }) => bar <= song.start_bar).length - 1;
}

/** The bar that a beat lies in; one before bar 1 is counted in. */
export const barText = (bar) => (bar < 1 ? t("countIn") : t("barN", bar));

/** The title, the number in the set list, the section, the prompt, and what comes next: texts, or null where there is none. */
export function happening(store) {
  const { setlist, song, practice } = store.status, { now, next } = sections(store);
  const { prompt = null, next: nextPrompt = null } = practice?.prompt ?? {};
  const passes = (one) => (one.times > 1 && one.pass ? ` ${one.pass}/${one.times}` : "");
  return {
    title: setlist?.entry?.name || (song ? titleOf(song) : setlist?.title ?? setlist?.name ?? null),
    prompt, nextPrompt,
    number: setlist?.place ? t("ofAll", setlist.place, setlist.count) : null,
    section: now ? nameOf(now) + passes(now) : null,
    nextSection: next ? nameOf(next) + passes(next) : null,
    nextEntry: setlist?.next?.name ?? null,
  };
}
