// SPDX-License-Identifier: Apache-2.0
// How the taps lie around the beats, and what was played on the last days, as pictures.

import { $, div, fill, h, mark, row, say, span, toggle } from "./dom.js";
import { call } from "./link.js";
import { columns, minutesText, reachMs, strip, taps, tendencyOf } from "./score.js";
import { store } from "./store.js";
import { t } from "./words.js";

const days = 14, width = 320, high = 88;
const power = toggle(t("score"), (isOn) => call("score.set", { score: isOn ? "on" : "off" }));
const mean = h("b", { class: "score-mean" }), tendency = span("score-tendency"), scatter = span("score-scatter");
const marks = h("g", {});
const picture = h("svg", { class: "strip", viewBox: `0 0 ${width} ${high}`, role: "img" },
  h("rect", { class: "band", x: 0, width, y: high / 2 - 10 / reachMs * high / 2, height: 10 / reachMs * high }),
  h("line", { class: "grid-line", x1: 0, x2: width, y1: high / 2, y2: high / 2 }), marks,
  h("text", { class: "strip-word", x: 4, y: 12 }, t("early")), h("text", { class: "strip-word", x: 4, y: high - 4 }, t("behind")));
const score = h("div", { class: "score", hidden: true }, h("p", { class: "score-figures" }, mean, tendency, scatter), picture);
const total = span("where");
const chart = h("svg", { class: "journal", viewBox: `0 0 ${width} 132`, role: "img" });
const journal = h("div", { class: "trainer", id: "journal", hidden: true }, div("row", span("label", t("journal"), total)), chart);

let known = { run: null, count: 0, list: [] }, wasPlaying = null, isDue = false;

export function buildScore() {
  $("panel-practice").append(row(t("score"), power.element), score, journal);
}

const rounded = (ms) => (ms === null || ms === undefined ? "–" : `${ms > 0 ? "+" : ms < 0 ? "−" : ""}${Math.abs(Math.round(ms))}`);

function showTaps({ total: figures }) {
  const { dots, missed } = strip(known), word = t(tendencyOf(figures));
  say(mean, figures.taps ? t("ms", rounded(figures.mean_ms)) : "");
  say(tendency, word);
  say(scatter, figures.scatter_ms === null ? "" : t("scatter", Math.round(figures.scatter_ms)));
  mark(picture, "aria-label", [t("ms", rounded(figures.mean_ms)), word].filter(Boolean).join(", "));
  fill(marks, [dots, missed], () => [
    ...missed.map((x) => h("circle", { class: "missed", cx: x * width, cy: high / 2, r: 4 })),
    ...dots.map(({ x, y, ms }, index) => h("circle", { class: "hit", "data-off": Math.abs(ms) > 25, "data-last": index === dots.length - 1, cx: x * width, cy: y * high, r: index === dots.length - 1 ? 8 : 6 })),
  ]);
}

export async function readJournal() {
  if (isDue || store.role !== "control" || store.connection !== "open") return;
  isDue = true;
  const told = await call("journal.get", { days });
  isDue = false;
  journal.hidden = !told;
  if (told) showJournal(told);
}

function showJournal({ days: list, total: sum }) {
  const { top, low, high: fast, columns: shown } = columns(list), step = (width - 34) / list.length, foot = 110, room = 62;
  const day = (text) => String(Number(text.slice(8)));
  const middle = (index) => 30 + (index + 0.5) * step;
  say(total, t("played", t(sum.seconds < 3570 ? "minutes" : "hours", minutesText(sum.seconds / 60)), list.length));
  mark(chart, "aria-label", `${total.textContent}${low === null ? "" : `, ${Math.round(low)}–${Math.round(fast)} bpm`}`);
  fill(chart, list, () => [
    ...(top ? [h("text", { class: "axis", x: 0, y: foot - room + 4 }, minutesText(top)), h("line", { class: "rule", x1: 30, x2: width, y1: foot - room, y2: foot - room })] : []),
    h("line", { class: "rule", x1: 30, x2: width, y1: foot, y2: foot }),
    ...(low === null ? [] : [h("text", { class: "axis", x: 0, y: 10 }, String(Math.round(fast))), h("text", { class: "axis", x: 0, y: 30 }, low === fast ? "" : String(Math.round(low)))]),
    ...shown.flatMap(({ height, tempi }, index) => [
      h("rect", { class: "day", x: middle(index) - step * 0.32, width: step * 0.64, y: foot - room * height, height: room * height, rx: 2 }),
      ...(tempi ? [h("line", { class: "tempi", x1: middle(index), x2: middle(index), y1: 26 - tempi[0] * 20, y2: 26 - tempi[1] * 20 - 0.01 })] : []),
      ...((list.length - 1 - index) % 2 ? [] : [h("text", { class: "axis day-name", x: middle(index), y: 126 }, day(list[index].day))])]),
  ]);
}

export function showScore() {
  const { status } = store;
  if (!status) return;
  const { score: told } = status;
  power.update(Boolean(told));
  score.hidden = !told;
  known = taps(known, status.run, told);
  if (told) showTaps(told);
  if (wasPlaying && !status.playing) setTimeout(readJournal, 500);
  wasPlaying = status.playing;
}
