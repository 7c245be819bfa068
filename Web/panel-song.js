// SPDX-License-Identifier: Apache-2.0
// The song: its sections and what comes next; the set list; presets.

import { $, button, fill, h, mark, row, say, stepper } from "./dom.js";
import { call } from "./link.js";
import { final } from "./list.js";
import { store } from "./store.js";
import { t } from "./words.js";

const title = h("h3", { class: "title" });
const upcoming = h("p", { class: "next", id: "next" });
const list = h("div", { class: "sections", role: "list", "aria-label": t("sections") });
const loop = button(t("loop"), () => toggleLoop(), { class: "chip", "aria-pressed": "false" });
const scale = stepper(t("scale"), (by) => call("song.scale", { scale: Math.min(4, Math.max(0.1, Math.round(store.status.song.scale * 20 + by) / 20)) }));
const song = h("div", { class: "song" }, title, upcoming, list, row(loop, scale.element));
const entries = h("ol", { class: "entries", "aria-label": t("setlist") });
const previous = button(t("previousEntry"), () => call("setlist.previous"), { class: "chip" }, "‹");
const next = button(t("nextEntry"), () => call("setlist.next"), { class: "chip" }, "›");
const setlist = h("div", { class: "setlist" }, row(h("h3", { class: "title", id: "setlist-title" }), previous, next), entries);
const presets = h("select", { class: "chip", "aria-label": t("presets"), onchange: () => choosePreset() });
const setlists = h("select", { class: "chip", "aria-label": t("setlist"), onchange: () => chooseSetlist() });
const empty = h("p", { class: "empty" }, t("noSong"));
let sections = [], path = null, place = null;

const option = (value, text) => h("option", { value }, text);
const nameOf = (section, index) => section?.label ?? `${t("bar")} ${section?.bar ?? index + 1}`;

function choosePreset() {
  if (presets.value) call("preset.load", { name: presets.value, ...(store.status.playing ? { at: "bar" } : {}) });
  presets.value = "";
}
function chooseSetlist() {
  if (setlists.value) call("setlist.load", { name: setlists.value, ...(store.status.playing ? { at: "bar" } : {}) });
  setlists.value = "";
}
function toggleLoop() {
  const { song: now } = store.status, section = sections[now?.section?.index ?? 0];
  if (now?.loop) call("loop.off");
  else if (section) call("loop.set", { from: section.bar, to: section.bar + section.bars - 1 });
}

export function buildSong() {
  $("panel-song").append(song, setlist, empty, row("", setlists, presets));
}

/** Fills in the presets and set lists there are. */
export async function listPieces() {
  const [kept, evenings] = [await call("preset.list"), await call("setlist.list")];
  presets.replaceChildren(option("", t("presets")), ...(kept?.presets ?? []).map(({ name }) => option(name, name)));
  setlists.replaceChildren(option("", t("setlist")), ...(evenings?.setlists ?? []).map(({ name, title: text }) => option(name, text ?? name)));
}

async function readSections(now) {
  const key = now ? `${now.path} ${store.songChanges}` : null;
  if (key === path) return;
  path = key;
  sections = now ? (await call("song.show"))?.sections ?? [] : [];
  showSong();
}

async function readEntries(now) {
  const key = now ? `${now.name} ${now.count} ${now.place}` : null;
  if (key === place) return;
  place = key;
  const told = now ? (await call("setlist.show"))?.entries ?? [] : [];
  entries.replaceChildren(...told.map((entry, index) => h("li", { "aria-current": index + 1 === now.place },
    h("button", { class: "entry", onclick: () => call("setlist.go", { entry: index + 1 }) },
      h("span", { class: "entry-number" }, String(index + 1)), h("span", {}, entry.name)))));
  entries.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
}

/** Shows where the song and the set list are. */
export function showSong() {
  const { status, section } = store;
  if (!status) return;
  const now = status.song, evening = status.setlist;
  song.hidden = !now;
  setlist.hidden = !evening;
  empty.hidden = Boolean(now || evening);
  readSections(now);
  readEntries(evening);
  if (evening) say($("setlist-title"), evening.title ?? evening.name);
  if (!now) return;
  const present = status.playing ? section?.section ?? now.section : null, following = status.playing ? section?.next ?? now.next : sections[0];
  say(title, now.title ?? final(now.path.split("/")));
  say(upcoming, following ? t("next", nameOf(following) + (following.times > 1 ? ` ${following.pass ?? 1}/${following.times}` : "")) : "");
  fill(list, [sections, now.path], () => sections.map((one, index) =>
    h("span", { role: "listitem" }, h("button", { class: "section", "aria-label": t("seek", nameOf(one, index)), onclick: () => call("seek", { place: one.bar }) },
      h("b", {}, nameOf(one, index)), h("span", {}, `${one.bars === 1 ? t("oneBar") : t("bars", one.bars)}${one.times > 1 ? ` × ${one.times}` : ""} · ${one.meter} · ${Math.round(one.bpm)}`)))));
  [...list.children].forEach((item, index) => {
    const isNow = present?.index === index;
    if (isNow && !item.firstChild.hasAttribute("aria-current")) item.scrollIntoView({ block: "nearest", inline: "nearest" });
    mark(item.firstChild, "aria-current", isNow ? "true" : null);
    mark(item.firstChild, "data-next", following && following.index === index ? "true" : null);
  });
  mark(loop, "aria-pressed", String(Boolean(now.loop)));
  scale.update(`${Math.round(now.scale * 100)} %`, now.scale > 0.1, now.scale < 4);
}
