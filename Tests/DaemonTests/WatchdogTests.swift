// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Daemon

@Suite struct WatchdogTests {
    private func looks(_ looks: [(wakes: UInt64, shouldPlay: Bool)]) -> [Bool] {
        var watchdog = Watchdog()
        return looks.map { watchdog.look(wakes: $0.wakes, shouldPlay: $0.shouldPlay) }
    }

    @Test func `an audio thread that is frozen while it should play is not alive`() {
        #expect(looks([(10, true), (10, true), (10, true)]) == [true, false, false])
    }

    @Test func `a thread that woke between two looks is alive`() {
        #expect(looks([(10, true), (11, true), (500, true)]) == [true, true, true])
    }

    @Test func `a thread that goes on is alive again`() {
        #expect(looks([(10, true), (10, true), (11, true), (12, true)]) == [true, false, true, true])
    }

    @Test func `a stopped daemon is alive, though its audio thread never wakes`() {
        #expect(looks([(10, false), (10, false), (10, false)]) == [true, true, true])
    }

    @Test func `a thread has a look's time to wake after a start, and none to wake after a stop`() {
        #expect(looks([(10, false), (10, true), (10, true)]) == [true, true, false])
        #expect(looks([(10, true), (11, true), (11, false), (11, false)]) == [true, true, true, true])
    }
}
