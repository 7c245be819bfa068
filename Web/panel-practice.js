// SPDX-License-Identifier: Apache-2.0
// The trainers: count-in, timer, a tempo that climbs, silences; and where they are.

import { $, div, h, row, say, span, stepper, toggle } from "./dom.js";
import { inTurn, wish } from "./link.js";
import { buildScore, showScore } from "./panel-score.js";
import { tempoText } from "./pattern.js";
import { isKnown, monotonic } from "./time.js";
import { store } from "./store.js";
import { echoOf, isGradual, stepped, trainerWords } from "./trainers.js";
import { t } from "./words.js";

const within = (low, value, high) => Math.min(high, Math.max(low, value));
const minutesText = (seconds) => `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;

function trainer({ member, label: pair, defaults, fields }) {
  const label = t(pair), words = trainerWords[member];
  const values = [...defaults], where = span("where"), meter = span("progress", h("span", {}));
  let isOn = false, { rest } = words, echo = echoOf("off");
  const send = async (on) => {
    const text = on ? words.write(values, rest) : "off";
    echo = echo.sent(text);
    if (await inTurn(`${member}.set`, { [member]: text })) return;
    echo = echoOf(store.status[member]);
    showPractice();
  };
  const power = toggle(label, send);
  const steps = fields.map(({ name: word, by, low, high, shown = String, fits = () => true }, index) => {
    const name = t(word);
    const control = stepper(`${label}: ${name}`, (way) => {
      values[index] = stepped(low, values[index], way * by, high);
      show();
      if (isOn) send(true);
    });
    const field = span("field", h("small", { "aria-hidden": "true" }, name), control.element);
    const show = () => {
      field.hidden = !fits(rest);
      control.update(shown(values[index], rest), values[index] > low, values[index] < high);
    };
    return { field, show };
  });
  const show = () => steps.forEach((step) => step.show());
  show();
  const element = h("div", { class: "trainer", "data-on": false },
    row(span("label", label, where), power.element), meter,
    div("fields", steps.map(({ field }) => field)));
  return {
    element, values,
    update(text, place, part) {
      isOn = text !== "off";
      const read = isOn ? words.read(text, tempoText(store.status.bpm)) : null;
      echo = echo.told(text);
      if (read && !echo.isOlder) {
        values.splice(0, values.length, ...read.values);
        rest = read.rest;
      }
      show();
      power.update(isOn);
      element.dataset.on = isOn;
      say(where, isOn ? place : "");
      meter.hidden = !isOn || part === null;
      meter.firstChild.style.width = `${(part ?? 0) * 100}%`;
    },
  };
}

const countIn = stepper(t("countIn"), (by) => {
  const bars = within(0, store.status.count_in + by, 16);
  wish(() => ({ count_in: bars }), "count_in.set", { count_in: bars });
});

// How long a timer is, by its unit.
const lengths = { minute: ["{0} min", "{0} Min."], second: ["{0} s", "{0} s"], bar: ["{0} bars", "{0} Takte"], beat: ["{0} beats", "{0} Schläge"] };

// Each with its name in the status, its setting, and what is shown of its place: a text, and how much is over.
const trainers = [
  {
    name: "speed", member: "speed_trainer", label: ["Speed trainer", "Tempotrainer"], defaults: [80, 120, 5, 4],
    fields: [
      { name: ["from", "von"], by: 5, low: 20, high: 400 }, { name: ["to", "bis"], by: 5, low: 20, high: 400 },
      { name: ["by", "um"], by: 1, low: 1, high: 50, shown: (step, rest) => step + (isGradual(rest) ? " / min" : "") },
      { name: ["every … bars", "alle … Takte"], by: 1, low: 1, high: 64, fits: (rest) => !isGradual(rest) }],
    place({ from, to, next_bpm, end_beat, within_ms }, { bpm, speed_trainer: text }) {
      const waits = within_ms && !next_bpm && end_beat === null;
      const word = text.includes(" per minute") ? "{0} bpm" : waits ? ["{0} bpm until within {2} ms", "{0} bpm, bis auf {2} ms genau"] : next_bpm ? ["{0} bpm, then {1}", "{0} bpm, dann {1}"] : ["{0} bpm, the last", "{0} bpm, das letzte"];
      return [t(word, tempoText(bpm), tempoText(next_bpm), within_ms), to !== from ? within(0, (bpm - from) / (to - from), 1) : null];
    },
  },
  {
    name: "gap", member: "gap_trainer", label: ["Silences", "Pausen"], defaults: [3, 1],
    fields: [
      { name: ["played", "gespielt"], by: 1, low: 1, high: 64 }, { name: ["silent", "still"], by: 1, low: 1, high: 64 }],
    place: ({ silent, passed, length, unit }) => [
      `${t(unit === "beats" ? "beat" : "bar")} ${t("ofAll", passed + 1, length)}: ${t(silent ? ["silent", "still"] : ["heard", "zu hören"])}`,
      within(0, (passed + 1) / length, 1)],
  },
  {
    name: "mute", member: "random_mute", label: ["Random mute", "Zufällig stumm"], defaults: [30],
    fields: [{ name: "", by: 5, low: 5, high: 95, shown: (percent) => `${percent} %` }],
    place: ({ percent }) => [t(["{0} % silent", "{0} % still"], Math.round(percent)), null],
  },
  {
    name: "timer", member: "timer", label: ["Timer", "Zeit"], defaults: [5],
    fields: [{ name: "", by: 1, low: 1, high: 1000, shown: (length, rest) => t(lengths[rest.trim().replace(/s$/, "")] ?? "{0}", length) }],
    isClock: true,
    place({ end_ns, left_s, unit, length }) {
      const left = end_ns && isKnown() ? Math.max(0, (end_ns - monotonic()) / 1e9) : left_s, whole = { minutes: 60, seconds: 1 }[unit] * length;
      return left === null ? ["", null] : [t(["{0} left", "noch {0}"], minutesText(left)), whole ? within(0, 1 - left / whole, 1) : null];
    },
  },
].map((kind) => ({ ...kind, control: trainer(kind) }));

// What to play next, as words with commas between them.
const example = "C, F, Bb every 4", shownPrompt = span("where");
const prompts = h("input", { class: "name", type: "text", maxlength: 8000, autocomplete: "off", enterkeyhint: "done", "aria-label": t("prompts"), placeholder: example, onchange: () => typed() });
const promptPower = toggle(t("prompts"), (isOn) => sendPrompts(isOn));
/** A press on the switch, which leaves the field, says itself what is to become of the text. */
const typed = () => promptPower.element.matches(":active") || sendPrompts(prompts.value.trim() !== "");
const sendPrompts = (isOn) => inTurn("prompt.set", { prompt: (isOn && (prompts.value || example)) || "off" });

function showPrompts({ prompt = "off", practice }) {
  const told = practice?.prompt, isOn = prompt !== "off";
  promptPower.update(isOn);
  if (isOn && document.activeElement !== prompts) prompts.value = prompt;
  say(shownPrompt, told ? [told.prompt, told.next].filter(Boolean).join(" \u2192 ") : "");
}

export function buildPractice() {
  $("panel-practice").append(row(t("countIn"), countIn.element), ...trainers.map(({ control }) => control.element),
    div("trainer", row(span("label", t("prompts"), shownPrompt), promptPower.element), prompts));
  buildScore();
}

function show(shown) {
  for (const { control, place, name, member } of shown) {
    const told = store.status.practice?.[name];
    control.update(store.status[member], ...(told ? place(told, store.status) : ["", null]));
  }
}

export function showPractice() {
  const { status } = store;
  if (!status) return;
  countIn.update(status.count_in === 0 ? t("off") : String(status.count_in), status.count_in > 0, status.count_in < 16);
  show(trainers);
  showPrompts(status);
  showScore();
}

export function showTimer() {
  if (store.status) show(trainers.filter(({ isClock }) => isClock));
}
