// SPDX-License-Identifier: Apache-2.0

#if DEBUG || Fuzzing
internal import MetronomeControl
internal import MetronomeRhythm
internal import MetronomeSession

/// A result that was answered, and what was known when it came.
struct Answered {
    var line: String
    var call: Call
    var result: JSONValue
    /// The status before it was asked for, and the present one.
    var before, state: JSONValue
    /// Whether nobody else has asked for anything until it came.
    var isAlone: Bool
    var atNs: Int64
    var timeline: TimelineState?
    /// The timeline before it was asked for.
    var former: TimelineState?

    /// Whether one run has played all the time.
    var isPlaying: Bool { before["playing"] == true && state["playing"] == true && before["run"] == state["run"] }
    /// The beat from which it holds.
    var beat: Int? { result["at_beat"]?.integer }
}

/// The laws of what an answer says: of songs, presets, set lists, taps, places, and of a clock that is followed.
struct MusicLaws {
    private var songs = SongLaw()
    private var scenes = SceneLaw()
    private var taps = TapLaw()
    private var runs = RunLaw()

    /// The songs, which stay when a daemon ends.
    var files: SongLaw {
        get { SongLaw(songs: songs.songs) }
        set { songs = newValue }
    }

    /// A file was saved.
    mutating func write(_ name: String, _ text: String) { songs.write(name, text) }

    /// The status is another.
    mutating func take(_ status: JSONValue, after former: JSONValue?, atNs now: Int64) throws(BrokenLaw) {
        try songs.take(status, after: former, atNs: now)
        scenes.take(status, after: former, atNs: now)
        runs.take(status, after: former, atNs: now)
        if let former { try Self.lookAtClock(status, after: former) }
    }

    /// A client has sent a line.
    mutating func ask(_ call: Call?, atNs now: Int64) {
        songs.ask(call, atNs: now)
        scenes.ask(call, atNs: now)
        runs.ask(atNs: now)
    }

    /// A client has been answered.
    mutating func answered(atNs now: Int64) { runs.answered(atNs: now) }

    /// Something was asked for of which nobody tells.
    mutating func forget() {
        taps = TapLaw()
        scenes.forget()
    }

    mutating func answer(_ answered: Answered) throws(BrokenLaw) {
        try songs.answer(answered)
        try scenes.answer(answered)
        try taps.answer(answered)
        try PhaseLaw.look(answered)
        guard answered.isAlone else { return }
        try Self.lookAtPlace(answered)
        try Self.lookAtBell(answered)
    }

    /// A turn is over. `isCalm`: the status was told in it, and nobody waits for an answer.
    mutating func endTurn(
        _ state: JSONValue?, _ timeline: TimelineState?, isCalm: Bool, atNs now: Int64
    ) throws(BrokenLaw) {
        if let state { try scenes.endTurn(state, atNs: now) }
        guard let state, let timeline else { return }
        try runs.look(at: timeline, state, atNs: now)
        if isCalm { try songs.look(at: timeline, state, atNs: now) }
    }

    mutating func hear(_ onsets: [VirtualCard.Onset], atNs now: Int64) throws(BrokenLaw) {
        try runs.hear(onsets, atNs: now)
    }

    mutating func fault(atNs now: Int64) { runs.fault(atNs: now) }

    // MARK: one answer alone

    /// What is asked for at a place waits for it, and a bar that begins at once begins with the next beat.
    private static func lookAtPlace(_ answered: Answered) throws(BrokenLaw) {
        guard answered.isPlaying, answered.before["sync"] == .null, answered.state["sync"] == .null,
            answered.result["at_beat"]?.number != nil
        else { return }
        let result = text(answered.result)
        if case .newBar = answered.call {
            // The first beat of a run may be far off.
            guard let beat = answered.beat, beat > 0, let timeline = answered.timeline, beat < timeline.endBeat ?? .max,
                let bars = timeline.bars.last(where: { $0.fromBeat <= beat }), bars.section == nil
            else { return }
            try law(bars.place(of: beat).beat == 1, "nudge bar begins a bar where it is answered to: \(result)")
            // Beats that are led later are slower than is set.
            let slowest = timeline.segments.map { Double($0.tempo.numerator) / Double($0.tempo.denominator) }.min() ?? 0
            let bpm = min(answered.state["bpm"]?.number ?? 0, answered.before["bpm"]?.number ?? 0, slowest)
            let audio = answered.state["audio"]
            guard bpm > 0, answered.state["speed_trainer"] == "off", answered.before["speed_trainer"] == "off",
                audio?["offset_ms"] == 0, audio?["state"] == "running",
                let atNs = answered.result["at_ns"]?.integer.map(Int64.init)
            else { return }
            let writtenMs = (audio?["fill_ms"]?.number ?? 90) + (audio?["latency_ms"]?.number ?? 90)
            let latest = answered.atNs + Int64((writtenMs + 100) * 1e6 + 60e9 / bpm)
            try law(
                atNs <= latest,
                "nudge bar begins one with the next beat, not \(atNs - answered.atNs) ns later: \(result)")
            return
        }
        let cue: Cue
        switch answered.call {
        case .change(_, let asked, _), .set(_, let asked), .groove(.play(_, _, let asked)), .restore(_, let asked),
            .seek(_, let asked),
            .loop(_, _, let asked), .practise(_, let asked), .song(_, let asked), .songLoad(_, _, _, let asked),
            .tap(_, _, let asked),
            .preset(.load(_, let asked)):
            cue = asked
        default: return
        }
        guard cue != .now else {
            return try law(
                answered.result["pending"] == nil,
                "what is asked for at once waits for nothing to be cancelled: \(answered.line) was \(result)")
        }
        try law(answered.result["pending"] != nil, "what is asked for at a place waits: \(answered.line) was \(result)")
    }

    /// A bell that is set takes the place of the bells among accents.
    private static func lookAtBell(_ answered: Answered) throws(BrokenLaw) {
        guard case .change(let edit, _, _) = answered.call, answered.isAlone, answered.result["pending"] == nil,
            SettingsLaw.leavesPending(answered.before, answered.state),
            edit.values["bell.every"] != nil, edit.values["accents"] == nil, edit.values["meter"] == nil,
            let bell = (try? edit.applied(to: Settings()))?.bell,
            let before = answered.before["accents"]?.string, before != "auto",
            let after = answered.state["accents"]?.string
        else { return }
        let wanted: String
        var signs = before.map { $0 == "X" ? "A" : $0 }
        switch bell {
        case .off: wanted = String(signs)
        case .bar:
            signs[0] = "X"
            wanted = String(signs)
        case .every(let pattern) where pattern.every == signs.count:
            signs[pattern.on - 1] = "X"
            wanted = String(signs)
        case .every: wanted = "auto"
        }
        try law(after == wanted, "a bell moves that of the accents: \(answered.line) made \(after) of \(before)")
    }

    /// While a clock is followed, its owner says the tempo.
    private static func lookAtClock(_ status: JSONValue, after former: JSONValue) throws(BrokenLaw) {
        func leads(_ state: JSONValue) -> Bool {
            let sync = state["sync"]
            return sync?["bpm"]?.number != nil && sync?["stale"] == false && sync?["not_followed"] == .null
                && state["song"] == .null && state["speed_trainer"] == "off"
        }
        guard leads(former), leads(status), former["bpm"] != status["bpm"], former["pending"] == status["pending"],
            let bpm = status["bpm"]?.number, let led = status["sync"]?["bpm"]?.number
        else { return }
        try law(abs(bpm - led) < 0.02, "the owner of the clock says the tempo: \(bpm) bpm are set, and it says \(led)")
    }
}
#endif
