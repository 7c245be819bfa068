// SPDX-License-Identifier: Apache-2.0

internal import MetronomeControl

/// The beats that were announced to a subscriber, with the time at which each is heard.
struct ToldBeats {
    /// One beat, as last announced before it was heard.
    struct Beat {
        let index: Int
        /// When it is heard.
        var atNs: Int64
        /// Of the beat after it.
        var bpm: Double
        /// When it was announced, first and last.
        let firstToldNs: Int64
        var lastToldNs: Int64

        /// Whether it was first announced after it was heard.
        var isLate: Bool { firstToldNs > atNs }
    }

    /// How long after a beat was heard its announcement still counts: on a busy machine the listener is late itself.
    var graceNs: Int64 = 0
    /// In the order in which they came.
    private(set) var beats: [Beat] = []
    /// Beats that were never announced: the numbers left out, and those that the daemon reports as dropped.
    private(set) var lost = 0

    /// Takes an event that arrived at `now`.
    mutating func take(_ event: Event, at now: Int64) {
        if case .lagged(let lagged) = event { lost += lagged.dropped.beat }
        guard case .beat(let beat) = event else { return }
        if let index = beats.suffix(32).lastIndex(where: { $0.index == beat.beatIndex }) {
            // An announcement after the beat was heard is of no use.
            guard now < max(beats[index].atNs, beat.atNs) + graceNs else { return }
            beats[index].atNs = beat.atNs
            beats[index].bpm = beat.bpm
            beats[index].lastToldNs = now
        } else {
            if let last = beats.last { lost += max(0, beat.beatIndex - last.index - 1) }
            beats.append(
                Beat(
                    index: beat.beatIndex, atNs: beat.atNs, bpm: beat.bpm, firstToldNs: now, lastToldNs: now))
        }
    }

    /// Listens on a subscription for so long, or until there is nothing more.
    mutating func listen(to client: ControlClient, until end: Int64) throws {
        while true {
            let left = max(0, end - Clock.nowNs)
            guard let line = try client.nextEvent(timeout: .nanoseconds(left)) else { return }
            if let event = try Event(line: line) { take(event, at: Clock.nowNs) }
        }
    }
}

/// The announced beats compared with the clicks that were heard.
struct Comparison {
    /// |announced − heard| of the beats that have a click, in ms.
    let errorsMs: Spread
    /// When beats without a click should have been heard.
    let silentNs: [Int64]
    /// When clicks without a beat were heard.
    let strayNs: [Int64]

    /// Pairs each click with the beat nearest to it, where they are at most `window` seconds apart and neither is taken.
    /// Beats and clicks outside of `span` are left alone.
    init(_ told: ToldBeats, with clicks: [Int64], within window: Double, in span: ClosedRange<Int64>) {
        let beats = told.beats.map(\.atNs).sorted()
        let limit = Int64(window * 1e9)
        var errors: [Double] = []
        var taken = Set<Int>()
        var strays: [Int64] = []
        var next = 0
        for click in clicks {
            while next + 1 < beats.count, abs(beats[next + 1] - click) <= abs(beats[next] - click) { next += 1 }
            if !beats.isEmpty, abs(beats[next] - click) <= limit, taken.insert(next).inserted {
                if span.contains(click) { errors.append(Double(abs(beats[next] - click)) / 1e6) }
            } else if span.contains(click) {
                strays.append(click)
            }
        }
        errorsMs = Spread(errors)
        strayNs = strays
        silentNs = beats.indices.filter { !taken.contains($0) && span.contains(beats[$0]) }.map { beats[$0] }
    }
}
