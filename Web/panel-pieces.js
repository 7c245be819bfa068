// SPDX-License-Identifier: Apache-2.0
// Presets kept, songs loaded, set lists put together: all by their names.

import { button, div, fill, h, mark, option, picker, row, say, span } from "./dom.js";
import { call } from "./link.js";
import { addable, isAt, moved, songTitle, takenOut, typed } from "./pieces.js";
import { store } from "./store.js";
import { t } from "./words.js";

const names = { presets: [], setlists: [], songs: [] };
const atBar = () => (store.status.playing ? { at: "bar" } : {});

function loader(label, load) {
  const element = picker(t(label), load);
  return { element, update(list) {
    fill(element, list, () => [option("", t(label)), ...list.map((one) => option(...one))]);
    element.hidden = !list.length;
  } };
}
const songs = loader("song", (name) => call("song.load", { path: name, ...atBar() }));
const setlists = loader("setlist", (name) => call("setlist.load", { name, ...atBar() }));
const presets = loader("presets", (name) => call("preset.load", { name, ...atBar() }));

/** A question before what cannot be undone; it takes the place of its row. */
function question(home) {
  const text = span("label"), yes = button("", () => end(true), { class: "chip warn" }), no = button(t("cancel"), () => end(false), { class: "chip" });
  const element = h("div", { class: "row question", role: "group", hidden: true }, text, span("controls", yes, no));
  let settle = null;
  function end(isMeant) {
    element.hidden = true;
    home().hidden = false;
    settle?.(isMeant);
    settle = null;
  }
  return {
    element,
    ask(words, verb) {
      settle?.(false);
      say(text, words);
      say(yes, verb);
      mark(element, "aria-label", words);
      element.hidden = false;
      home().hidden = true;
      yes.focus({ preventScroll: true });
      return new Promise((done) => { settle = done; });
    },
  };
}

function field(label, kind, ...buttons) {
  const input = h("input", { class: "name", type: "text", maxlength: 64, autocomplete: "off", enterkeyhint: "done", "aria-label": label, placeholder: label, list: `known-${kind}`, oninput: () => update() });
  const known = h("datalist", { id: `known-${kind}` });
  const element = div("row naming", input, known, span("controls", buttons.map(({ element }) => element)));
  function update() {
    fill(known, names[kind], () => names[kind].map((name) => option(name, name)));
    const told = typed(input.value, names[kind]);
    buttons.forEach((one) => one.update(told));
  }
  input.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    event.stopPropagation();
    buttons[0].element.click();
  });
  return { element, input, update, typed: () => typed(input.value, names[kind]) };
}

const action = (run, update) => {
  const element = button("", run, { class: "chip" });
  return { element, update: (told) => update(element, told) };
};

const sure = question(() => keep.element);
const keep = field(t("presetName"), "presets",
  action(save, (element, { name, isThere }) => {
    say(element, t(isThere ? "replace" : "save"));
    element.disabled = !name;
  }),
  action(remove, (element, { isThere }) => {
    say(element, t("delete"));
    element.hidden = !isThere;
  }));

async function save() {
  // Another device may have saved one meanwhile.
  if (!await listPieces()) return;
  const { name, isThere } = keep.typed();
  if (!name || isThere && !await sure.ask(t("askReplace", name), t("replace"))) return;
  if (await call("preset.save", { name })) done(keep);
}
async function remove() {
  const { name, isThere } = keep.typed();
  if (!isThere || !await sure.ask(t("askDelete", name), t("delete"))) return;
  if (await call("preset.remove", { name })) done(keep);
}
function done({ input }) {
  input.value = "";
  listPieces();
}

// The set list that is put together: its name and entries; null where none is.
let edited = null;
const compose = field(t("setlistName"), "setlists", action(async () => {
  const { name } = compose.typed();
  if (!name || !await listPieces()) return;
  compose.input.value = "";
  editSetlist(name);
}, (element, { name, isThere }) => {
  say(element, t(isThere ? "edit" : "create"));
  element.disabled = !name;
}));
const title = h("h3", { class: "title" }), list = h("ol", { class: "entries" });
const more = picker(t("addEntry"), add);
const whole = question(() => tools);
const tools = div("row", more, span("controls",
  button(t("delete"), async () => {
    if (await whole.ask(t("askDelete", edited.name), t("delete")) && await call("setlist.remove", { name: edited.name })) close();
  }, { class: "chip", id: "delete-list" }), button(t("done"), () => close(), { class: "chip" })));
const editor = h("div", { class: "editor", hidden: true }, title, list, tools, whole.element);

/** Opens a set list to be put together, by its name; one that is not there is made with its first entry. */
export async function editSetlist(name) {
  edited = { name, entries: names.setlists.includes(name) ? (await call("setlist.show", { name }))?.entries ?? [] : [] };
  showEditor();
  more.focus({ preventScroll: true });
}

export const isEditing = () => edited !== null;

function close() {
  edited = null;
  showEditor();
  listPieces();
}

function take(told) {
  if (told && edited) edited.entries = told.entries;
  showEditor();
}

/** Reads the list again. Whether an entry that was pressed is at its place still; another client may have changed the list. */
async function isStill(place) {
  const entry = edited.entries[place - 1];
  take(await call("setlist.show", { name: edited.name }));
  return edited !== null && isAt(edited.entries, place, entry);
}

async function add(entry) {
  take(await call("setlist.add", { name: edited.name, entries: [entry] }));
  if (!names.setlists.includes(edited.name)) listPieces();
}

async function move(place, by) {
  const to = await isStill(place) ? moved(place, by, edited.entries.length) : null;
  if (to === null) return;
  take(await call("setlist.move", { name: edited.name, entry: place, to }));
  list.children[to - 1]?.querySelector(by < 0 ? ".up" : ".down")?.focus({ preventScroll: true });
}

async function takeOut(place) {
  if (!await isStill(place)) return;
  const { name, entries } = edited, { entry, ...list } = takenOut(name, place, entries.length);
  if (entry === undefined && !await whole.ask(t("askDelete", name), t("delete"))) return;
  if (!await call("setlist.remove", entry === undefined ? list : { ...list, entry })) return;
  if (entry === undefined) return close();
  take(await call("setlist.show", { name }));
}

function showEditor() {
  editor.hidden = !edited;
  mark(editor.parentElement, "data-editing", Boolean(edited));
  if (!edited) return;
  const { name, entries } = edited, count = entries.length, can = addable(names.presets, names.songs);
  say(title, name);
  mark(list, "aria-label", name);
  fill(list, entries, () => entries.map((entry, index) => h("li", { class: "edited" },
    span("entry-number", String(index + 1)), span("entry-text", entry.name),
    button(t("moveUp", entry.name), () => move(index + 1, -1), { class: "up", disabled: index === 0 }, "↑"),
    button(t("moveDown", entry.name), () => move(index + 1, 1), { class: "down", disabled: index === count - 1 }, "↓"),
    button(t("takeOut", entry.name), () => takeOut(index + 1), { class: "remove" }, "×"))));
  fill(more, [can, count], () => [option("", `+ ${t(count ? "addEntry" : "addFirst")}`),
    ...["presets", "songs"].filter((kind) => can[kind].length).map((kind) =>
      h("optgroup", { label: t(kind) }, can[kind].map(([value, text]) => option(value, text))))]);
}

export const pieces = [div("row loaders", songs.element, setlists.element, presets.element), keep.element, sure.element, compose.element, editor];

/** Reads the names of presets, set lists and songs. Answers whether they are known. */
export async function listPieces() {
  const [kept, evenings, known] = [await call("preset.list"), await call("setlist.list"), await call("song.list")];
  // Without an answer what was known stays.
  if (!kept || !evenings || !known) return false;
  names.presets = kept.presets.map(({ name }) => name);
  names.setlists = evenings.setlists.map(({ name }) => name);
  names.songs = known.songs.map(({ name }) => name);
  songs.update(names.songs.map((name) => [name, songTitle(name)]));
  setlists.update(evenings.setlists.map(({ name, title: text }) => [name, text ?? name]));
  presets.update(names.presets.map((name) => [name, name]));
  [keep, compose].forEach((one) => one.update());
  showEditor();
  return true;
}
