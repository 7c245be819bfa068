// SPDX-License-Identifier: Apache-2.0

/// The result of a soak.
struct SoakVerdict {
    /// A fault of the card, on CLOCK_MONOTONIC.
    struct Trouble {
        let name: String
        let beginNs: Int64
        let endNs: Int64
    }

    var told = ToldBeats(graceNs: 1_000_000_000)
    var faults: [Trouble] = []
    var tempoChangesNs: [Int64] = []
    var commands = 0
    /// The bridges that were connected, how often one was killed, and was not back in time; and the MIDI messages that came.
    var bridges: (names: [String], kills: Int, hangs: Int, absences: Int, messages: Int) = ([], 0, 0, 0, 0)
    var crashes = 0
    /// The end of the daemon's log, if it crashed.
    var lastWords: [String] = []
    var xruns = 0
    var endNs: Int64 = 0
    /// RSS after the first minute, and in the end, in MiB.
    var rssBefore: Double?
    var rssAfter = 0.0

    private var found: Comparison?
    private var clicks: [Int64] = []
    private var originNs: Int64 = 0

    /// How far a click may be from its beat, in ns.
    private static let limitNs: Int64 = 1_000_000
    /// How much later than set a card fails: it reads its settings, and records what it has played, when it is next
    /// called.
    private static let unrecordedNs: Int64 = 500_000_000

    /// Takes a recording.
    mutating func judge(_ recording: Recording) throws {
        // The first frame of a click rises out of silence; no beats are closer than 100 ms.
        clicks = recording.onsets(quiet: 0.01, over: 0.05).map(recording.nanoseconds(ofFrame:))
        originNs = recording.originNs
        guard originNs > 0, originNs < endNs - 100_000_000 else { throw BenchError("nothing was heard") }
        found = Comparison(told, with: clicks, within: Double(Self.limitNs) / 1e9, in: originNs...(endNs - 100_000_000))
    }

    /// Beats that do not follow the one before in time, though no tempo changed in between.
    private var jumps: [Int64] {
        zip(told.beats, told.beats.dropFirst()).compactMap { beat, next in
            let span = beat.atNs...max(beat.atNs, next.atNs)
            guard !tempoChangesNs.contains(where: { span.contains($0) }) else { return nil }
            let length = Int64(60e9 / beat.bpm)
            return abs(next.atNs - beat.atNs - length) > Self.limitNs ? next.atNs : nil
        }
    }

    /// Beats that were not heard while the card had no fault: from the first click after a fault to the next fault.
    private var silent: [Int64] {
        (found?.silentNs ?? []).filter { beat in
            guard let fault = faults.last(where: { $0.beginNs - Self.unrecordedNs <= beat }) else { return true }
            return clicks.contains { $0 > fault.endNs + Self.unrecordedNs && $0 < beat }
        }
    }

    /// Whether everything that is promised held.
    var isPassed: Bool {
        told.lost == 0 && told.beats.count > 10 && jumps.isEmpty && found?.strayNs.isEmpty == true && crashes == 0
            && bridges.absences == 0
    }

    /// What happened, for a person.
    var text: String {
        let strays = found?.strayNs ?? []
        let returns = faults.compactMap { fault in
            clicks.first { $0 > fault.endNs }.map { Double($0 - fault.endNs) / 1e6 }
        }
        let late = told.beats.count(where: \.isLate)
        func ms(_ value: Double?) -> String { (value ?? .nan).text(3) + " ms" }
        let errors = found?.errorsMs
        var lines = [
            "faults         \(faults.count), commands \(commands), xruns \(xruns)",
            "beats told     \(told.beats.count): \(told.lost) lost, \(late) late, \(jumps.count) jumps",
            "clicks heard   \(clicks.count): \(strays.count) off the grid by more than 1 ms, "
                + "\(silent.count) missing without a fault",
            "told − heard   median \(ms(errors?.median)), p99 \(ms(errors?.p99)), worst \(ms(errors?.worst))",
            "after a fault  the next click within \((returns.max() ?? .nan).text()) ms",
            "memory         \(rssAfter.text(1)) MiB"
                + (rssBefore.map { ", \((rssAfter - $0).text(1)) more than after a minute" } ?? ""),
            "bridges        \(bridges.names.joined(separator: ", ")): \(bridges.kills) killed and started again, \(bridges.hangs) of them hung; "
                + "\(bridges.absences) not back in 3 s; \(bridges.messages) MIDI messages",
            "crashes        \(crashes)",
        ]
        lines += strays.prefix(20).map { "off the grid:   \(place(of: $0)), \(nearest(to: $0))" }
        lines += jumps.prefix(20).map { "jump:           \(place(of: $0))" }
        lines += silent.prefix(20).map { "missing:        \(place(of: $0))" }
        lines += lastWords.map { "log:            \($0)" }
        lines.append(isPassed ? "passed" : "failed")
        return lines.map { $0 + "\n" }.joined()
    }

    private func place(of time: Int64) -> String {
        let at = "at \((Double(time - originNs) / 1e9).text(3)) s"
        guard let fault = faults.last(where: { $0.beginNs <= time }) else { return at }
        return "\(at), \((Double(time - fault.beginNs) / 1e9).text(3)) s after the card \(fault.name)"
    }

    private func nearest(to click: Int64) -> String {
        guard let beat = told.beats.min(by: { abs($0.atNs - click) < abs($1.atNs - click) }) else { return "no beat" }
        func ms(_ time: Int64) -> String { (Double(time) / 1e6).text(1) + " ms" }
        return "\(ms(click - beat.atNs)) from beat \(beat.index), which was told "
            + "first \(ms(beat.atNs - beat.firstToldNs)) and last \(ms(beat.atNs - beat.lastToldNs)) ahead"
    }
}
