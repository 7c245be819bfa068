// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import metroctl

@Suite struct TimeoutTests {
    @Test(arguments: [
        ("2", Duration.seconds(2)), ("2s", .seconds(2)), ("0.5", .milliseconds(500)), ("500ms", .milliseconds(500)),
        ("86400", .seconds(86400)), ("1.5ms", .microseconds(1500)),
    ])
    func `a number is seconds, or has its unit`(text: String, duration: Duration) {
        #expect(Timeout(argument: text)?.duration == duration)
        #expect(Timeout(argument: text)?.description == text)
    }

    @Test(arguments: ["", "0", "0ms", "-1", "+1", "s", "ms", "1m", "1e3", "nan", "86401", "1 s", "0x1"])
    func `anything else is refused`(text: String) {
        #expect(Timeout(argument: text) == nil)
    }
}
