// SPDX-License-Identifier: Apache-2.0

import ControlSamples
import MetronomeControl
import Testing

@testable import metroctl

@Suite struct PendulumLineTests {
    private func heard(_ angle: Double) -> HeardMoment { HeardMoment(bar: 103, beat: 2, angle: angle) }

    @Test func `the ball is at the ends on ±30 degrees, and in the middle at 0`() {
        let line = PendulumLine(columns: 80, isUnicode: false, isColoured: false)
        func track(_ angle: Double) -> Substring {
            let text = line.text(status: .allegro, heard: heard(angle))
            return text.drop { $0 != "|" }
        }
        #expect(track(-30).hasPrefix("|o") && track(30).hasSuffix("o|"))
        let middle = track(0)
        #expect(middle == String(middle.reversed()))
        #expect(track(45) == track(30) && track(-1000) == track(-30))
    }

    @Test func `the line has tempo, meter, bar and beat, and marks the bell`() {
        let line = PendulumLine(columns: 80, isUnicode: true, isColoured: false)
        let text = line.text(status: .allegro, heard: heard(0))
        #expect(text.hasPrefix("137.3 bpm 4/4   103.2 ") && text.contains("●"))
        #expect(line.text(status: .allegro, heard: .init(bar: 1, beat: 1, bell: true)).contains("◆"))
        #expect(line.text(status: .stopped, heard: heard(0)) == "137.3 bpm 4/4   stopped")
        #expect(line.text(status: .allegro, heard: .init(bar: -1, beat: 2)).hasPrefix("137.3 bpm 4/4   in.2 "))
    }

    @Test(arguments: 0...120) func `no line is wider than the terminal`(columns: Int) {
        for isUnicode in [true, false] {
            let line = PendulumLine(columns: columns, isUnicode: isUnicode, isColoured: false)
            for angle in [-30.0, 0, 30] {
                #expect(line.text(status: .allegro, heard: heard(angle)).count <= max(0, columns - 1))
            }
            #expect(line.text(status: .stopped, heard: heard(0)).count <= max(0, columns - 1))
        }
    }

    @Test(arguments: [
        (30, "137.3 bpm 4/4   103.2", "137.3 bpm 4/4   stopped"), (20, "137.3 bpm 4/4 103.2", "137.3 bpm stopped"),
        (17, "137.3 bpm 103.2", "137.3 stopped"), (13, "137.3 103.2", "stopped"), (10, "103.2", "stopped"),
        (7, "103.2", ""), (4, "103", ""), (3, "", ""),
    ])
    func `where columns are few the position alone is shown`(columns: Int, playing: String, stopped: String) {
        let line = PendulumLine(columns: columns, isUnicode: false, isColoured: false)
        func text(_ status: Status) -> String {
            String(line.text(status: status, heard: heard(0)).reversed().drop { $0 == " " }.reversed())
        }
        #expect(text(.allegro) == playing && text(.stopped) == stopped)
    }

    @Test func `colour changes nothing but escape sequences`() {
        let plain = PendulumLine(columns: 60, isUnicode: true, isColoured: false)
        let coloured = PendulumLine(columns: 60, isUnicode: true, isColoured: true)
        var stripped = ""
        var isEscape = false
        for character in coloured.text(status: .allegro, heard: heard(10)) {
            if character == "\u{1B}" { isEscape = true }
            if !isEscape { stripped.append(character) }
            if character == "m" && isEscape { isEscape = false }
        }
        #expect(stripped == plain.text(status: .allegro, heard: heard(10)))
    }
}
