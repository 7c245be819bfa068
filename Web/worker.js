// SPDX-License-Identifier: Apache-2.0
// Keeps the files of the page, so that it opens while the server is away and says so. The network comes first.

const store = "metroweb-1";
const isLive = (path) => /^\/(events|call|clock|pair)$/.test(path);

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

async function answer(request) {
  const cache = await caches.open(store);
  try {
    const fresh = await fetch(request);
    if (fresh.ok) cache.put(request, fresh.clone());
    return fresh;
  } catch (error) {
    const kept = await cache.match(request, { ignoreSearch: true });
    if (kept) return kept;
    throw error;
  }
}

self.addEventListener("fetch", (event) => {
  const { pathname, origin } = new URL(event.request.url);
  if (event.request.method !== "GET" || origin !== self.location.origin || isLive(pathname)) return;
  event.respondWith(answer(event.request));
});
