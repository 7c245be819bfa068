// SPDX-License-Identifier: Apache-2.0
// The beats of the bar as buttons: a tap makes one louder, softer or silent.

import { $, fill, h, reveal, span } from "./dom.js";
import { wish } from "./link.js";
import { lit } from "./lights.js";
import { barOf, nextAccent, signs } from "./pattern.js";
import { store } from "./store.js";
import { t } from "./words.js";

export function changeBeat(index) {
  const sign = nextAccent(signs(store.status)[index]);
  const changed = (status) => signs(status).map((one, place) => (place === index ? sign : one)).join("");
  wish((status) => ({ accents: changed(status) }), "accents.set", { accents: `${index + 1}=${sign}` });
}

export function showBeats() {
  const { status } = store;
  if (!status) return;
  const list = signs(status), { starts } = barOf(status), element = $("beats");
  if (element.children.length !== list.length || !element.matches(":focus-within")) {
    fill(element, [list, starts], () => list.map((sign, index) => beat(sign, index, starts)));
  } else {
    // What has the focus keeps it.
    element.filledWith = null;
    list.forEach((sign, index) => dress(element.children[index], sign, index));
  }
  // As few rows as there is room for, of about as many beats each.
  const columns = (most) => Math.ceil(list.length / Math.ceil(list.length / most));
  element.style.setProperty("--narrow", columns(list.length > 14 ? 12 : 7));
  element.style.setProperty("--wide", columns(12));
}

const beat = (sign, index, starts) => dress(
  h("button", { class: "beat", "data-group": starts.includes(index + 1), onclick: () => changeBeat(index) },
    span("lamp", span("lit"))), sign, index);

function dress(element, sign, index) {
  element.setAttribute("aria-label", t("beatN", index + 1, t(`sign${sign}`)));
  element.firstChild.dataset.sign = sign;
  return element;
}

/** Brings the row of a beat into sight with its first beat, unless somebody is about to choose a beat. */
export function followBeat({ beat: number }) {
  if ($("beats").matches(":hover, :focus-within")) return;
  const beat = $("beats").children[number - 1];
  if (beat && beat.offsetTop !== beat.previousElementSibling?.offsetTop) reveal($("beats"), beat);
}

export const beatGlows = ({ beats }) => beats.flatMap(({ n, begin, duration, beat: number, sign }) => {
  const lamp = $("beats").children[number - 1]?.firstChild?.firstChild;
  return lamp ? [{ element: lamp, key: `b${n}`, begin, duration, frames: lit(sign) }] : [];
});
