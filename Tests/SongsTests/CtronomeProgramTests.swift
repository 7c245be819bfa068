// SPDX-License-Identifier: Apache-2.0

import MetronomeRhythm
import Songs
import Testing

@Suite struct CtronomeProgramTests {
    private func read(_ text: String) -> SongReading { SongReading(Array(text.utf8), format: .ctronome) }

    /// The seconds of a beat, the number of beats of a bar, and of bars.
    private func form(_ line: String) throws -> [Double] {
        let reading = read(line)
        let part = try #require(reading.song?.sections.first?.part, "\(reading.remarks)")
        let quarter = 60 / (part.tempo.first.beatsPerMinute * part.beat.value)
        return [quarter * part.bar[0].value, Double(part.bar.count), Double(part.bars)]
    }

    @Test(
        arguments: [
            ("1 60 4 # a comment", [1, 4, 1]), ("1 60/4 4", [1, 4, 1]), ("1 60 4/5", [1, 4, 1]),
            ("2 60/4 4/8", [0.5, 4, 2]), ("4 60/4 7/9", [4.0 / 9, 7, 4]), ("3 60/5 5/4", [1.25, 5, 3]),
            ("2 60/7 5/4", [1.75, 5, 2]),
        ] as [(String, [Double])])
    func `a beat lasts as long as its note does at the tempo`(line: String, expected: [Double]) throws {
        for (value, wanted) in zip(try form(line), expected) { #expect(abs(value - wanted) < 1e-9) }
    }

    @Test(arguments: ["1 60", "1 60 4 4", "0 60 4", "1 x 4", "1 60/0 4", "1 60/4/4 4", "1 -60 4", "1 60.5 4"])
    func `what is no line of a program is a mistake`(line: String) {
        #expect(read(line).mistakes.map(\.line) == [1])
    }

    @Test func `the first beat of a bar is the accented one, and tempi that ctronome would bend are noted`() throws {
        let reading = read("1 300 3\n")
        #expect(reading.remarks.map(\.kind) == [.note])
        let pattern = try #require(reading.song?.sections[0].part.lanes[0].pattern)
        #expect(pattern.onsets.map(\.accent) == [.bell, .normal, .normal])
    }
}
