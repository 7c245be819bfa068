// SPDX-License-Identifier: Apache-2.0
// The lanes as a grid of steps, edited while they play.

import { $, button, div, fill, h, option, picker, span } from "./dom.js";
import { call, wish } from "./link.js";
import { meter, nextStep, pattern, usualSteps } from "./pattern.js";
import { glow } from "./player.js";
import { edit, edited, ring, stepsOfBeat } from "./steps.js";
import { store } from "./store.js";
import { t } from "./words.js";

const grid = h("div", { class: "grid", id: "grid" });
const names = picker(t("addLane"), add), grooves = picker(t("groove"), (groove) => call("groove.set", { groove }));
const instruments = ["kick", "snare", "hat", "open-hat", "clave", "rim", "cowbell", "woodblock", "shaker", "surdo", "tamborim"];

const own = ({ pattern: text }) => text !== null;

function add(name) {
  const { beats, unit } = meter(store.status.meter);
  const count = usualSteps(beats, unit), list = Array.from({ length: count }, (_, index) => ({ sign: index === 0 ? "x" : ".", chance: "" }));
  call("lane.set", { name, pattern: pattern(list) });
}

export function flip(name, index) {
  const text = store.status.lanes.find((one) => one.name === name)?.pattern, shape = ring(text), old = shape?.steps[index];
  if (!old || !shape.isSet) return;
  const step = { ...old, sign: nextStep(old.sign) };
  wish(({ lanes }) => ({ lanes: lanes.map((one) => (one.name === name ? { ...one, pattern: edited(one.pattern, index, step) } : one)) }),
    "lane.set", { name, pattern: edit(text, index, step) });
}

function laneRow(lane) {
  const shape = ring(lane.pattern), list = shape?.steps, { beats } = meter(store.status.meter);
  const head = span("lane-name", h("span", { class: "lane-word", title: lane.name }, lane.name),
    button(t("removeLane", lane.name), () => call("lane.remove", { name: lane.name }), { class: "remove" }, "×"));
  const cells = list
    ? span("steps", list.map(({ sign }, index) =>
      h("button", { class: "cell", "data-sign": sign, "data-beat": (index * beats) % list.length === 0,
        "aria-label": t("stepN", lane.name, index + 1, t(`sign${sign}`)), disabled: !shape.isSet, onclick: () => flip(lane.name, index) },
        span("pad", span("lit")))))
    : h("span", { class: "written", "aria-label": t("written", lane.name, lane.pattern) }, lane.pattern);
  const element = h("div", { class: "lane", role: "group", "aria-label": lane.name, "data-name": lane.name, "data-mute": lane.mute }, head, cells);
  return element;
}

export function buildLanes() {
  $("panel-lanes").append(div("lane-tools", names, grooves), grid);
}

export async function listGrooves() {
  const answer = await call("groove.list");
  grooves.replaceChildren(option("", t("groove"), true), option("off", t("off")), ...(answer?.grooves ?? []).map(({ name, meter: text }) => option(name, `${name} · ${text}`)));
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
