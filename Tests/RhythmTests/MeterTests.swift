// SPDX-License-Identifier: Apache-2.0

import MetronomeRhythm
import Testing

@Suite struct MeterTests {
    @Test(arguments: ["1/1", "3/4", "4/4", "6/8", "7/16", "64/64", "5/2", "13/32"])
    func `a meter is written as it was read`(text: String) throws {
        #expect(try Meter(parsing: text).description == text)
        #expect(try Meter(parsing: " \(text) ").description == text)
    }

    @Test(arguments: [
        ("2+2+3/8", [2, 2, 3], "2+2+3/8"), ("3/4+4/4", [3, 4], "3+4/4"), ("6/8", [3, 3], "6/8"),
        ("9/8", [3, 3, 3], "9/8"), ("12/16", [3, 3, 3, 3], "12/16"), ("6/4", [6], "6/4"), ("5/8", [5], "5/8"),
        ("3+3/8", [3, 3], "6/8"), ("2+4/8", [2, 4], "2+4/8"), ("3/4+3/8", [6, 3], "6+3/8"),
        ("6/8+2/4", [3, 3, 4], "3+3+4/8"), ("1+1+1/4", [1, 1, 1], "1+1+1/4"), ("3+2/8+2/4", [3, 2, 4], "3+2+4/8"),
    ])
    func `a bar is in the groups that it is written in, and in threes where that is usual`(
        text: String, groups: [Int], written: String
    ) throws {
        let meter = try Meter(parsing: text)
        #expect(meter.groups == groups && meter.beats == groups.reduce(0, +))
        #expect(meter.description == written)
        #expect(try Meter(parsing: written) == meter)
        #expect(try Meter(groups: groups, unit: meter.unit) == meter)
        var first = 0
        for group in groups {
            #expect((first..<first + group).filter(meter.beginsGroup) == [first])
            first += group
        }
    }

    @Test func `64 groups fill a bar, and more do not`() throws {
        let ones = Array(repeating: 1, count: 64)
        #expect(try Meter(groups: ones, unit: 4).groups == ones)
        #expect(throws: RhythmError.self) { try Meter(groups: ones + [1], unit: 4) }
        #expect(throws: RhythmError.self) { try Meter(groups: [40, 40], unit: 4) }
        #expect(throws: RhythmError.self) { try Meter(groups: [], unit: 4) }
        #expect(throws: RhythmError.self) { try Meter(parsing: "2+0+3/8") }
        #expect(throws: RhythmError.self) { try Meter(parsing: "32/1+1/8") }
    }

    @Test(arguments: [
        "2+/8", "+2/8", "2++3/8", "2+3", "3/4+", "3/4+4", "2 + 3/8",
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
