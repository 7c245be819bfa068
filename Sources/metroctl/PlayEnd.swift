// SPDX-License-Identifier: Apache-2.0

import MetronomeControl
import MetronomeRhythm
import MetronomeSession
import Programs

/// The end of the music that `start --bars` and `--for` ask for: that of a bar.
struct PlayEnd {
    /// The place at which the stop is asked for.
    let place: String
    /// The place in words.
    let words: String
    private let count: Int
    private let change: Change?

    /// The end after a number of bars from where the music is, or begins, or from the bar with which a change holds that is asked
    /// for with them.
    init(bars count: Int, from status: Status, with change: Change? = nil) {
        (self.count, self.change) = (count, change)
        let hasSong = change?.values["song"].map { $0 != .null } ?? (status.song != nil)
        if hasSong, change?.values["pending"] == nil, let position = status.position {
            // What is repeated counts each time, so no number says which bar that is.
            let bars = min(count, Cue.bars.upperBound - 1_000)
            let bar = change?.atBar ?? position.bar
            place = "+\(bars + Self.linesAhead(of: position, in: status, to: change) + max(0, 1 - bar))"
            words = bars == 1 ? "1 bar is over" : "\(bars) bars are over"
            return
        }
        // The bars of a count-in are numbered up to 0, whatever the bar behind them.
        let bar = (change?.atBar ?? status.position?.bar).flatMap { $0 > 0 ? $0 : nil }
        let start = change?.values["song"]?["start_bar"]?.integer.map { Int(clamping: $0) } ?? status.song?.startBar
        let first = max(1, bar ?? start ?? 1)
        // Behind it must be a bar that has a name.
        let last = min(first - 1 + count, Cue.bars.upperBound - 1)
        place = "@\(last + 1)"
        words = "the end of bar \(last)"
    }

    /// How many bar lines come up to where a change of the song holds, which begins a bar: it holds as soon as it can, so
    /// that is at most the end of the bar that is heard and another.
    private static func linesAhead(of position: PositionState, in status: Status, to change: Change?) -> Int {
        guard let change, let begin = change.atBeat, begin > Double(position.beatIndex) else { return 0 }
        let left = Double((status.beatsInBar ?? 1) - position.beat + 1)
        return begin > Double(position.beatIndex) + left ? 2 : 1
    }

    /// The tempo where a change holds, or where the music is.
    static func bpm(from status: Status, with change: Change?) -> Double {
        (change?.values["song"]?["bpm"] ?? change?.values["bpm"])?.number ?? status.bpm
    }

    /// The beats in a bar where a change holds, or where the music is, at least 1.
    static func beatsInBar(from status: Status, with change: Change?) -> Int {
        if let beats = change?.values["song"]?["beats"]?.integer { return max(1, Int(clamping: beats)) }
        guard let change, let written = change.values["meter"]?.string, let meter = try? Meter(parsing: written) else {
            return status.beatsInBar ?? 1
        }
        let note = change.values["beat"]?.string.flatMap { try? NoteValue.length(named: $0) }
        return (note.flatMap { try? meter.counted(in: $0) } ?? meter).beats
    }

    /// Whether a refusal of the end says that the music never gets there.
    static func isUnreached(_ refusal: ControlError?) -> Bool {
        refusal?.reason == ErrorReason.invalid.rawValue && refusal?.param == "at"
    }

    /// Whether a refusal of the end says that the music is over before it, and not that a song repeats its bars for
    /// ever.
    static func isMet(_ refusal: ControlError?, in status: Status) -> Bool {
        isUnreached(refusal) && (status.song?.loop == nil || status.song?.practice?.stops == true)
    }

    /// The ends that wait.
    static func waiting(in status: Status) -> [PendingState] {
        status.pending.filter { $0.changes["playing"] == .bool(false) }
    }

    /// Asks for the end in place of the ends that were asked for before. Nil where the music is over sooner: the former
    /// ends stay then.
    func ask(_ client: ControlClient, _ options: Options) throws(ProgramFailure) -> Change? {
        var (end, answer) = (self, try replaceEnds(client, options))
        // The daemon counts bars from where `stop` arrives: a bar line may have passed since the place was reckoned.
        for _ in 0..<3 where answer != nil && end.isCounted {
            let next = PlayEnd(bars: count, from: try options.status(of: client), with: change)
            guard next.isCounted, next.place != end.place else { break }
            (end, answer) = (next, try next.replaceEnds(client, options))
        }
        return answer
    }

    /// Whether the place is a number of bars from where the music is.
    private var isCounted: Bool { place.hasPrefix("+") }

    private func replaceEnds(_ client: ControlClient, _ options: Options) throws(ProgramFailure) -> Change? {
        let status = try options.status(of: client)
        let former = Self.waiting(in: status)
        var answer = stop(client, options)
        if case .success(let change) = answer {
            try cancel(former, client, options)
            return change
        }
        if case .failure(let failure) = answer, Self.isUnreached(failure.refusal), !former.isEmpty {
            // One of the former ends may be what comes before it.
            try cancel(former, client, options)
            answer = stop(client, options)
            if case .failure = answer { restore(former, client, options) }
        }
        switch answer {
        case .success(let change): return change
        case .failure(let failure) where Self.isMet(failure.refusal, in: status): return nil
        case .failure(let failure): throw failure
        }
    }

    private func stop(_ client: ControlClient, _ options: Options) -> Result<Change, ProgramFailure> {
        Result { () throws(ProgramFailure) in
            try options.ask(client, "stop", ["at": .string(place)], as: Change.self)
        }
    }

    /// Takes ends back. One that waits no more is none.
    private func cancel(_ ends: [PendingState], _ client: ControlClient, _ options: Options) throws(ProgramFailure) {
        for end in ends {
            do throws(ProgramFailure) {
                let params: [String: JSONValue] = ["pending": .integer(Int64(end.pending))]
                _ = try options.ask(client, "cancel", params, as: Cancellation.self)
            } catch  where error.refusal?.reason == ErrorReason.notFound.rawValue {
                continue
            }
        }
    }

    /// Asks for ends again that were taken back.
    private func restore(_ ends: [PendingState], _ client: ControlClient, _ options: Options) {
        for end in ends {
            let place = end.atBar.map { "@\(max(1, $0)).\(end.atBarBeat ?? 1)" } ?? end.at
            _ = try? options.ask(client, "stop", ["at": .string(place)], as: Change.self)
        }
    }
}
