// SPDX-License-Identifier: Apache-2.0
// The song: its sections and what comes next; the set list; presets.

import { $, button, div, fill, h, mark, reveal, row, say, span, stepper } from "./dom.js";
import { call, wish } from "./link.js";
import { editSetlist, listPieces as listNames, pieces } from "./panel-pieces.js";
import { nameOf, placeOf, sections as heardSections, titleOf } from "./now.js";
import { change, store } from "./store.js";
import { t } from "./words.js";

const title = h("h3", { class: "title" });
const upcoming = h("p", { class: "next" });
const list = h("div", { class: "sections", role: "list", "aria-label": t("sections") });
const loop = button(t("loop"), () => toggleLoop(), { class: "chip", "aria-pressed": "false" });
const scale = stepper(t("scale"), (by) => {
  const times = Math.min(4, Math.max(0.1, Math.round(store.status.song.scale * 20 + by) / 20));
  wish(({ song: now }) => (now ? { song: { ...now, scale: times } } : {}), "song.scale", { scale: times });
});
/** Practises these bars, each pass faster, from 70 % or the present speed on. */
const climb = button(t("climb"), () => {
  const { practice, scale: now } = store.status.song, [from, to] = bars ??= shownBars;
  return practice ? call("loop.off") : call("loop.practise", { from, to, scale: now < 1 ? now : 0.7, step: "5%" });
}, { class: "chip", "aria-pressed": "false" });
// The bars to be repeated: as they were chosen, and as they are shown.
let bars = null, shownBars = [1, 1];
const edge = (label, index) => stepper(label, (by) => {
  const { loop: told, bars: last } = store.status.song;
  bars = [...(bars ?? shownBars)];
  bars[index] = Math.min(last, Math.max(1, bars[index] + by));
  if (bars[0] > bars[1]) bars[1 - index] = bars[index];
  showSong();
  if (told) setLoop();
});
const from = edge(t("fromBar"), 0), to = edge(t("toBar"), 1);
const setLoop = () => call("loop.set", { from: bars[0], to: bars[1] });

const song = div("song", title, upcoming, list, row(loop, span("loop-bars", from.element, "–", to.element)), row(t("scale"), climb, scale.element));
const entries = h("ol", { class: "entries", "aria-label": t("setlist") });
const previous = button(t("previousEntry"), () => call("setlist.previous"), { class: "chip" }, "‹");
const next = button(t("nextEntry"), () => call("setlist.next"), { class: "chip" }, "›");
const edit = button(t("edit"), () => editSetlist(store.status.setlist.name), { class: "chip" });
const setlist = div("setlist", row(h("h3", { class: "title", id: "setlist-title" }), edit, previous, next), entries);
const empty = h("p", { class: "empty" }, t("noSong"));
const againMs = 3000;
let revealed = null, sections = [], of = null, path = null, known = null, place = null, asked = null, evening = null;

/** Goes to the next entry or the one before; of a song alone, to the section. */
export function turnPage(by) {
  const { setlist: evening, song: now } = store.status;
  if (evening) return call(by > 0 ? "setlist.next" : "setlist.previous");
  const present = placeOf(store, sections);
  // A press goes on from the one before, until its section is there.
  if (asked?.from !== present) asked = null;
  const to = (asked?.to ?? present) + by, section = sections[to];
  if (!now || !section) return null;
  asked = { from: present, to };
  return call("seek", { place: section.bar });
}

function toggleLoop() {
  if (store.status.song?.loop) {
    bars = null;
    return call("loop.off");
  }
  bars ??= shownBars;
  return setLoop();
}

export function buildSong() {
  $("panel-song").append(song, setlist, empty, ...pieces);
}

/** What is known of the song and of the entries may be more now. */
function readAgain() {
  place = path = null;
  showSong();
}

export async function listPieces() {
  await listNames();
  readAgain();
}

let timer = null;
/** Without an answer what was known stays, and is asked for again, but not at once. Another connection asks by itself. */
function readLater() {
  clearTimeout(timer);
  if (store.connection === "open") timer = setTimeout(readAgain, againMs);
}

async function readSections(now) {
  const key = now ? `${now.path} ${store.songChanges}` : null;
  if (key === path) return;
  path = key;
  // The sections of another song lead nowhere.
  if (now?.path !== of) sections = [];
  of = now?.path;
  const told = now ? await call("song.show") : { sections: [] };
  if (key !== path) return;
  if (!told) return readLater();
  sections = told.sections;
  if (known !== key) bars = asked = null;
  known = key;
  // All of the page, for what is new may not be usable here.
  change({ section: store.section });
}

function aboutEntry({ summary, note, trouble }) {
  const text = trouble ?? [summary, note].filter(Boolean).join(", ");
  return text ? h("small", {}, text) : null;
}

const showEntries = (all) => fill(entries, all, () => all.map((entry, index) => h("li", {},
  h("button", { class: "entry", onclick: () => call("setlist.go", { entry: index + 1 }) },
    span("entry-number", String(index + 1)), span("entry-text", h("b", {}, entry.name), aboutEntry(entry))))));

async function readEntries(now) {
  const key = now ? `${now.name} ${now.count} ${now.place} ${store.setlistChanges}` : null;
  if (key === place) return;
  place = key;
  if (now?.name !== evening) showEntries([]);
  evening = now?.name;
  const told = now ? await call("setlist.show") : { entries: [] };
  if (key !== place) return;
  if (told) showEntries(told.entries); else readLater();
  [...entries.children].forEach((item, index) => mark(item, "aria-current", index + 1 === now.place ? "true" : null));
  // A read that is refused is asked again and again: whoever looks at other entries is left there.
  if (told) entries.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
}

export function showSong() {
  const { status } = store;
  if (!status) return;
  const now = status.song, evening = status.setlist;
  song.hidden = !now;
  setlist.hidden = !evening;
  empty.hidden = Boolean(now || evening);
  readSections(now);
  readEntries(evening);
  if (evening) say($("setlist-title"), evening.title ?? evening.name);
  if (!now) return;
  const { now: present, next: coming } = heardSections(store), following = status.playing ? coming : sections[placeOf(store, sections)];
  say(title, titleOf(now));
  say(upcoming, following ? t("next", nameOf(following) + (following.times > 1 ? ` ${following.pass ?? 1}/${following.times}` : "")) : "");
  fill(list, [sections, now.path], () => sections.map((one) =>
    h("span", { role: "listitem" }, h("button", { class: "section", "aria-label": t("seek", nameOf(one)), onclick: () => call("seek", { place: one.bar }) },
      h("b", {}, nameOf(one)), h("span", {}, `${one.bars === 1 ? t("oneBar") : t("bars", one.bars)}${one.times > 1 ? ` × ${one.times}` : ""} · ${one.meter} · ${Math.round(one.bpm)}`)))));
  if (!present) revealed = null;
  [...list.children].forEach((item, index) => {
    const isNow = present?.index === index;
    if (isNow && revealed !== item && list.offsetParent) reveal(list, revealed = item);
    mark(item.firstChild, "aria-current", isNow ? "true" : null);
    mark(item.firstChild, "data-next", following && (following === sections[index] || following.index === index) ? "true" : null);
  });
  mark(loop, "aria-pressed", String(Boolean(now.loop)));
  mark(climb, "aria-pressed", String(Boolean(now.practice)));
  const here = sections[present?.index] ?? { bar: 1, bars: now.bars };
  shownBars = bars ?? [now.loop?.from_bar ?? here.bar, now.loop?.to_bar ?? here.bar + here.bars - 1];
  from.update(String(shownBars[0]), shownBars[0] > 1, shownBars[0] < now.bars);
  to.update(String(shownBars[1]), shownBars[1] > 1, shownBars[1] < now.bars);
  scale.update(`${Math.round(now.scale * 100)} %`, now.scale > 0.1, now.scale < 4);
}
