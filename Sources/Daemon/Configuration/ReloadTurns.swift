// SPDX-License-Identifier: Apache-2.0

/// Which requests for a reading begin one: those that come during a reading are one request for the next.
struct ReloadTurns: Equatable {
    private enum State { case idle, reading, readingAndDue }
    private var state = State.idle

    /// Takes a request. Returns whether to begin a reading now.
    mutating func request() -> Bool {
        defer { state = state == .idle ? .reading : .readingAndDue }
        return state == .idle
    }

    /// Notes that the reading has ended. Returns whether to begin the next.
    mutating func finish() -> Bool {
        defer { state = state == .readingAndDue ? .reading : .idle }
        return state == .readingAndDue
    }
}
