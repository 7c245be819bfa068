// SPDX-License-Identifier: Apache-2.0
// The connection as a value: events in, actions out. Pure.

const firstWaitMs = 400, longestWaitMs = 5000;
/** How long a pairing may take, and how long a stream may say nothing: the server says something every 15 s. */
const pairMs = 10_000, silentMs = 40_000;

/** Pairs, follows and comes back, with one request or stream at most. Each try has a number: what is left of a former one is not heard.
 *
 *  Events: `start` (the page begins, is shown again, or has another link), `hurry` (it is looked at), `leave`, `paired` with an `answer`
 *  (`paired`, `refused` or `lost`), `heard` (anything of the stream), `failed`, `tick`. Actions: `close` what there is, `pair`, `open` the
 *  stream, `tell` what the connection is, `wake` with a tick in so many milliseconds. */
export class Connection {
  phase = "idle";
  turn = 0;
  _waitMs = 0;
  _deadline = 0;

  take(event, now) {
    if (event.turn !== undefined && event.turn !== this.turn) return [];
    switch (event.is) {
      case "start":
        this._waitMs = 0;
        return this._pair(now);
      case "hurry": return this.phase === "waiting" ? this.take({ is: "start" }, now) : [];
      case "leave":
        this.turn++;
        this.phase = "idle";
        return [{ does: "close" }];
      case "paired": return this.phase === "pairing" ? this._paired(event.answer, now) : [];
      case "heard":
        this._waitMs = 0;
        if (this.phase === "open") this._deadline = now + silentMs;
        return [];
      case "failed": return this.phase === "open" ? this._lose(now) : [];
      case "tick": return this._tick(now);
      default: return [];
    }
  }

  _tick(now) {
    if (!["pairing", "open", "waiting"].includes(this.phase)) return [];
    if (now < this._deadline) return this._until(this._deadline, now);
    return this.phase === "waiting" ? this._pair(now) : this._lose(now);
  }

  _until(deadline, now) {
    this._deadline = deadline;
    return [{ does: "wake", ms: deadline - now }];
  }

  _pair(now) {
    this.turn++;
    this.phase = "pairing";
    return [{ does: "close" }, { does: "pair", turn: this.turn }, ...this._until(now + pairMs, now)];
  }

  _paired(answer, now) {
    if (answer === "lost") return this._lose(now);
    if (answer === "refused") {
      this.phase = "unpaired";
      return [{ does: "tell", connection: "unpaired" }];
    }
    this.phase = "open";
    return [{ does: "open", turn: this.turn }, ...this._until(now + silentMs, now)];
  }

  _lose(now) {
    this.turn++;
    this.phase = "waiting";
    this._waitMs = Math.min(longestWaitMs, this._waitMs ? this._waitMs * 1.6 : firstWaitMs);
    return [{ does: "close" }, { does: "tell", connection: "lost" }, ...this._until(now + this._waitMs, now)];
  }
}
