// SPDX-License-Identifier: Apache-2.0
// Presets, set lists and songs by their names: what is a name, what is asked before, what an edit asks for. Pure.

const bytes = (text) => new TextEncoder().encode(text).length;

/** A name as the daemon takes it, for a text that somebody has typed; null for none. */
export function nameOf(text) {
  const name = text.trim();
  return name && bytes(name) <= 64 && !/^\.|[/\p{C}\u2028\u2029]/u.test(name) ? name : null;
}

/** The name that a text is, and whether it is there already. */
export function typed(text, names) {
  const name = nameOf(text);
  return { name, isThere: name !== null && names.includes(name) };
}

export const songTitle = (name) => name.replace(/\.[^.]+$/, "");

/** What can be added to a set list: presets, and songs that no preset hides, each as it is named and shown. */
export function addable(presets, songs) {
  return {
    presets: presets.map((name) => [name, name]),
    songs: songs.filter((name) => !presets.includes(name)).map((name) => [name, songTitle(name)]),
  };
}

/** The place of an entry, from 1, after a move by so many; null where there is none. */
export function moved(place, by, count) {
  const to = place + by;
  return to >= 1 && to <= count ? to : null;
}

/** Whether an entry is at a place of a list, from 1. */
export function isAt(entries, place, entry) {
  const found = entries[place - 1];
  return found?.name === entry.name && found.preset === entry.preset && found.song === entry.song;
}

/** What to ask for when an entry is taken out: the last one takes the set list with it. */
export const takenOut = (list, place, count) => (count > 1 ? { name: list, entry: place } : { name: list });
