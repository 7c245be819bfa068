// SPDX-License-Identifier: Apache-2.0

/// Whether the daemon is alive, for systemd's watchdog: judged from one look to the next.
///
/// Looks are made on the event loop, so that a loop that hangs reports nothing either.
struct Watchdog {
    private var last: (wakes: UInt64, shouldPlay: Bool)?

    /// Takes a look: how often the real-time thread has woken in all, and whether it should be playing. A thread that
    /// plays wakes many times between two looks.
    ///
    /// Returns false when the thread should have played since the last look and has not woken.
    mutating func look(wakes: UInt64, shouldPlay: Bool) -> Bool {
        defer { last = (wakes, shouldPlay) }
        guard let last, last.shouldPlay, shouldPlay else { return true }
        return wakes != last.wakes
    }
}
