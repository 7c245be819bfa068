// SPDX-License-Identifier: Apache-2.0
// Keeps the screen awake while it plays: by a wake lock where the context is secure, else by a silent inline video.

import { h } from "./dom.js";

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
  video ??= document.body.appendChild(h("video", { src: "silent.mp4", muted: true, loop: true, playsinline: true, class: "silent", "aria-hidden": "true", tabindex: -1 }));
  video.muted = true;
  video.play().catch(() => { /* Before the first touch browsers refuse it; the next one tries again. */ });
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

document.addEventListener("visibilitychange", hold);
document.addEventListener("pointerdown", hold, { passive: true });
