// SPDX-License-Identifier: Apache-2.0
// The keys of metroface, and a few for what only the page has.

import { inTurn } from "./link.js";
import { turnPage } from "./panel-song.js";
import { rings } from "./pattern.js";
import { nextFace } from "./stage.js";
import { stepTempo, typeTempo } from "./dial.js";
import { choice, choose, store } from "./store.js";
import { tapNow, toggle } from "./transport.js";

const themes = ["auto", "light", "dark"];
const repeats = (key) => /^(Arrow.*|[-+=_[\]])$/.test(key) && !(store.status.setlist && /^Arrow(Left|Right)$/.test(key));
/** Pedals send these arrows, too: with a set list they go through it, and else change the tempo. */
const sideways = (by) => (store.status.setlist ? turnPage(by) : stepTempo(5 * by));
const actions = {
  " ": () => toggle(), ArrowUp: () => stepTempo(1), "+": () => stepTempo(1), "=": () => stepTempo(1),
  ArrowDown: () => stepTempo(-1), "-": () => stepTempo(-1), _: () => stepTempo(-1),
  ArrowRight: () => sideways(1), "]": () => stepTempo(5), ArrowLeft: () => sideways(-1), "[": () => stepTempo(-5),
  PageDown: () => turnPage(1), PageUp: () => turnPage(-1),
  b: () => inTurn("bell.set", { every: rings(store.status) ? "off" : "bar" }), n: () => nextFace(1), p: () => nextFace(-1),
  t: () => choose("theme", themes[(themes.indexOf(choice("theme", "auto")) + 1) % 3]),
  Enter: (event) => tapNow(event), u: () => inTurn("undo"), f: () => choose("flash", !choice("flash", false)),
};

export function listen() {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    // A digit begins a tempo.
    const action = actions[event.key] ?? (/^[1-9]$/.test(event.key) ? () => typeTempo(event.key) : null), focus = event.target;
    if (!action || !store.status || store.connection === "unpaired" || (store.role === "watch" && !"nptf".includes(event.key))) return;
    const isField = focus.closest("input, select, [role=slider], [role=tablist]");
    const isButton = focus.closest("button, a");
    if (isField && (/^(Arrow|Enter| )/.test(event.key) || focus.matches("input:not([type=range])"))) return;
    if (isButton && (event.key === " " || event.key === "Enter")) return;
    event.preventDefault();
    if (event.repeat && !repeats(event.key)) return;
    action(event);
  });
}
