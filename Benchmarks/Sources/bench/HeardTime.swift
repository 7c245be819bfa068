// SPDX-License-Identifier: Apache-2.0

internal import MetronomeControl

/// How far the time announced for a beat is from the time at which it was heard.
struct HeardTime {
    /// The condition that it is measured under.
    struct Condition {
        let name: String
        var hogs = 0
        var ppm = 0
        var quantum = 1
        /// The fill; nil: as it is by default, short for ten seconds and then that of `normal`.
        var fillMs: Int?
    }

    static let conditions = [
        Condition(name: "idle"),
        Condition(name: "3 busy threads", hogs: 3),
        Condition(name: "card +200 ppm, steps of 64 frames", ppm: 200, quantum: 64),
        Condition(name: "card −200 ppm, steps of 64 frames", ppm: -200, quantum: 64),
        Condition(name: "card +200 ppm, steps of 64, 3 busy threads", hogs: 3, ppm: 200, quantum: 64),
        Condition(name: "card +200 ppm, steps of 64, 250 ms ahead", ppm: 200, quantum: 64, fillMs: Players.quietMs),
    ]

    private static let bpm = 480
    /// The loop that follows the card's clock is wide at first.
    private static let settlingNs: Int64 = 10_000_000_000

    /// Plays for so long under a condition.
    static func measure(_ condition: Condition, program: String, folder: String, seconds: Int) throws -> [Figure] {
        let card = try Card(in: folder, seconds: seconds + 20, ppm: condition.ppm, quantum: condition.quantum)
        let hogs = condition.hogs > 0 ? Hogs(condition.hogs) : nil
        defer { withExtendedLifetime(hogs) {} }
        let daemon = try Metronomed(program, ["--no-play"], on: card, fillMs: condition.fillMs)
        defer { daemon.end() }
        let listener = try daemon.session.connect()
        _ = try listener.call(words: "subscribe beat", timeout: .seconds(5))
        try daemon.say("tempo \(bpm)")
        try daemon.say("start")
        var told = ToldBeats()
        let end = Clock.nowNs + Int64(seconds) * 1_000_000_000
        try told.listen(to: listener, until: end)
        let xruns = card.xruns
        daemon.end()

        let recording = card.recording
        let clicks = recording.onsets(quiet: 0.01, over: TestSound.level / 10).map(recording.nanoseconds(ofFrame:))
        let span = recording.originNs...(end - 100_000_000)
        let found = Comparison(told, with: clicks, within: 0.02, in: span)
        let name = "told − heard, \(condition.name)"
        let wrong = Double(found.silentNs.count + found.strayNs.count)
        let untold = Double(told.lost + told.beats.count(where: \.isLate))
        var figures = [
            Figure(name: "\(name): median", value: found.errorsMs.median * 1e3, unit: "µs"),
            Figure(name: "… p99", value: found.errorsMs.p99 * 1e3, unit: "µs", limit: .atMost(100)),
            Figure(name: "… worst", value: found.errorsMs.worst * 1e3, unit: "µs", limit: .atMost(1000)),
        ]
        if recording.originNs + settlingNs < end - 1_000_000_000 {
            let settled = Comparison(
                told, with: clicks, within: 0.02, in: (recording.originNs + settlingNs)...span.upperBound)
            figures.append(
                Figure(name: "… p99 from the 11th second on", value: settled.errorsMs.p99 * 1e3, unit: "µs"))
        }
        figures += [
            Figure(
                name: "… clicks missing or extra, of \(found.errorsMs.count)", value: wrong, unit: "", decimals: 0,
                limit: .atMost(0)),
            Figure(name: "… beats told late or never", value: untold, unit: "", decimals: 0, limit: .atMost(0)),
            Figure(name: "… xruns", value: Double(xruns), unit: "", decimals: 0),
        ]
        return figures
    }
}
