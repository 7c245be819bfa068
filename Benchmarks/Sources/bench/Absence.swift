// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import MetronomeControl
internal import VirtualDevice

/// What metronomed does while its card is away, and afterwards.
struct Absence {
    let program: String
    let folder: String

    /// Removes the card for a time.
    func unplugged(seconds: Int) throws -> [Figure] {
        let card = try Card(in: folder, seconds: seconds + 60)
        let daemon = try Metronomed(program, ["--bpm", "480"], on: card)
        defer { daemon.end() }
        let listener = try daemon.session.connect()
        _ = try listener.call(words: "subscribe beat", timeout: .seconds(5))
        var told = ToldBeats()
        try told.listen(to: listener, until: Clock.nowNs + 2_000_000_000)
        card.set(\.unplugged, Int64(ENODEV))
        let before = Usage(of: daemon.session)
        try told.listen(to: listener, until: Clock.nowNs + Int64(seconds) * 1_000_000_000)
        let away = Usage(of: daemon.session).since(before)
        card.set(\.unplugged, 0)
        let backNs = Clock.nowNs
        // The longest pause between two tries is 8 s.
        try told.listen(to: listener, until: backNs + 10_000_000_000)
        let endNs = Clock.nowNs
        daemon.end()
        let recording = card.recording
        let clicks = recording.onsets(quiet: 0.01, over: TestSound.level / 10).map(recording.nanoseconds(ofFrame:))
        guard let first = clicks.first(where: { $0 > backNs }) else { throw BenchError("the card was not used again") }
        let found = Comparison(told, with: clicks, within: 0.02, in: first...max(first, endNs - 100_000_000))
        return [
            Figure(name: "card away: CPU", value: away.cpu, unit: "%", decimals: 2, limit: .atMost(5)),
            Figure(
                name: "… back: told − heard, worst", value: found.errorsMs.worst * 1e3, unit: "µs", limit: .atMost(1000)
            ),
            Figure(
                name: "… clicks missing or extra from the first one on, of \(found.errorsMs.count)",
                value: Double(found.silentNs.count + found.strayNs.count), unit: "", decimals: 0, limit: .atMost(0)),
            Figure(name: "… beats never told", value: Double(told.lost), unit: "", decimals: 0, limit: .atMost(0)),
        ]
    }

    /// The time that SIGTERM takes while the card does not answer.
    func end() throws -> Figure {
        let card = try Card(in: folder, seconds: 30)
        let daemon = try Metronomed(program, ["--bpm", "120"], on: card)
        Clock.sleep(1)
        card.set(\.slow_close_ms, 8000)
        card.set(\.hang_ms, 8000)
        let start = Clock.nowNs
        daemon.child.signal(SIGTERM)
        let hasEnded = daemon.child.ends(within: 10)
        return Figure(
            name: "SIGTERM to the end, the card hanging",
            value: hasEnded ? Double(Clock.nowNs - start) / 1e9 : .infinity,
            unit: "s", decimals: 2, limit: .atMost(2))
    }
}
