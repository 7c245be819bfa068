// SPDX-License-Identifier: Apache-2.0
// The lanes as a grid of steps, edited while they play.

import { $, button, fill, h } from "./dom.js";
import { call, wish } from "./link.js";
import { last } from "./list.js";
import { lasting, meter, nextStep, pattern, steps, usualSteps } from "./pattern.js";
import { heard } from "./timeline.js";
import { glow } from "./player.js";
import { store } from "./store.js";
import { t } from "./words.js";

const grid = h("div", { class: "grid", id: "grid" });
const names = h("select", { "aria-label": t("addLane"), class: "chip", onchange: add });
const grooves = h("select", { "aria-label": t("groove"), class: "chip", onchange: () => call("groove.set", { groove: grooves.value }) });
const instruments = ["kick", "snare", "hat", "open-hat", "clave", "rim", "cowbell", "woodblock", "shaker", "surdo", "tamborim"];

const own = ({ pattern: text }) => text !== null;
const option = (value, text, chosen) => h("option", { value, selected: chosen }, text);

function add() {
  const name = names.value, { beats, unit } = meter(store.status.meter);
  names.value = "";
  if (!name) return;
  const count = usualSteps(beats, unit), list = Array.from({ length: count }, (_, index) => ({ sign: index === 0 ? "x" : ".", chance: "" }));
  call("lane.set", { name, pattern: pattern(list) });
}

function flip(name, index) {
  const old = steps(store.status.lanes.find((one) => one.name === name)?.pattern)?.[index];
  if (!old) return;
  const step = { ...old, sign: nextStep(old.sign) };
  const changed = (text) => pattern((steps(text) ?? []).map((one, place) => (place === index ? step : one))) + lasting(text);
  wish(({ lanes }) => ({ lanes: lanes.map((one) => (one.name === name ? { ...one, pattern: changed(one.pattern) } : one)) }),
    "lane.set", { name, pattern: `${index + 1}=${pattern([step])}` });
}

function laneRow(lane) {
  const list = steps(lane.pattern), { beats } = meter(store.status.meter);
  const head = h("span", { class: "lane-name" }, h("span", { class: "lane-word", title: lane.name }, lane.name),
    button(t("removeLane", lane.name), () => call("lane.remove", { name: lane.name }), { class: "remove" }, "×"));
  const cells = list
    ? h("span", { class: "steps" }, list.map(({ sign }, index) =>
      h("button", { class: "cell", "data-sign": sign, "data-beat": (index * beats) % list.length === 0,
        "aria-label": t("stepN", lane.name, index + 1, t(`sign${sign}`)), onclick: () => flip(lane.name, index) },
        h("span", { class: "pad" }, h("span", { class: "lit" })))))
    : h("span", { class: "written", "aria-label": t("written", lane.name, lane.pattern) }, lane.pattern);
  const element = h("div", { class: "lane", role: "group", "aria-label": lane.name, "data-name": lane.name, "data-mute": lane.mute }, head, cells);
  return element;
}

export function buildLanes() {
  $("panel-lanes").append(h("div", { class: "lane-tools" }, names, grooves), grid);
}

/** Fills in what there is to choose from. */
export async function listGrooves() {
  const answer = await call("groove.list");
  grooves.replaceChildren(option("off", t("groove"), true), ...(answer?.grooves ?? []).map(({ name, meter: text }) => option(name, `${name} · ${text}`)));
}

export function showLanes() {
  const { status } = store;
  if (!status) return;
  const lanes = status.lanes.filter(own);
  fill(names, lanes.map(({ name }) => name), () => [option("", `+ ${t("addLane")}`, true),
    ...instruments.filter((name) => !lanes.some((lane) => lane.name === name)).map((name) => option(name, name))]);
  const focus = document.activeElement?.closest?.("#grid .cell"), lane = focus?.closest(".lane")?.dataset.name;
  const index = focus ? [...focus.parentElement.children].indexOf(focus) : -1, left = grid.scrollLeft, top = grid.scrollTop;
  const key = [lanes.map(({ name, pattern: text, mute }) => [name, text, mute]), status.meter];
  if (!fill(grid, key, () => (lanes.length ? lanes.map(laneRow) : [h("p", { class: "empty" }, t("noLanes"))]))) return;
  grid.scrollTo(left, top);
  if (lane) grid.querySelector(`[data-name="${CSS.escape(lane)}"]`)?.querySelectorAll(".cell")[index]?.focus({ preventScroll: true });
}

/** The step that is heard, in each lane that is shown as steps. */
export function laneGlows({ timeline, beats }) {
  if (!timeline?.lanes || !grid.offsetParent) return [];
  return [...grid.querySelectorAll(".lane")].flatMap((element, row) => {
    const cells = [...element.querySelectorAll(".lit")];
    return cells.length ? beats.flatMap(({ n }) => stepsOfBeat(timeline, element.dataset.name, n, cells.length)
      .map(({ step, begin, duration }) => ({ element: cells[step], key: `s${row}/${n}/${step}`, begin, duration, frames: glow }))) : [];
  });
}

/** The steps of a lane that begin within a beat. */
function stepsOfBeat(timeline, name, n, count) {
  const lane = last(timeline.lanes, ({ from_beat }) => from_beat <= n)?.lanes.find((one) => one.name === name), found = [];
  if (!lane) return found;
  const origin = lane.origin.beat + lane.origin.fraction, length = lane.cycle / lane.denominator / count;
  for (let k = Math.ceil((n - origin) / length - 1e-6); origin + k * length < n + 1 - 1e-6; k++) {
    const begin = heard(timeline, origin + k * length), end = heard(timeline, origin + (k + 1) * length);
    found.push({ step: ((k % count) + count) % count, begin, duration: end - begin });
  }
  return found;
}
