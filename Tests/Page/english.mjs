// SPDX-License-Identifier: Apache-2.0
// The language of the page in tests, whatever that of the machine is, which Node 21 and later tell. To be imported first.

Object.defineProperty(globalThis, "navigator", { value: { language: "en", languages: ["en"] }, configurable: true, writable: true });
