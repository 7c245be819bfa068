// SPDX-License-Identifier: Apache-2.0
// The view for a second screen: beat, bar, section and what comes, to be read across a room, without controls.

import { $, h, say } from "./dom.js";
import { LampRow } from "./lights.js";
import { barText, happening } from "./now.js";
import { barOf, signs, tempoText } from "./pattern.js";
import { lightAlong, onBeat } from "./stage.js";
import { store } from "./store.js";
import { t } from "./words.js";

/** Whether the address asks for it, as `#view=stage` does. */
export const isSecond = () => new URLSearchParams(location.hash.slice(1)).get("view") === "stage";

const title = h("p", { class: "second-title" }), section = h("p", { class: "second-section" }), beat = h("p", { class: "second-beat" });
const notice = h("p", { class: "second-notice", id: "second-notice", role: "status" });
const bar = h("p", { class: "second-bar" }), next = h("p", { class: "second-next", id: "second-next" }), lamps = new LampRow();

export function buildSecond() {
  const element = $("second");
  const turn = () => { document.body.dataset.view = isSecond() ? "stage" : "all"; };
  element.append(notice, title, section, beat, lamps.element, bar, next);
  addEventListener("hashchange", turn);
  turn();
  onBeat((present) => {
    say(beat, String(present.beat));
    say(bar, barText(present.bar));
  });
  lightAlong(({ beats }) => (isSecond() ? lamps.glows(beats, "second") : []));
}

export function showSecond() {
  const { status } = store;
  if (!status) return;
  const now = happening(store);
  lamps.update(signs(status), barOf(status).starts);
  say(title, [now.number, now.title].filter(Boolean).join(" \u00b7 "));
  say(section, now.section ?? now.prompt ?? `${status.meter} \u00b7 ${tempoText(status.bpm)}`);
  const coming = now.nextSection ?? now.nextPrompt ?? now.nextEntry;
  say(next, coming ? t("next", coming) : "");
  if (!status.playing) {
    say(beat, "\u2013");
    say(bar, t("stopped"));
  }
}
