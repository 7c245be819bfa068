// SPDX-License-Identifier: Apache-2.0

import MetronomeMotion
import MetronomeRhythm
import Testing

@testable import Faces

@Suite struct CounterFaceTests {
    private func drawing(bpm: String = "90", value: Double? = nil) throws -> Drawing {
        let values = value.map { ["counter.value": $0] } ?? [:]
        let moment = Moment(beats: 1.25, tempo: try Tempo(parsing: bpm), values: values)
        return CounterFace().drawing(at: moment, size: CounterFace.design.size, theme: .light)
    }

    @Test(arguments: [("60", "060"), ("7", "007"), ("120", "120"), ("999", "999"), ("1000", "1000")])
    func `at rest it shows the tempo, and no other digit`(bpm: String, digits: String) throws {
        let drawing = try drawing(bpm: bpm)
        let windows = (0..<digits.count).reversed().map { drawing.strings(in: "digit.\($0)") }
        #expect(windows == digits.map { ["\($0)"] })
        #expect(drawing.strings(in: "digit.\(digits.count)").isEmpty)
        for place in 0..<digits.count {
            let window = try #require(drawing.frame(of: "digit.\(place)"))
            #expect(window.height < CounterFace.window.height + 1e-9)
        }
    }

    @Test(arguments: [
        // motion.json, counter.generalised: value; digit and roll of hundreds, tens and units.
        (60.0, [(0, 0.0), (6, 0.0), (0, 0.0)]), (69.25, [(0, 0), (6, 0.25), (9, 0.25)]),
        (119.75, [(1, 0), (1, 0.75), (9, 0.75)]), (199.5, [(1, 0.5), (9, 0.5), (9, 0.5)]),
    ])
    func `while it rolls a window shows its digit and the next, as far as it has rolled`(
        value: Double, digits: [(digit: Int, roll: Double)]
    ) throws {
        let drawing = try drawing(value: value)
        for (place, expected) in zip([2, 1, 0], digits) {
            let next = "\((expected.digit + 1) % 10)"
            let strings = drawing.strings(in: "digit.\(place)")
            #expect(strings == ["\(expected.digit)"] + (expected.roll > 0 ? [next] : []))
            guard expected.roll > 0 else { continue }
            // The digits reach out of the window, as far as their middles and half their height.
            let middle = try #require(drawing.location(of: .zero, in: "digit.\(place)")).y
            let frame = try #require(drawing.frame(of: "digit.\(place)"))
            let (row, half) = (CounterFace.window.height, CounterFace.font.capHeight / 2)
            #expect(abs(frame.minY - middle + max(row / 2, expected.roll * row + half)) < 3)
            #expect(abs(frame.maxY - middle - max(row / 2, (1 - expected.roll) * row + half)) < 3)
        }
    }

    @Test func `what overshoots below zero or above a thousand still shows digits`() throws {
        #expect(try drawing(value: -3).strings(in: "digit.0") == ["0"])
        #expect(try drawing(value: 1003).strings(in: "digit.3") == ["1"])
        #expect(try drawing(value: 999.5).strings(in: "digit.3") == ["0", "1"])
    }
}
