// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import MetronomeControl

/// How long an answer takes, and the turn in which the daemon decides on it, where it has as many lanes as it may, each of as
/// many steps, and as many changes of lanes wait as may.
struct Turns {
    let program: String
    let folder: String

    private static let lanes = 64
    private static let steps = 1024
    /// One less than may wait: a change at once waits for the next beat.
    private static let waiting = 99
    /// How often each request is made, and how often while all is told.
    private static let (rounds, toldRounds) = (100, 25)

    /// A pattern of which every sixteenth step is heard.
    private static func pattern(_ first: Int) -> String {
        String((0..<steps).map { ($0 + first) % 16 == 0 ? "x" : "." })
    }

    /// A request that changes something each time.
    private static func request(_ verb: String, _ round: Int) -> [UInt8] {
        let value =
            switch verb {
            case "tempo": " \(10 + round % 2)"
            case "meter": " \(4 + round % 2)/4"
            case "volume": " 0.\(4 + round % 2)"
            case "lane": " l5 \(pattern(round))"
            default: ""
            }
        return Array("\(verb)\(value)\n".utf8)
    }

    func measure() throws -> [Figure] { try answers() + turns() }

    private func answers() throws -> [Figure] {
        try withDaemon(logLevel: "error") { daemon in
            let wire = try Wire(to: daemon.session["METRONOMED_SOCKET"])
            return try ["tempo", "meter", "volume", "status"].map { verb in
                let times = try (0..<Self.rounds).map { Double(try wire.ask(Self.request(verb, $0))) / 1e6 }
                return Figure(
                    name: "`\(verb)` at all limits at once: median answer", value: Spread(times).median, unit: "ms",
                    decimals: 2)
            }
        }
    }

    /// The processor time of turns, by the daemon's log, while a client is told of everything.
    private func turns() throws -> [Figure] {
        try withDaemon(logLevel: "trace") { daemon in
            let listener = try Wire(to: daemon.session["METRONOMED_SOCKET"])
            _ = try listener.ask(Array("subscribe state timeline beat\n".utf8))
            let wire = try Wire(to: daemon.session["METRONOMED_SOCKET"])
            let before = daemon.turnsMs.count
            for round in 0..<Self.toldRounds {
                for verb in ["tempo", "meter", "lane", "volume", "undo", "redo", "status"] {
                    _ = try wire.ask(Self.request(verb, round))
                    while listener.wait(for: POLLIN, milliseconds: 5) { listener.receive() }
                }
            }
            let turns = Spread(Array(daemon.turnsMs.dropFirst(before)))
            return [
                Figure(
                    name: "turns at all limits at once, of \(turns.count): p99", value: turns.p99, unit: "ms",
                    decimals: 2, limit: .atMost(2)),
                Figure(name: "… longest", value: turns.worst, unit: "ms", decimals: 2, limit: .atMost(2)),
            ]
        }
    }

    private func withDaemon(logLevel: String, _ body: (Metronomed) throws -> [Figure]) throws -> [Figure] {
        let daemon = try Metronomed(
            program, ["--bpm", "10"], on: Card(in: folder, seconds: 60), logLevel: logLevel)
        defer { daemon.end() }
        for lane in 0..<Self.lanes { try daemon.say("lane l\(lane) \(Self.pattern(lane))") }
        for bar in 0..<Self.waiting { try daemon.say("lane l\(bar % 4) \(Self.pattern(bar)) at @\(bar + 1000)") }
        return try body(daemon)
    }
}

extension Metronomed {
    /// The processor time of each turn so far, where the level of the log is `trace`.
    fileprivate var turnsMs: [Double] {
        log.compactMap { line in
            let words = line.split(separator: " ")
            guard words.suffix(5).prefix(3) == ["a", "turn", "took"] else { return nil }
            return Double(words[words.count - 2]).map { $0 / 1000 }
        }
    }
}
