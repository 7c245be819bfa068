// SPDX-License-Identifier: Apache-2.0
// The trainers: count-in, timer, a tempo that climbs, silences; and where they are.

import { $, h, row, say, stepper, toggle } from "./dom.js";
import { call } from "./link.js";
import { tempoText } from "./pattern.js";
import { isKnown, monotonic } from "./time.js";
import { store } from "./store.js";
import { t } from "./words.js";

const within = (low, value, high) => Math.min(high, Math.max(low, value));
const numbers = (text) => (text.match(/[\d.]+/g) ?? []).map(Number);

// What stands behind the numbers of the speed trainer, such as ` per minute and back then stop`.
let ending = "";
const isGradual = () => ending.startsWith(" per minute");

/** Takes the numbers of a speed trainer; one without a first tempo begins with that in force. */
function takeSpeed(text, values) {
  const [, from = tempoText(store.status.bpm), to, by, every = 4, rest] = /^([\d.]+)? ?to ([\d.]+) by ([\d.]+)(?: every (\d+))?(.*)$/.exec(text) ?? [];
  if (to) values.splice(0, 4, ...[from, to, by, every].map(Number));
  ending = rest ?? "";
}

/** One trainer: a switch, steppers for its numbers, and a line and a bar of where it is. */
function trainer(label, method, defaults, words, fields) {
  const values = [...defaults], where = h("span", { class: "where" }), meter = h("span", { class: "progress" }, h("span", {}));
  let isOn = false;
  const send = (on) => call(`${method}.set`, { [method]: on ? words(values) : "off" });
  const power = toggle(label, send);
  const steps = fields.map(({ name, by, low, high, shown = String }, index) => {
    const control = stepper(`${label}: ${name}`, (way) => {
      values[index] = within(low, values[index] + way * by, high);
      show();
      if (isOn) send(true);
    });
    return { control, show: () => control.update(shown(values[index]), values[index] > low, values[index] < high), name };
  });
  const show = () => steps.forEach((step) => step.show());
  show();
  const element = h("div", { class: "trainer", "data-on": false },
    row(h("span", { class: "label" }, label, where), power.element), meter,
    h("div", { class: "fields" }, steps.map(({ control, name }) => h("span", { class: "field" }, h("small", { "aria-hidden": "true" }, name), control.element))));
  return {
    element, values,
    update(text, take, place, part) {
      isOn = text !== "off";
      if (isOn) take(text, values);
      show();
      power.update(isOn);
      element.dataset.on = isOn;
      say(where, isOn ? place : "");
      meter.hidden = !isOn || part === null;
      meter.firstChild.style.width = `${(part ?? 0) * 100}%`;
    },
  };
}

const countIn = stepper(t("countIn"), (by) => call("count_in.set", { count_in: within(0, store.status.count_in + by, 16) }));
const timer = trainer(t("timer"), "timer", [5], ([minutes]) => `${minutes} minutes`,
  [{ name: "", by: 1, low: 1, high: 240, shown: (minutes) => t("minutes", minutes) }]);
const speed = trainer(t("speed"), "speed_trainer", [80, 120, 5, 4], ([from, to, by, every]) => `${from} to ${to} by ${by}${isGradual() ? "" : ` every ${every}`}${ending}`, [
  { name: t("from"), by: 5, low: 20, high: 400 }, { name: t("to"), by: 5, low: 20, high: 400 },
  { name: t("by"), by: 1, low: 1, high: 50 }, { name: t("every"), by: 1, low: 1, high: 64 }]);
const gap = trainer(t("gap"), "gap_trainer", [3, 1], ([played, silent]) => `${played} ${silent}`, [
  { name: t("played"), by: 1, low: 1, high: 64 }, { name: t("silent"), by: 1, low: 1, high: 64 }]);
const chance = trainer(t("chance"), "random_mute", [30], ([percent]) => `${percent}%`, [
  { name: "", by: 5, low: 5, high: 95, shown: (percent) => `${percent} %` }]);

export function buildPractice() {
  $("panel-practice").append(
    row(t("countIn"), countIn.element),
    speed.element, gap.element, chance.element, timer.element);
}

const minutesText = (seconds) => `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;

/** Shows where the trainers are. */
export function showPractice() {
  const { status } = store;
  if (!status) return;
  const practice = status.practice ?? {};
  countIn.update(status.count_in === 0 ? t("off") : String(status.count_in), status.count_in > 0, status.count_in < 16);
  const climbs = practice.speed;
  const word = climbs?.next_bpm ? "nextTempo" : isGradual() ? "tempoNow" : "lastTempo";
  speed.update(status.speed_trainer, takeSpeed, climbs ? t(word, tempoText(status.bpm), tempoText(climbs.next_bpm)) : "",
    climbs && climbs.to !== climbs.from ? within(0, (status.bpm - climbs.from) / (climbs.to - climbs.from), 1) : null);
  const silence = practice.gap;
  gap.update(status.gap_trainer, (text, values) => values.splice(0, 2, ...numbers(text).slice(0, 2)),
    silence ? t(silence.silent ? "silentNow" : "heardNow", silence.passed + 1, silence.length) : "",
    silence ? within(0, (silence.passed + 1) / silence.length, 1) : null);
  chance.update(status.random_mute, (text, values) => { values[0] = numbers(text)[0] ?? values[0]; },
    practice.mute ? t("percentNow", Math.round(practice.mute.percent)) : "", null);
  showTimer();
}

/** The time that is left, second by second. */
export function showTimer() {
  const { status } = store, clock = status?.practice?.timer;
  if (!status) return;
  const left = clock?.end_ns && isKnown() ? Math.max(0, (clock.end_ns - monotonic()) / 1e9) : clock?.left_s ?? null;
  const whole = clock && { minutes: 60, seconds: 1 }[clock.unit] * clock.length;
  timer.update(status.timer, (text, values) => { if (/min/.test(text)) values[0] = numbers(text)[0] ?? values[0]; },
    left === null ? "" : t("left", minutesText(left)), left !== null && whole ? within(0, 1 - left / whole, 1) : null);
}
