// SPDX-License-Identifier: Apache-2.0
// Keeps the screen awake: by a wake lock where the context is secure, else by a silent video.

import { h } from "./dom.js";
import { choice } from "./store.js";

// Other devices stay awake with a muted one, which leaves what other apps play alone.
const isApple = /iP(hone|ad|od)/.test(navigator.userAgent) || navigator.maxTouchPoints > 1 && /Mac/.test(navigator.platform);
let lock = null, video = null, isWanted = false, isAsking = false;

async function hold() {
  if (!isWanted || document.hidden) return;
  if (navigator.wakeLock) {
    if (lock || isAsking) return;
    isAsking = true;
    lock = await navigator.wakeLock.request("screen").catch(() => null);
    isAsking = false;
    lock?.addEventListener("release", () => { lock = null; }, { once: true });
    if (!isWanted) release();
    return;
  }
  video ?? load();
  video.play().catch(() => { /* Browsers refuse it before the first touch. */ });
}

/** As data, for Safari plays no video of a server that sends no parts of it. */
async function load() {
  video = document.body.appendChild(h("video", { loop: true, playsinline: true, class: "silent", "aria-hidden": true, tabindex: -1 }));
  video.muted = !isApple;
  const reader = new FileReader();
  reader.onload = () => {
    video.src = reader.result;
    hold();
  };
  reader.readAsDataURL(await (await fetch("silent.mp4")).blob());
}

function release() {
  lock?.release().catch(() => {});
  lock = null;
  video?.pause();
}

/** Asks for the screen to stay awake, or no longer. */
export function keepAwake(isAwake) {
  if (isAwake === isWanted) return;
  isWanted = isAwake;
  if (isWanted) hold(); else release();
}

/** A touch: iPhones play a video with sound later only where a touch has loaded or played that video. */
function touched() {
  if (isApple && !navigator.wakeLock && !isWanted && choice("awake", true)) {
    video ?? load();
    video.load();
  }
  hold();
}

document.addEventListener("visibilitychange", hold);
// A finger that comes down is no activation yet.
for (const name of ["pointerup", "keydown"]) document.addEventListener(name, touched, { passive: true });
