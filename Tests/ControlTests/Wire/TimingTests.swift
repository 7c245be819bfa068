// SPDX-License-Identifier: Apache-2.0

import ControlSamples
import Testing

@testable import MetronomeControl

@Suite struct TimingTests {
    @Test func `a timing reads back the same`() throws {
        for timing in [Timing.afterTwoHours, .fresh] {
            #expect(try JSONLine.decode(Timing.self, from: JSONLine.encode(timing)) == timing)
        }
    }

    @Test func `where there is nothing to say the key is there, with null`() throws {
        let full = try JSONLine.parse(JSONLine.encode(Timing.afterTwoHours))
        let empty = try JSONLine.parse(JSONLine.encode(Timing.fresh))
        #expect(empty.object?.keys.sorted() == full.object?.keys.sorted())
        #expect(empty["rate_ppm"] == .null)
        for part in ["since_start", "last_minute"] {
            let range = empty[part]
            #expect(range?.object?.keys.sorted() == full["since_start"]?.object?.keys.sorted())
            for key in ["rate_ppm_min", "rate_ppm_max", "residual_us"] { #expect(range?[key] == .null) }
            for key in ["p50", "p99", "max"] { #expect(range?["error_us"]?[key] == .null) }
            #expect(range?["error_us"]?["histogram"] == .array([]))
        }
    }
}
