// SPDX-License-Identifier: Apache-2.0

import MetronomeRhythm
import SeededRandom
import Testing

/// What is written of lanes is read as the same lanes, whatever they are made of.
@Suite struct LaneTextTests {
    /// What may stand in a text from anywhere.
    private static let signs: [String] = [
        "a", "Z", "7", " ", "\t", "|", ";", "\"", "\\", "=", "#", "'", "/", ".", "%", "é", "e\u{301}", "\u{301}", "🥁",
        "\u{600}", "\u{200D}", "\u{A0}", "\n", "\u{7}", "\u{2028}", "，",
    ]

    private func sound(_ random: inout SeededGenerator) -> String {
        (0..<Int.random(in: 0...8, using: &random)).map { _ in Self.signs.randomElement(using: &random) ?? "a" }
            .joined()
    }

    private func pattern(_ random: inout SeededGenerator) -> String {
        let steps = (0..<Int.random(in: 1...12, using: &random)).map { _ in
            ["x", "X", "A", "o", ".", "-", "x%30", "(x.)*2", "x*3", "|", "_", " ", " | "].randomElement(using: &random)
                ?? "x"
        }.joined()
        let lengths = ["", " over 2 bars", " over 5/3 beats", " 4 per beat", "| 7 per bar", "|over 3 beats"]
        let others = [
            "3 per beat", "7 per bar", "5:4:3", "every 3 beats after 1 beat", "every bar", "every minute",
            "cycle 0.2 0.2 0.4 s 3 times", "cycle 200,200 400ms", "moments 0 1.5 2.25 s canon 2 by 1/3 s",
        ]
        return Bool.random(using: &random)
            ? steps + (lengths.randomElement(using: &random) ?? "") : others.randomElement(using: &random) ?? "x"
    }

    private func decimal(_ random: inout SeededGenerator, _ most: Int) -> String {
        let places = Int.random(in: 0...14, using: &random)
        let digits = (0..<places).map { _ in "\(Int.random(in: 0...9, using: &random))" }.joined()
        return "\(Int.random(in: 0...most, using: &random))" + (digits.isEmpty ? "" : "." + digits)
    }

    private func lane(_ name: String, _ random: inout SeededGenerator) throws -> WrittenLane? {
        var edit = try LaneEdit(name: name)
        func say(_ text: String) { _ = try? edit.read(text) }
        say(pattern(&random))
        for _ in 0..<3 {
            say("gain=\(decimal(&random, 3))" + (Bool.random(using: &random) ? "%" : ""))
            say("pan=-\(decimal(&random, 1))")
        }
        say("channel=\(Int.random(in: 0...33, using: &random))")
        say(["mute", "solo", "from=run", "from=bar", "from=passage", ""].randomElement(using: &random) ?? "")
        guard let lane = try? edit.applied(to: nil) else { return nil }
        // A path that was resolved is not in quotes.
        return (try? lane.with(sound: sound(&random))) ?? lane
    }

    @Test func `lanes of any parts are read back as they were`() throws {
        var random = SeededGenerator(seed: 11)
        var count = 0
        for _ in 0..<600 {
            var lanes: [WrittenLane] = []
            for name in ["kick", "3", "mute", "über+'1"].prefix(Int.random(in: 1...4, using: &random)) {
                if let lane = try lane(name, &random) { lanes.append(lane) }
            }
            guard !lanes.isEmpty else { continue }
            let text = lanes.map(\.text).joined(separator: " | ")
            #expect(try WrittenLane.lanes(parsing: text) == lanes, "\(text)")
            count += lanes.count
        }
        #expect(count > 600)
    }

    @Test func `every percentage of one decimal is kept exactly, and so is every gain and pan of twelve`() throws {
        for tenths in 0...4000 {
            let lane = try WrittenLane(parsing: "a x gain=\(tenths / 10).\(tenths % 10)%")
            #expect(lane.gain == Ratio(Int64(tenths), over: 1000))
            #expect(try WrittenLane(parsing: lane.text) == lane, "\(lane.text)")
        }
        for text in ["0.000000000001", "0.00001", "3.999999999999", "0.1"] {
            let lane = try WrittenLane(parsing: "a x gain=\(text)")
            #expect(lane.text == "a x gain=\(text)" && lane.gain.decimal == text)
        }
        let panned = try WrittenLane(parsing: "a x pan=-0.000000000001")
        #expect(panned.text == "a x pan=-0.000000000001")
        // What a program prints of a number is rounded.
        #expect(try WrittenLane(parsing: "a x gain=0.30000000000000004").text == "a x gain=0.3")
    }

    @Test func `a sound with blanks or separators stands in quotes`() throws {
        let lane = try WrittenLane(parsing: #"a x sound="/home/me/My Sounds/a|b;c \"d\" \\.wav" gain=50%"#)
        #expect(lane.sound == #"/home/me/My Sounds/a|b;c "d" \.wav"#)
        #expect(try WrittenLane.lanes(parsing: "b x | " + lane.text)[1] == lane)
        #expect(try WrittenLane(parsing: "a x sound=a\\b#c").sound == "a\\b#c")
        for text in [#"a x sound=""#, #"a x sound="a"#, #"a x sound="a"b"#, #"a x sound="""#, "a x sound=\u{301}a"] {
            #expect(throws: RhythmError.self, "\(text)") { try WrittenLane(parsing: text) }
        }
        #expect(throws: RhythmError.self) { try lane.with(sound: "a\nb") }
        #expect(throws: RhythmError.self) { try lane.with(sound: String(repeating: "a", count: 4097)) }
    }

    @Test func `a bar line within steps separates no lanes when they are written`() throws {
        var edit = try LaneEdit(name: "kick")
        try edit.read("x...| 4 per beat")
        let lane = try edit.applied(to: nil)
        #expect(lane.text == "kick x... 4 per beat")
        #expect(try WrittenLane.lanes(parsing: lane.text) == [lane])
    }

    @Test func `a name has an end, whatever its letters are made of`() {
        let marks = "a" + String(repeating: "\u{301}", count: 5000)
        #expect(throws: RhythmError.self) { try WrittenLane(parsing: marks + " x") }
    }
}
