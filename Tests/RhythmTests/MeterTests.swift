// SPDX-License-Identifier: Apache-2.0

import Rhythm
import Testing

@Suite struct MeterTests {
    @Test(arguments: ["1/1", "3/4", "4/4", "6/8", "7/16", "64/64", "5/2", "13/32"])
    func `a meter is written as it was read`(text: String) throws {
        #expect(try Meter(parsing: text).description == text)
        #expect(try Meter(parsing: " \(text) ").description == text)
    }

    @Test(arguments: [
        "", "4", "4/", "/4", "/", "a/b", "3/4/4", "3 / 4", "+3/4", "-3/4", "3.5/4", "4/3", "4/0", "4/128", "4/6",
    ])
    func `what is no meter is invalid`(text: String) {
        let error = #expect(throws: RhythmError.self) { try Meter(parsing: text) }
        #expect(error?.reason == .invalid)
    }

    @Test(arguments: ["0/4", "65/4", "1000/8"])
    func `a bar has 1 to 64 beats`(text: String) {
        let error = #expect(throws: RhythmError.self) { try Meter(parsing: text) }
        #expect(error?.reason == .outOfRange && error?.minimum == 1 && error?.maximum == 64)
    }

    @Test func `common time is 4/4`() throws {
        #expect(try Meter.common == Meter(beats: 4, unit: 4))
        #expect(throws: RhythmError.self) { try Meter(beats: 4, unit: -4) }
        #expect(throws: RhythmError.self) { try Meter(beats: -4, unit: 4) }
        #expect(throws: RhythmError.self) { try Meter(beats: 4, unit: .min) }
    }
}
