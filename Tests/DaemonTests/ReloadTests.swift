// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Daemon

@Suite struct ReloadTests {
    @Test func `a request begins a reading, and those that come during it begin one more after it`() {
        var turns = ReloadTurns()
        let begun = [
            turns.request(), turns.request(), turns.request(), turns.finish(), turns.request(), turns.finish(),
            turns.finish(), turns.request(),
        ]
        #expect(begun == [true, false, false, true, false, true, false, true])
    }
}
