// SPDX-License-Identifier: Apache-2.0
// Requests that end: a network that hangs would keep the connections that a browser has, and whoever waits for an answer.

/** What `read` makes of the answer to a request, all within some milliseconds. */
export async function fetchWithin(ms, read, path, options, asking = new AbortController()) {
  const timer = setTimeout(() => asking.abort(), ms);
  try {
    return await read(await fetch(path, { ...options, signal: asking.signal }));
  } finally {
    clearTimeout(timer);
  }
}
