// SPDX-License-Identifier: Apache-2.0
// The bar: its meter, groups, parts of a beat, swing and bell.

import { $, button, chips, div, row, stepper, toggle } from "./dom.js";
import { inTurn, wish } from "./link.js";
import { groupings, meter, meterText, rings, withNote } from "./pattern.js";
import { store } from "./store.js";
import { t } from "./words.js";

const notes = [2, 4, 8, 16];
const present = () => meter(store.status.meter);
const setMeter = (text) => wish(() => ({ meter: text }), "meter.set", { meter: text });

const count = stepper(t("perBar"), (by) => {
  const more = ({ meter: text }) => ({ meter: meterText([meter(text).beats + by], meter(text).unit) });
  wish(more, "meter.set", { meter: by > 0 ? "+1" : "-1" });
});
let chosen = null;
const note = chips(t("note"), (unit) => {
  chosen = withNote(store.status.meter, unit, chosen);
  setMeter(chosen.text);
});
const groups = chips(t("groups"), setMeter);
const parts = stepper(t("subdivision"), (by) => {
  const subdivision = Math.min(9, Math.max(1, store.status.subdivision + by));
  wish(() => ({ subdivision }), "subdivision.set", { subdivision });
});
const swing = chips(t("swing"), (text) => inTurn("swing.set", { swing: text }));
const bell = toggle(t("bell"), (isOn) => inTurn("bell.set", { every: isOn ? "bar" : "off" }));
const auto = button(t("accentsAuto"), () => inTurn("accents.set", { accents: "auto" }), { class: "chip wide" });

export function buildBar() {
  $("panel-bar").append(div("row", count.element, note.element), div("row", groups.element),
    row(t("subdivision"), parts.element), row(t("swing"), swing.element), row(t("bell"), auto, bell.element));
}

export function showBar() {
  const { status } = store;
  if (!status) return;
  const { beats, unit, groups: now } = present();
  count.update(String(beats), beats > 1, beats < 64);
  note.update(notes.map((value) => [value, `/${value}`]), unit);
  // 6/8 is one of 3+3/8: it is listed once.
  const listed = groupings(beats).map((list) => meterText(meter(meterText(list, unit)).groups, unit)), text = meterText(now, unit);
  groups.update([...new Set([...listed, text])].map((value) => [value, value.split("/")[0]]), text);
  groups.element.parentElement.hidden = beats < 4;
  parts.update(String(status.subdivision), status.subdivision > 1, status.subdivision < 9);
  swing.update([["even", t("even")], ["58%", t("light")], ["2:1", t("triplet")], ["70%", t("hard")]], swingName(status.swing));
  swing.element.closest(".row").hidden = status.subdivision % 2 !== 0;
  bell.update(rings(status));
  auto.hidden = status.accents === "auto";
}

const swingName = (text) => (text.startsWith("66.") ? "2:1" : text);
