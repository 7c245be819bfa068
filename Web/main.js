// SPDX-License-Identifier: Apache-2.0
// Puts the page together: builds its parts, and shows what the store is told.

import { audioState, openAudio, planAudio, readSoundsAgain } from "./audio.js";
import { keepAwake } from "./awake.js";
import { beatGlows, followBeat, showBeats } from "./beats.js";
import { buildDial, showDial } from "./dial.js";
import { $, h, mark, say } from "./dom.js";
import { flashGlows, speak, vibrate } from "./flash.js";
import { listen } from "./keys.js";
import { call, follow, hear, hurry, inTurn } from "./link.js";
import { buildBar, showBar } from "./panel-bar.js";
import { buildLanes, laneGlows, listGrooves, showLanes } from "./panel-lanes.js";
import { buildPractice, showPractice, showTimer } from "./panel-practice.js";
import { barText, happening } from "./now.js";
import { readJournal } from "./panel-score.js";
import { buildSong, listPieces, showSong, turnPage } from "./panel-song.js";
import { buildSound, listSounds, showSound } from "./panel-sound.js";
import { buildSecond, showSecond } from "./second.js";
import { tempoText } from "./pattern.js";
import { buildStage, lightAlong, onBeat, pendulum, plan, showStatus } from "./stage.js";
import { choice, choose, store, watch } from "./store.js";
import { isKnown, keepTime, monotonic, pageTime } from "./time.js";
import { tempo } from "./timeline.js";
import { buildTransport, showTransport } from "./transport.js";
import { language, linkCommand, t } from "./words.js";

const panels = ["tempo", "bar", "lanes", "song", "practice", "sound"];
const roomy = matchMedia("(min-width: 700px) and (min-height: 741px), (min-width: 1100px) and (min-height: 561px)");
let isOpen = false;

/** Shows a panel; where there is room the dial is always there, and another one beside it. */
function showPanel(chosen) {
  const name = roomy.matches && chosen === "tempo" ? "bar" : chosen;
  $("app").dataset.panel = name;
  panels.forEach((one) => {
    $(`panel-${one}`).toggleAttribute("data-shown", one === name);
    mark($(`tab-${one}`), "aria-selected", String(one === name));
    $(`tab-${one}`).tabIndex = one === name ? 0 : -1;
  });
}

function buildTabs() {
  for (const name of panels) {
    say($(`tab-${name}`).lastElementChild, t(name));
    mark($(`panel-${name}`), "aria-label", t(name));
    $(`tab-${name}`).addEventListener("click", () => {
      choose("panel", name);
      showPanel(name);
      if (name === "song") listPieces();
      if (name === "practice") readJournal();
    });
    $(`panel-${name}`).prepend(h("h2", {}, t(name)));
  }
  $("tabs").addEventListener("keydown", (event) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!by) return;
    event.preventDefault();
    const seen = panels.filter((name) => $(`tab-${name}`).offsetParent);
    const next = seen[(seen.indexOf(choice("panel", "tempo")) + by + seen.length) % seen.length];
    $(`tab-${next}`).click();
    $(`tab-${next}`).focus();
  });
  const show = () => showPanel(choice("panel", "tempo"));
  roomy.addEventListener("change", show);
  show();
}

function showConnection() {
  const { connection, role } = store;
  const text = { connecting: "connecting", lost: "lost", daemon: "daemonGone", unpaired: "unpaired" }[connection];
  const told = text ? t(text, linkCommand(location)) : "";
  say($("notice"), told || (role === "watch" ? t("watching") : ""));
  say($("second-notice"), told);
  $("notice").hidden = !$("notice").textContent;
  document.body.dataset.connection = connection;
  showRights();
  if (connection === "open" && !isOpen) {
    readSoundsAgain();
    listGrooves();
    listPieces();
    listSounds();
    readJournal();
  }
  isOpen = connection === "open";
}

/** What cannot be used now is grey: for who only watches, who is not let in, and what a song says itself. */
function showRights() {
  const { connection, role, status } = store, isOut = connection === "unpaired", isSong = Boolean(status?.song);
  const changing = ["transport", "undo", "redo", "previous", "next", "mix", "panel-tempo", "panel-song", "panel-practice"];
  const still = (ids, isStill) => ids.forEach((id) => hold($(id), isStill));
  // What is within another part comes behind that.
  still(["stage", "dots", "tabs", "panel-sound"], isOut);
  still(changing, isOut || role === "watch");
  still(["beats", "rings", "panel-bar", "panel-lanes", "quick"], isOut || role === "watch" || isSong);
  if (status) arrange(status);
}

/** Makes an element inert, or usable again; of one that scrolls, what it holds, since browsers scroll nothing that is inert. */
function hold(element, isStill) {
  if (element.matches(".panel, .song, .grid, .sections, #beats")) [...element.children].forEach((child) => hold(child, isStill));
  // Older browsers have no such property, and are told by the style.
  else element.toggleAttribute("inert", isStill);
}

/** With a song or a set list, that comes first on a desk. */
let isFirst = null;
function arrange({ song, setlist }) {
  const isUsed = Boolean(song || setlist);
  if (isUsed === isFirst) return;
  isFirst = isUsed;
  const order = isUsed ? ["song", "practice", "sound", "bar", "lanes"] : panels.slice(1);
  $("panels").firstElementChild.append(...order.map((name) => $(`panel-${name}`)));
}

let refusalTimer = null;
function showRefusal() {
  const { refusal } = store;
  if (!refusal || /\.(list|show)$/.test(refusal.method)) return;
  const toast = $("toast"), text = t("refused", refusal.message);
  say(toast, text);
  say($("said"), text);
  toast.hidden = false;
  clearTimeout(refusalTimer);
  refusalTimer = setTimeout(() => {
    toast.hidden = true;
    // The same again is announced again.
    if ($("said").textContent === text) say($("said"), "");
  }, 4000);
}

function showHeader() {
  const { status, clock } = store;
  const now = status ? happening(store) : null;
  const prompts = [now?.prompt, now?.nextPrompt].filter(Boolean).join(" \u2192 ");
  const joined = (...texts) => texts.filter(Boolean).join(" \u00b7 ");
  say($("title"), now?.title ?? (prompts || "metronomed"));
  document.body.dataset.setlist = Boolean(status?.setlist);
  if (status?.setlist) {
    say($("entry-name"), joined(now.number, now.title));
    say($("entry-next"), joined(prompts, now.nextEntry ? t("next", now.nextEntry) : t("lastEntry")));
  }
  if (!status?.playing) say($("place"), status ? status.meter : "");
  const error = clock?.offset === null || !clock ? null : clock.error;
  const bound = error < 10 ? error?.toFixed(1) : Math.round(error);
  say($("clock"), error === null ? t("clockUnknown") : t("clock", bound));
  mark($("clock"), "title", error === null ? t("clockUnknownLong") : t("clockLong", bound));
  $("clock").dataset.good = error !== null && error < 10;
  $("undo").disabled = !status?.history?.undo;
  $("redo").disabled = !status?.history?.redo;
}

/** Says starts, stops and tempi. */
let saidLast = null, sayTimer = null;
function announce() {
  const { status } = store;
  if (!status) return;
  const text = status.playing ? t("playing", tempoText(status.bpm)) : t("stopped");
  const isQuiet = saidLast === null || status.practice?.speed || status.song;
  if (text === saidLast) return;
  saidLast = text;
  clearTimeout(sayTimer);
  if (!isQuiet) sayTimer = setTimeout(() => say($("said"), text), 600);
}

/** How long a page keeps the screen awake without its server or daemon, and since when it has lost them. */
const awakeWithoutServerMs = 600_000;
let lostMs = Infinity;
function stayAwake() {
  const { connection, status } = store, now = performance.now();
  lostMs = connection === "open" ? Infinity : Math.min(lostMs, now);
  keepAwake(Boolean(status?.playing || status?.setlist) && choice("awake", true) && now - lostMs < awakeWithoutServerMs);
}

const dark = matchMedia("(prefers-color-scheme: dark)");

function applyTheme() {
  const theme = choice("theme", "auto");
  document.documentElement.dataset.theme = theme !== "auto" ? theme : dark.matches ? "dark" : "light";
}

// What the others put on the page has its rights last.
const shows = [showSecond, showBeats, showDial, showTransport, showBar, showLanes, showSong, showPractice, showStatus, showRights];

watch((changed) => {
  if (changed.has("status") || changed.has("section")) shows.forEach((show) => show());
  if (changed.has("status") && (store.status?.pendulum && isKnown())) pendulum.learn(store.status.pendulum.segment, monotonic());
  showSound();
  showHeader();
  applyTheme();
  if (changed.has("connection") || changed.has("role")) showConnection();
  if (changed.has("refusal")) showRefusal();
  if (changed.has("status")) {
    announce();
    speak();
  }
  if (changed.has("click")) openAudio();
  stayAwake();
  if (["status", "timeline", "clock", "flash"].some((key) => changed.has(key))) plan();
  if (["status", "timeline", "trial", "late", "click"].some((key) => changed.has(key))) planAudio();
});

document.documentElement.lang = language;
document.body.dataset.connection = "connecting";
applyTheme();
dark.addEventListener("change", applyTheme);
for (const element of document.querySelectorAll("[data-t]")) mark(element, "aria-label", t(element.dataset.t));
buildStage();
buildTransport();
buildDial();
buildBar();
buildLanes();
buildSong();
buildPractice();
buildSound();
buildSecond();
buildTabs();
listen();
lightAlong(beatGlows);
lightAlong(laneGlows);
lightAlong(flashGlows);
onBeat(({ bar, beat }) => say($("place"), `${barText(bar)} \u00b7 ${beat}`));
onBeat(followBeat);
onBeat(vibrate);
onBeat(speak);
onBeat(({ n }) => store.timeline && hear(tempo(store.timeline, n)));
const presses = { previous: () => turnPage(-1), next: () => turnPage(1), undo: () => inTurn("undo"), redo: () => inTurn("redo") };
for (const id in presses) $(id).addEventListener("click", presses[id]);
setInterval(() => !document.hidden && showTimer(), 1000);
document.addEventListener("visibilitychange", () => !document.hidden && hurry());
showSound();
showHeader();
showConnection();
follow();
keepTime();
openAudio();
if (isSecureContext && "serviceWorker" in navigator) navigator.serviceWorker.register("worker.js").catch(() => {});

// What tests and curious people look at; nothing of the page reads it.
globalThis.metroweb = {
  store, monotonic, pageTime, angle: (ns) => pendulum.angle(ns), track: () => pendulum.track, audioState, call,
  calibrate: (ms) => choose("late", choice("late", 0) + ms),
  shownAngle() {
    const { a, b } = new DOMMatrix(getComputedStyle(document.querySelector(".rod")).transform);
    return Math.atan2(b, a) * 180 / Math.PI;
  },
};
