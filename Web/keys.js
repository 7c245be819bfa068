// SPDX-License-Identifier: Apache-2.0
// The keys of metroface, and a few for what only the page has.

import { call } from "./link.js";
import { nextFace } from "./stage.js";
import { stepTempo } from "./dial.js";
import { choice, choose, store } from "./store.js";
import { tapNow, toggle } from "./transport.js";

const themes = ["auto", "light", "dark"];
/** Those that go on while a key is held. */
const repeats = /^(Arrow.*|[-+=_[\]])$/;
const actions = {
  " ": () => toggle(), ArrowUp: () => stepTempo(1), "+": () => stepTempo(1), "=": () => stepTempo(1),
  ArrowDown: () => stepTempo(-1), "-": () => stepTempo(-1), _: () => stepTempo(-1),
  ArrowRight: () => stepTempo(5), "]": () => stepTempo(5), ArrowLeft: () => stepTempo(-5), "[": () => stepTempo(-5),
  b: () => call("bell.set", { every: store.status?.bell ? "off" : "bar" }), n: () => nextFace(1), p: () => nextFace(-1),
  t: () => choose("theme", themes[(themes.indexOf(choice("theme", "auto")) + 1) % 3]),
  Enter: (event) => tapNow(event), u: () => call("undo"), f: () => choose("flash", !choice("flash", false)),
};

/** Listens for keys; those that a control under the focus takes are left to it. */
export function listen() {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const action = actions[event.key], focus = event.target;
    if (!action || !store.status || (store.role === "watch" && !"nptf".includes(event.key))) return;
    const isField = focus.closest("input, select, [role=slider], [role=tablist]");
    const isButton = focus.closest("button, a");
    if (isField && /^(Arrow|Enter| )/.test(event.key)) return;
    if (isButton && (event.key === " " || event.key === "Enter")) return;
    event.preventDefault();
    if (event.repeat && !repeats.test(event.key)) return;
    action(event);
  });
}
