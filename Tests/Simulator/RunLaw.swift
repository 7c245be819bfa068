// SPDX-License-Identifier: Apache-2.0

#if DEBUG || Fuzzing
internal import MetronomeControl
internal import MetronomeRhythm

/// A run begins with its count-in and a bar that is heard, it ends when that is told, and where a timer ends it there are three
/// strokes.
struct RunLaw {
    /// The run that was looked at last; nil before the first status.
    private var run: Int?
    /// What decides how a run begins, and when it became that.
    private var deciding: [JSONValue?] = []
    private var decidedNs: Int64 = 0
    private static let deciding = [
        "count_in", "song", "sync", "pending", "random_mute", "gap_trainer", "accents", "setlist",
    ]
    private var lastAskNs: Int64 = 0
    private var disturbedNs: Int64 = 0
    /// When a timer is over, and when sounds were heard of late.
    private var endNs: Int64?
    private var heard: [Int64] = []
    /// When all of the strokes were heard; nil while it plays.
    private var overNs: Int64?
    /// When the music ends by itself, as it was told, and when that was told; nil where it does not.
    private var foretold: (endNs: Int64, saidNs: Int64)?
    /// How long after that it was over.
    private var differenceNs: Int64?
    /// How long the last stroke may fade, and a report may take.
    private static let fadingNs: Int64 = 400_000_000

    mutating func take(_ status: JSONValue, after former: JSONValue?, atNs now: Int64) {
        let present = Self.deciding.map { status[$0] }
        if present != deciding { (deciding, decidedNs) = (present, now) }
        // A run that plays when the law begins has begun elsewhere.
        if run == nil { run = status["playing"] == true ? status["run"]?.integer : -1 }
        let wasPlaying = former?["playing"] == true
        if let foretold, wasPlaying, status["playing"] == false, lastAskNs < min(foretold.saidNs, now - 2_000_000_000),
            now > disturbedNs
        {
            differenceNs = now - foretold.endNs
        }
        // That a run is over is known of the device, whose sound an offset has heard at another time.
        let isSure =
            status["sync"] == .null && status["audio"]?["state"] == "running" && status["audio"]?["offset_ms"] == 0
        foretold = isSure ? status["position"]?["ends_at_ns"]?.integer.map { (Int64($0), now) } : nil
        if wasPlaying, status["playing"] == false, let endNs {
            overNs = endNs > lastAskNs && now >= endNs && former?["pending"] == .array([]) ? endNs : nil
            if overNs == nil { self.endNs = nil }
            return
        }
        if status["playing"] == true { overNs = nil }
        guard overNs == nil else { return }
        endNs = status["practice"]?["timer"]?["end_ns"]?.integer.map(Int64.init)
        guard endNs != nil else { return }
        let isHeard = (Loudness(status).beat(.bell)?.x ?? 0) > 0.01 && status["audio"]?["offset_ms"] == 0
        let isKnown = status["song"] == .null && status["sync"] == .null && status["audio"]?["state"] == "running"
        if !isHeard || !isKnown { endNs = nil }
    }

    mutating func ask(atNs now: Int64) { lastAskNs = now }

    /// What was asked for is done: it may have waited long for files.
    mutating func answered(atNs now: Int64) {
        lastAskNs = now
        differenceNs = nil
    }

    mutating func fault(atNs now: Int64) { disturbedNs = now + 5_000_000_000 }

    /// The timeline of a run that has begun.
    mutating func look(at timeline: TimelineState, _ state: JSONValue, atNs now: Int64) throws(BrokenLaw) {
        guard let run, timeline.run != run else { return }
        self.run = timeline.run
        guard state["run"]?.integer == timeline.run, now > decidedNs + 2_000_000_000,
            state["song"] == .null, state["sync"] == .null, state["pending"] == .array([]),
            let first = timeline.bars.first, first.fromBeat == 0, let count = state["count_in"]?.integer
        else { return }
        let (bar, beat) = first.place(of: 0)
        try law(
            (bar, beat) == (1 - count, 1),
            "a run begins with its count-in of \(count) bars, not with beat \(beat) of bar \(bar)")
        guard state["random_mute"] != "off", state["gap_trainer"] == "off",
            state["accents"]?.string?.contains(".") == false
        else { return }
        for bars in timeline.bars where bars.place(of: bars.fromBeat).bar == 1 {
            let isHeard = bars.accents?.contains(".") != true
            try law(isHeard, "the first bar of a random mute is heard: that has \(bars.accents ?? "")")
        }
    }

    /// Sounds that were heard.
    mutating func hear(_ onsets: [VirtualCard.Onset], atNs now: Int64) throws(BrokenLaw) {
        if let differenceNs {
            self.differenceNs = nil
            let seconds = Double(differenceNs) / 1e9
            try law(
                differenceNs.magnitude < Self.fadingNs.magnitude,
                "music ends when that was told: \(seconds) s after that")
        }
        // When a timer is over may be told with the first stroke.
        heard += onsets.lazy.filter { $0.value > 0.001 }.map(\.atNs)
        if let first = heard.first, first < now - 6_000_000_000 { heard.removeAll { $0 < now - 4_000_000_000 } }
        guard let overNs, now > overNs + 2_500_000_000 else { return }
        self.overNs = nil
        self.endNs = nil
        let strokes = heard.count { $0 > overNs - 5_000_000 }
        heard = []
        guard lastAskNs < overNs, now > disturbedNs else { return }
        try law(strokes >= 3, "a timer ends with three strokes of the bell, of which \(strokes) were heard")
    }
}
#endif
