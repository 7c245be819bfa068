// SPDX-License-Identifier: Apache-2.0
// The tempo: a dial to be turned, with its number and name in the middle, and steps beside it.

import { $, button, chips, div, fill, h, movements, option, say } from "./dom.js";
import { inTurn, wish } from "./link.js";
import { tempoName, tempoText } from "./pattern.js";
import { store } from "./store.js";
import { t } from "./words.js";

const least = 20, most = 300, sweep = 270, radius = 80;
const turnOf = (bpm) => (Math.log(Math.min(most, Math.max(least, bpm)) / least) / Math.log(most / least)) * sweep - sweep / 2;
const bpmAt = (turn) => least * (most / least) ** ((Math.min(sweep / 2, Math.max(-sweep / 2, turn)) + sweep / 2) / sweep);
const point = (turn, r) => `${(r * Math.sin(turn * Math.PI / 180)).toFixed(2)} ${(-r * Math.cos(turn * Math.PI / 180)).toFixed(2)}`;
const arc = (from, to) => `M${point(from, radius)}A${radius} ${radius} 0 ${to - from > 180 ? 1 : 0} 1 ${point(to, radius)}`;

const value = h("path", { class: "dial-value" });
const handle = h("circle", { r: 11, class: "dial-handle" });
const number = h("text", { x: 0, y: 8, class: "dial-number" }), name = h("text", { x: 0, y: 34, class: "dial-name" });
const dial = h("div", { class: "dial", role: "slider", tabindex: 0, "aria-label": t("tempo"), "aria-valuemin": least, "aria-valuemax": most },
  h("svg", { viewBox: "-100 -100 200 186", "aria-hidden": "true" },
    h("path", { class: "dial-track", d: arc(-sweep / 2, sweep / 2) }), value, handle, number, name));

// What waits to be asked for, a tempo or the sum of some steps; the tempo that it leads to; what the status told, and where a finger holds
// the dial.
let waiting = null, aim = null, told = null, isSending = false, held = null;

/** The tempo that a step goes on from: what was asked for, until the status says it or another. */
const present = () => aim ?? store.status.bpm;

function show(bpm) {
  const turn = turnOf(bpm);
  value.setAttribute("d", arc(-sweep / 2, Math.max(turn, -sweep / 2 + 0.1)));
  const [x, y] = point(turn, radius).split(" ");
  handle.setAttribute("cx", x);
  handle.setAttribute("cy", y);
  const text = tempoText(Math.round(bpm * 10) / 10);
  say(number, text);
  number.classList.toggle("long", text.length > 3);
  const called = tempoName(bpm, store.status);
  say(name, called);
  dial.setAttribute("aria-valuenow", String(Math.round(bpm)));
  dial.setAttribute("aria-valuetext", [`${tempoText(bpm)} ${t("bpm")}`, called].filter(Boolean).join(", "));
}

const clamped = (bpm) => Math.min(1000, Math.max(1, bpm));

/** Asks for a tempo, or for a step from whatever it is by then; while an answer is awaited, only the last tempo follows it, and all steps
 *  since. */
async function ask(bpm, step = null, gesture = null) {
  waiting = step === null ? { bpm, gesture } : waiting?.bpm ? { bpm, gesture } : { step: (waiting?.step ?? 0) + step, gesture };
  aim = bpm;
  show(bpm);
  if (isSending) return;
  isSending = true;
  while (waiting !== null) {
    const { bpm: tempo, step: sum, gesture: movement } = waiting;
    waiting = null;
    if (sum === 0) continue;
    if (!await inTurn("tempo.set", { bpm: tempo ?? (sum < 0 ? `${sum}` : `+${sum}`), ...(movement && { gesture: movement }) })) aim = waiting ? aim : null;
  }
  isSending = false;
  if (held === null) show(present());
}

/** A step ends where tempi end. */
export function stepTempo(by, gesture = null) {
  if (!store.status) return;
  const bpm = clamped(present() + by);
  ask(bpm, Math.round((bpm - present()) * 1000) / 1000, gesture);
}

export function showDial() {
  if (store.status?.bpm !== told && (!isSending || store.status?.bpm === aim)) aim = null;
  told = store.status?.bpm;
  if (held === null && !isSending && store.status) show(store.status.bpm);
  if (store.status) showQuick(store.status);
}

const turning = movements();

function turnTo(turn) {
  held.turn = Math.min(sweep / 2, Math.max(-sweep / 2, turn));
  const bpm = Math.round(bpmAt(held.turn));
  if (bpm !== present()) ask(bpm, null, turning.now());
}

function turnUnder({ clientX, clientY }) {
  const box = dial.getBoundingClientRect();
  return Math.atan2(clientX - box.left - box.width / 2, -(clientY - box.top - box.height * 100 / 186)) * 180 / Math.PI;
}

dial.addEventListener("pointerdown", (event) => {
  if (!store.status) return;
  dial.setPointerCapture(event.pointerId);
  turning.begin();
  held = { last: turnUnder(event), turn: turnOf(store.status.bpm), x: event.clientX, y: event.clientY };
  // A press on the ring itself goes there; one inside turns from where it is.
  const box = dial.getBoundingClientRect();
  const away = Math.hypot(event.clientX - box.left - box.width / 2, event.clientY - box.top - box.height * 100 / 186) / box.width * 200;
  held.isTap = away < 48;
  if (away > 62 && Math.abs(held.last) < sweep / 2 + 8) turnTo(held.last);
  event.preventDefault();
  dial.focus({ preventScroll: true });
});
dial.addEventListener("pointermove", (event) => {
  if (!held) return;
  // Only a press that moves turns it; another one on the number is to type.
  if (held.isTap && Math.hypot(event.clientX - held.x, event.clientY - held.y) < 6) return;
  const turn = turnUnder(event);
  let by = turn - held.last;
  if (by > 180) by -= 360;
  if (by < -180) by += 360;
  held = { ...held, isTap: false, last: turn };
  turnTo(held.turn + by);
});
const release = () => {
  held = null;
  showDial();
};
dial.addEventListener("pointerup", () => {
  const isTap = held?.isTap;
  release();
  if (isTap) typeTempo();
});
dial.addEventListener("pointercancel", release);
dial.addEventListener("wheel", (event) => {
  if (Math.abs(event.deltaY) <= Math.abs(event.deltaX)) return;
  event.preventDefault();
  stepTempo(event.deltaY < 0 ? 1 : -1, turning.now());
}, { passive: false });
dial.addEventListener("keydown", (event) => {
  const by = { ArrowUp: 1, ArrowRight: 1, ArrowDown: -1, ArrowLeft: -1 }[event.key];
  if (!by) return;
  event.preventDefault();
  event.stopPropagation();
  stepTempo(by);
});

// The tempo as a number that is typed: also a name, a change, or a tempo of a note.
const field = h("input", { class: "typed", type: "text", inputmode: "decimal", enterkeyhint: "done", autocomplete: "off", "aria-label": t("typeTempo"), hidden: true });

let opened = "";

export function typeTempo(text = "") {
  if (!store.status || !field.offsetParent && !dial.offsetParent) return;
  field.hidden = false;
  field.value = text || tempoText(store.status.bpm);
  // What was only looked at is no request, whatever the tempo is by then.
  opened = text ? "" : field.value;
  field.focus({ preventScroll: true });
  if (!text) field.select();
}
function endTyping(isMeant) {
  if (field.hidden) return;
  const text = field.value.trim().replace(",", "."), bpm = /^\d+(\.\d+)?$/.test(text) ? Number(text) : null;
  field.hidden = true;
  if (!isMeant || !text || field.value === opened) return;
  if (bpm !== null && bpm >= 1 && bpm <= 1000) ask(bpm);
  else inTurn("tempo.set", { bpm: text });
}
field.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" && event.key !== "Escape") return;
  event.preventDefault();
  event.stopPropagation();
  endTyping(event.key === "Enter");
  dial.focus({ preventScroll: true });
});
field.addEventListener("blur", () => endTyping(true));

const usualMeters = ["2/4", "3/4", "4/4", "5/4", "6/8", "7/8", "9/8", "12/8"];
const meters = h("select", { class: "chip", "aria-label": t("meter"),
  onchange: () => wish(() => ({ meter: meters.value }), "meter.set", { meter: meters.value }) });
const parts = chips(t("subdivision"), (subdivision) => wish(() => ({ subdivision }), "subdivision.set", { subdivision }), { class: "chips parts" });
const quick = h("div", { class: "quick", id: "quick" }, meters, parts.element);
const signsOfParts = [[1, "♩", t("parts1")], [2, "♫", t("parts2")], [3, "♫³", t("parts3")], [4, "♬", t("parts4")]];

function showQuick({ meter, subdivision }) {
  fill(meters, [meter, usualMeters], () => [...new Set([...usualMeters, meter])].map((text) => option(text, text)));
  if (meters.value !== meter) meters.value = meter;
  parts.update(signsOfParts, subdivision);
}

export function buildDial() {
  const scaled = (text, label) => button(label, () => inTurn("tempo.set", { bpm: text }), { class: "round" }, text === "x2" ? "×2" : "÷2");
  const stepped = (by) => button(`${t(by > 0 ? "faster" : "slower")}: ${Math.abs(by)}`, () => stepTempo(by), { class: "round" }, by > 0 ? `+${by}` : `−${-by}`);
  $("panel-tempo").append(div("tempo-box",
    div("side", stepped(-5), scaled("/2", t("half"))), div("dial-box", dial, field),
    div("side", stepped(5), scaled("x2", t("double")))), quick);
}
