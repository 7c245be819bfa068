// SPDX-License-Identifier: Apache-2.0
// What the page knows: the status as it was told last, the timeline, the connection, and its own choices.

export const store = {
  status: null, timeline: null, trial: null, section: null, songChanges: 0, setlistChanges: 0, connection: "connecting", role: null, name: "", clock: null,
};

const watchers = new Set();
let isDue = false;

export function watch(tell) {
  watchers.add(tell);
  return () => watchers.delete(tell);
}

let changed = new Set();
export function change(values) {
  Object.assign(store, values);
  Object.keys(values).forEach((key) => changed.add(key));
  if (isDue) return;
  isDue = true;
  queueMicrotask(() => {
    const keys = changed;
    isDue = false;
    changed = new Set();
    watchers.forEach((tell) => tell(keys));
  });
}

const key = (name) => `metroweb.${name}`;

const chosen = new Map();

/** A choice that this device keeps; where a browser keeps nothing, it holds until the page is closed. */
export function choice(name, initial) {
  if (chosen.has(name)) return chosen.get(name);
  try {
    const text = localStorage.getItem(key(name));
    return text === null ? initial : JSON.parse(text);
  } catch {
    return initial;
  }
}

export function choose(name, value) {
  chosen.set(name, value);
  try {
    localStorage.setItem(key(name), JSON.stringify(value));
  } catch { /* Storage is blocked or full. */ }
  change({ [name]: value });
}
