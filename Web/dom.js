// SPDX-License-Identifier: Apache-2.0
// Elements, and the few controls that all panels are made of.

import { store } from "./store.js";
import { t } from "./words.js";

const svgTags = new Set(["mask", "svg", "g", "path", "rect", "circle", "line", "text", "use"]);

/** An element with attributes, handlers (`onclick`) and children. */
export function h(tag, attributes = {}, ...children) {
  const element = svgTags.has(tag) ? document.createElementNS("http://www.w3.org/2000/svg", tag) : document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value !== null && value !== undefined && value !== false) element.setAttribute(name, value === true && !/^(data|aria)-/.test(name) ? "" : value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return element;
}

export const span = (name, ...children) => h("span", { class: name }, ...children);
export const div = (name, ...children) => h("div", { class: name }, ...children);

export const option = (value, text, selected) => h("option", { value, selected }, text);
export const $ = (id) => document.getElementById(id);

/** Sets a text where it differs, so that nothing is announced or drawn for nothing. */
export function say(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

export function mark(element, name, value) {
  const text = value === null || value === false ? null : value === true ? "true" : String(value);
  if (text === null) element.removeAttribute(name);
  else if (element.getAttribute(name) !== text) element.setAttribute(name, text);
}

/** Scrolls a box, and nothing around it, until a part of it is in sight. */
export function reveal(box, part) {
  const outer = box.getBoundingClientRect(), inner = part.getBoundingClientRect();
  const by = (low, high) => Math.min(inner[low] - outer[low], Math.max(0, inner[high] - outer[high]));
  box.scrollBy(by("left", "right"), by("top", "bottom"));
}

/** Puts new children in place of the old ones, only where the key differs from that of last time. */
export function fill(element, key, children) {
  const text = JSON.stringify(key);
  if (element.filledWith === text) return false;
  element.filledWith = text;
  element.replaceChildren(...children());
  return true;
}

export const button = (label, onclick, attributes = {}, ...children) =>
  h("button", { "aria-label": children.length ? label : null, onclick, ...attributes }, ...(children.length ? children : [label]));

/** − value +, for a number or the next of a list. */
export function stepper(label, step, attributes = {}) {
  const value = h("output", { class: "value" });
  const less = button(t("less", label), () => step(-1), {}, "−"), more = button(t("more", label), () => step(1), {}, "+");
  const element = h("div", { class: "stepper", role: "group", "aria-label": label, ...attributes }, less, value, more);
  return {
    element,
    update(text, canLess = true, canMore = true) {
      say(value, text);
      less.disabled = !canLess;
      more.disabled = !canMore;
    },
  };
}

export function toggle(label, flip, attributes = {}) {
  const element = h("button", { role: "switch", class: "switch", "aria-checked": "false", "aria-label": label, ...attributes },
    span("knob"));
  element.addEventListener("click", () => flip(element.getAttribute("aria-checked") !== "true"));
  return { element, update: (isOn) => mark(element, "aria-checked", String(isOn)) };
}

// Several pages share one client of the daemon, so they begin at random.
let lastNumber = Math.floor(Math.random() * 2 ** 30);

/** Numbers the movements of a slider or a wheel, whose changes are undone together: a slider that rests for a second begins another. */
export function movements() {
  let number = 0, lastMs = -Infinity;
  return {
    begin() { lastMs = -Infinity; },
    now() {
      if (performance.now() - lastMs > 1000) number = ++lastNumber;
      lastMs = performance.now();
      return number;
    },
  };
}

/** A slider from 0 to 1 that tells each change and its movement, at most twenty a second; while an answer is awaited, only the last one
 *  follows it. */
export function slider(label, tell, most = 1) {
  let waits = null, latest = 0, gesture = 0, told = null, isHeld = false, isAsking = false, isOther = false;
  const movement = movements();
  const send = async () => {
    waits = null;
    if (isAsking) return;
    isAsking = true;
    while (isOther) {
      isOther = false;
      await tell(latest, gesture);
    }
    isAsking = false;
    // What was told meanwhile holds, also where the last value was refused; what comes of the answer is told a little later.
    setTimeout(() => told !== null && update(told), 300);
  };
  const element = h("input", {
    type: "range", min: 0, max: most, step: 0.01, "aria-label": label,
    oninput: () => {
      [latest, gesture] = [Number(element.value), movement.now()];
      isOther = true;
      show();
      waits ??= setTimeout(send, 50);
    },
    onpointerdown: () => { isHeld = true; movement.begin(); }, onpointerup: () => { isHeld = false; }, onpointercancel: () => { isHeld = false; },
  });
  const show = () => {
    element.style.setProperty("--part", `${element.value / most * 100}%`);
    element.setAttribute("aria-valuetext", `${Math.round(element.value * 100)} %`);
  };
  const update = (value) => {
    told = value;
    if (isHeld || waits || isAsking) return;
    element.value = value;
    show();
  };
  return { element, update };
}

export const row = (label, ...controls) => div("row", typeof label === "string" ? span("label", label) : label, span("controls", controls));

/** A list whose choice is done at once: it shows its label again, so that the same can be chosen again. Arrows alone choose nothing. */
export function picker(label, pick) {
  const element = h("select", { class: "chip", "aria-label": label, onchange: () => {
    const { value } = element;
    element.value = "";
    if (value) pick(value);
  }, onkeydown: (event) => { if (/^Arrow/.test(event.key) && !event.altKey) event.preventDefault(); } });
  return element;
}

/** Chooses one of a list; arrows go through it, but for those that a pedal turns the pages of a set list by. */
export function chips(label, choose, attributes = {}) {
  const element = h("div", { class: "chips", role: "radiogroup", "aria-label": label, ...attributes, onkeydown: (event) => {
    const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key], all = [...element.children];
    if (!by || event.ctrlKey || event.metaKey || event.altKey || store.status?.setlist && /Left|Right/.test(event.key)) return;
    event.preventDefault();
    if (event.repeat) return;
    const next = all[(all.indexOf(event.target) + by + all.length) % all.length];
    next.focus();
    next.click();
  } });
  return {
    element,
    update(list, chosen) {
      const hadFocus = element.contains(document.activeElement);
      const isNew = fill(element, list, () => list.map(([value, text, label]) =>
        h("button", { role: "radio", class: "chip", "aria-label": label, onclick: () => choose(value) }, text)));
      const at = list.findIndex(([value]) => value === chosen);
      [...element.children].forEach((one, index) => {
        mark(one, "aria-checked", String(index === at));
        one.tabIndex = index === Math.max(0, at) ? 0 : -1;
      });
      if (isNew && hadFocus) element.children[Math.max(0, at)]?.focus();
    },
  };
}
