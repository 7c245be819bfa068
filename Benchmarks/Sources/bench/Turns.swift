// SPDX-License-Identifier: Apache-2.0

internal import MetronomeControl

/// How long an answer takes where the daemon has as many lanes as it may, each of as many steps, and as many changes of lanes
/// wait as may.
struct Turns {
    let program: String
    let folder: String

    private static let lanes = 64
    private static let steps = 1024
    /// One less than may wait: a change at once waits for the next beat.
    private static let waiting = 99

    /// A pattern of which every sixteenth step is heard.
    private static func pattern(_ first: Int) -> String {
        String((0..<steps).map { ($0 + first) % 16 == 0 ? "x" : "." })
    }

    func measure() throws -> [Figure] {
        let card = try Card(in: folder, seconds: 60)
        let daemon = try Metronomed(program, ["--bpm", "10"], on: card)
        defer { daemon.end() }
        for lane in 0..<Self.lanes { try daemon.say("lane l\(lane) \(Self.pattern(lane))") }
        for bar in 0..<Self.waiting { try daemon.say("lane l\(bar % 4) \(Self.pattern(bar)) at @\(bar + 1000)") }
        let wire = try Wire(to: daemon.session["METRONOMED_SOCKET"])
        return try ["tempo", "meter", "volume", "status"].map { verb in
            let times = try (0..<100).map { turn in
                let value =
                    switch verb {
                    case "tempo": " \(10 + turn % 2)"
                    case "meter": " \(4 + turn % 2)/4"
                    case "volume": " 0.\(4 + turn % 2)"
                    default: ""
                    }
                return Double(try wire.ask(Array("\(verb)\(value)\n".utf8))) / 1e6
            }
            return Figure(
                name: "`\(verb)` at all limits at once: median answer", value: Spread(times).median, unit: "ms",
                decimals: 2)
        }
    }
}
