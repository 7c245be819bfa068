// SPDX-License-Identifier: Apache-2.0
// Volumes and mutes of the daemon's sound, and what this device does itself: click, flash, vibrate.

import { $, button, chips, div, fill, h, option, row, slider, span, stepper, toggle } from "./dom.js";
import { call, inTurn } from "./link.js";
import { calibrate } from "./calibration.js";
import { choice, choose, store } from "./store.js";
import { t } from "./words.js";

const percent = (value) => Math.round(value * 1000) / 1000;

function channel(name, label, tell, mute, most) {
  const level = slider(t("volumeOf", label), (value, gesture) => tell(percent(value), gesture), most);
  const silence = mute && h("button", { class: "mute", "aria-pressed": "false", "aria-label": t("muteOf", label), onclick: () => mute(silence.getAttribute("aria-pressed") !== "true") },
    h("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, h("path", { d: "M4 9V15H8L13 19V5L8 9Z" }), h("path", { class: "waves", d: "M16 8.5C17.8 10.5 17.8 13.5 16 15.5M18.5 6C21.8 9.5 21.8 14.5 18.5 18" }), h("path", { class: "cross", d: "M16 9L21 15M21 9L16 15" })));
  const element = h("div", { class: mute ? "row channel" : "row channel bare", "data-name": name }, h("span", { class: "label", title: label }, label), span("controls", level.element, silence));
  return {
    element,
    update(value, isMuted) {
      level.update(value);
      silence?.setAttribute("aria-pressed", String(Boolean(isMuted)));
    },
  };
}

const laneSet = (name, words, gesture) => inTurn("lane.set", { name, pattern: words, ...(gesture && { gesture }) });
const main = channel("all", t("volume"), (value, gesture) => inTurn("volume.set", { volume: value, gesture }), (isMuted) => inTurn(isMuted ? "mute" : "unmute"));
const beat = channel("beat", t("beat"), (value, gesture) => laneSet("beat", `gain=${value}`, gesture), (isMuted) => laneSet("beat", isMuted ? "mute" : "unmute"), 1);
const bell = channel("bell", t("bell"), (value, gesture) => inTurn("bell_volume.set", { bell_volume: value, gesture }));
const parts = channel("subdivision", t("subdivision"), (value, gesture) => inTurn("subdivision_volume.set", { subdivision_volume: value, gesture }));
const lanes = div("channels");
const mix = h("div", { id: "mix" }, main.element, beat.element, bell.element, parts.element, lanes);
let laneChannels = new Map();

const roles = ["beat", "bell", "accent", "ghost", "subdivision"].map((role) => {
  const select = h("select", { class: "chip", "aria-label": t("soundOf", t(role)), onchange: () => call("sound.set", { [role]: select.value }) });
  return { role, select };
});
let soundNames = [];

export async function listSounds() {
  soundNames = ((await call("sound.list"))?.sounds ?? []).map(({ name }) => name);
  showSound();
}

mix.append(h("h3", { class: "title" }, t("sounds")), div("sounds", roles.map(({ role, select }) =>
  h("label", { class: "field" }, h("small", { "aria-hidden": "true" }, t(role)), select))));

function showRoles({ sounds }) {
  for (const { role, select } of roles) {
    const first = ["beat", "bell"].includes(role) ? [] : ["auto"], name = sounds?.[role] ?? first[0] ?? "";
    const spoken = first.length ? [] : ["voice"];
    fill(select, [soundNames, name], () => [...new Set([...first, name, ...soundNames, ...spoken])].map((one) => option(one, one === "auto" ? t("asBeat") : one)));
    if (select.value !== name) select.value = name;
  }
}

const device = (name, label, initial) => {
  const control = toggle(label, (isOn) => choose(name, isOn));
  return { row: row(label, control.element), update: () => control.update(choice(name, initial)) };
};
const click = device("click", t("click"), false), flash = device("flash", t("flash"), false);
const vibrate = device("vibrate", t("vibrate"), false), speech = device("speak", t("speak"), false), awake = device("awake", t("awake"), true);
const late = stepper(t("late"), (by) => choose("late", Math.min(500, Math.max(-500, Math.round(choice("late", 0)) + by))));
const measure = button(t("calibrate"), calibrate, { class: "chip", id: "calibrate" });
const lateRow = row(t("late"), late.element), measureRow = row("", measure);
const theme = chips(t("theme"), (value) => choose("theme", value));

export function buildSound() {
  $("panel-sound").append(mix,
    h("h3", { class: "title" }, t("device")), click.row, lateRow, measureRow, flash.row, vibrate.row, speech.row, awake.row, row(t("theme"), theme.element));
  click.row.hidden = !globalThis.AudioContext;
  vibrate.row.hidden = !navigator.vibrate;
  speech.row.hidden = !globalThis.speechSynthesis;
}

export function showSound() {
  const { status } = store;
  [click, flash, vibrate, speech, awake].forEach((one) => one.update());
  late.update(t("ms", Math.round(choice("late", 0) * 10) / 10));
  lateRow.hidden = !choice("click", false);
  measureRow.hidden = lateRow.hidden || store.role === "watch" || !$("calibration").showModal;
  theme.update([["auto", t("auto")], ["light", t("lightTheme")], ["dark", t("darkTheme")]], choice("theme", "auto"));
  if (!status) return;
  const metronome = status.lanes.find(({ name }) => name === "beat");
  showRoles(status);
  main.update(status.volume, status.muted);
  beat.update(Math.min(1, metronome?.gain ?? 1), metronome?.mute);
  bell.update(status.bell_volume);
  parts.update(status.subdivision_volume);
  parts.element.hidden = status.subdivision === 1;
  const others = status.lanes.filter(({ pattern }) => pattern !== null);
  fill(lanes, others.map(({ name }) => name), () => {
    laneChannels = new Map(others.map(({ name }) => [name,
      channel(name, name, (value, gesture) => laneSet(name, `gain=${value}`, gesture), (isMuted) => laneSet(name, isMuted ? "mute" : "unmute"), 1)]));
    return [...laneChannels.values()].map(({ element }) => element);
  });
  others.forEach(({ name, gain, mute }) => laneChannels.get(name)?.update(Math.min(1, gain), mute));
}
