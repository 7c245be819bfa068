// SPDX-License-Identifier: Apache-2.0

#if DEBUG || Fuzzing
internal import MetronomeControl
internal import MetronomeRhythm
internal import MetronomeSession

/// A song is played as it is written: bar after bar, as fast as it is scaled, from where it is sought, and again where it is repeated.
struct SongLaw {
    /// By the names of their files.
    private(set) var songs: [String: WrittenSong] = [:]
    /// The beats of the run from which something else was asked for.
    private var changed: Set<Int> = [0]
    /// What decides how a song is played.
    private var deciding: [JSONValue?] = []
    /// Until then what was asked for may be on its way.
    private var settledNs: Int64 = 0

    init(songs: [String: WrittenSong] = [:]) { self.songs = songs }

    mutating func write(_ name: String, _ text: String) { songs[name] = WrittenSong(text) }

    mutating func take(_ status: JSONValue, after former: JSONValue?, atNs now: Int64) throws(BrokenLaw) {
        let song = status["song"]
        if status["playing"] == false { try lookAtRest(status) }
        let present = [status["run"], status["pending"], song?["path"], song?["scale"], song?["loop"]]
        if present != deciding { settledNs = max(settledNs, now + 1_500_000_000) }
        if present[0] != deciding.first { changed = [0] }
        deciding = present
        for change in status["pending"]?.array ?? [] { note(change["at_beat"]) }
    }

    private mutating func note(_ beat: JSONValue?) {
        if let beat = beat?.number.flatMap({ Int(exactly: $0.rounded(.up)) }) { changed.insert(beat) }
    }

    mutating func ask(_ call: Call?, atNs now: Int64) {
        // A beat that is moved has another tempo for a while.
        switch call {
        case .nudge, .tap, .follow: settledNs = max(settledNs, now + 60_000_000_000)
        default: break
        }
    }

    /// While nothing plays, the tempo that is told is the one of the next start.
    private func lookAtRest(_ status: JSONValue) throws(BrokenLaw) {
        guard let told = status["song"], let song = song(told), let bar = told["start_bar"]?.integer,
            let scale = told["scale"]?.number, let bpm = status["bpm"]?.number,
            let wanted = song.section(ofBar: bar)?.bpm(ofBar: bar)
        else { return }
        try law(
            abs(bpm - wanted * scale) < 0.01,
            "a song at rest tells how fast it begins: bar \(bar) is \(wanted) bpm by \(scale), not \(bpm)")
    }

    // MARK: what is answered

    mutating func answer(_ answered: Answered) throws(BrokenLaw) {
        note(answered.result["at_beat"])
        guard let told = answered.result["song"], let song = song(told) else { return }
        let line = answered.line
        switch answered.call {
        case .songLoad(_, _, let place, _):
            guard let bar = place.map({ song.bars(of: $0)?.lowerBound }) ?? 1 else { return }
            let told = told["start_bar"]?.integer
            try law(told == bar, "a song begins where it is asked to: \(line) begins with bar \(told ?? 0), not \(bar)")
        case .seek(let place, _):
            guard let bar = song.bars(of: place)?.lowerBound else { return }
            try lookAtSeek(answered, told, bar)
        case .loop(let from, let to, _):
            guard let first = song.bars(of: from), let last = song.bars(of: to) else { return }
            let wanted = [first.lowerBound, last.upperBound]
            let loop = told["loop"]
            try law(
                [loop?["from_bar"]?.integer, loop?["to_bar"]?.integer] == wanted,
                "a loop is what is asked for: \(line) repeats \(text(loop)), not \(wanted)")
            let start = told["start_bar"]?.integer ?? 0
            try law(
                (wanted[0]...max(wanted[0], wanted[1])).contains(start),
                "what is repeated begins in it: \(line) begins with bar \(start), which is not one of \(wanted)")
        case .song(.scale(let scale), _):
            let told = told["scale"]?.number ?? 0
            try law(abs(told - scale.value) < 1e-9, "a song is scaled as it is asked to: \(line) makes it \(told)")
        default: break
        }
    }

    private func lookAtSeek(_ answered: Answered, _ told: JSONValue, _ bar: Int) throws(BrokenLaw) {
        let loop = told["loop"]
        let repeated = (loop?["from_bar"]?.integer ?? 1)...max(1, loop?["to_bar"]?.integer ?? .max)
        let start = told["start_bar"]?.integer
        try law(
            start == bar || !repeated.contains(bar),
            "a seek is in the song that is told: \(answered.line) goes to bar \(start ?? 0) of it, not to \(bar)")
        try law(
            bar <= repeated.upperBound,
            "behind a loop nothing is repeated: \(answered.line) leaves \(text(loop))")
        // A place that is reached may be that of what has waited for a bar.
        guard answered.isAlone, answered.isPlaying, answered.before["pending"] == .array([]), let beat = answered.beat,
            let bars = answered.timeline?.bars.first(where: { $0.fromBeat == beat }), bars.section != nil
        else { return }
        let place = bars.place(of: beat)
        try law(
            place == (bar, 1),
            "a seek goes to the begin of a bar: \(answered.line) to beat \(place.beat) of bar \(place.bar), not to \(bar)"
        )
    }

    // MARK: what is played

    /// What is told of a song that nobody changes.
    func look(at timeline: TimelineState, _ state: JSONValue, atNs now: Int64) throws(BrokenLaw) {
        guard now > settledNs, state["pending"] == .array([]), state["sync"] == .null, let told = state["song"],
            let song = song(told), let scale = told["scale"]?.number
        else { return }
        let first = max(changed.max() ?? 0, timeline.bars.first.map { $0.fromBeat + 1 } ?? 0)
        let loop = told["loop"].flatMap { loop in
            loop["from_bar"]?.integer.flatMap { from in loop["to_bar"]?.integer.map { (from, $0) } }
        }
        try lookAtCountIn(song, told["practice"]?["from"]?.number ?? scale, timeline)
        let practice = told["practice"]
        let scales = (practice?["from"]?.number ?? scale)...max(practice?["goal"]?.number ?? scale, scale)
        for (index, bars) in timeline.bars.enumerated() where bars.fromBeat >= first && bars.section?.index != nil {
            let (bar, _) = bars.place(of: bars.fromBeat)
            guard let section = song.section(ofBar: bar) else { throw BrokenLaw("a song has no bar \(bar)") }
            try law(
                section.label == bars.section?.label && section.beats == bars.beats,
                "bar \(bar) of a song is as it is written: \(section), not \(bars.beats) beats in \(bars.section?.label ?? "")"
            )
            let segment = timeline.segments.last { $0.origin.beat <= bars.fromBeat }
            if let tempo = segment?.tempo, segment?.curve == "constant", section.toBpm == nil {
                let bpm = Double(tempo.numerator) / Double(tempo.denominator)
                try law(
                    (section.bpm * scales.lowerBound - 0.01...section.bpm * scales.upperBound + 0.01).contains(bpm),
                    "bar \(bar) of a song is as fast as it is written and scaled: \(section.bpm) by \(scales), not \(bpm)"
                )
            }
            guard index + 1 < timeline.bars.count else { continue }
            let next = timeline.bars[index + 1]
            guard next.section?.index != nil, !changed.contains(next.fromBeat) else { continue }
            let (last, beat) = bars.place(of: next.fromBeat - 1)
            try law(beat == bars.beats, "a bar of a song is played to its end: bar \(last) ends with beat \(beat)")
            let (follower, _) = next.place(of: next.fromBeat)
            let allowed = song.followers(of: last, pass: bars.section?.pass ?? 1, loop)
            try law(allowed.contains(follower), "bar \(last) of a song is followed by \(allowed), not by \(follower)")
        }
    }

    /// A count-in is as fast as the bar that it leads to.
    private func lookAtCountIn(_ song: WrittenSong, _ scale: Double, _ timeline: TimelineState) throws(BrokenLaw) {
        for (bars, next) in zip(timeline.bars, timeline.bars.dropFirst()) where bars.section != nil {
            let bar = next.place(of: next.fromBeat).bar
            guard bars.section?.index == nil, next.section?.index != nil, next.fromBeat > changed.max() ?? -1,
                let wanted = song.section(ofBar: bar)?.bpm(ofBar: bar),
                let segment = timeline.segments.last(where: { $0.origin.beat < next.fromBeat }),
                segment.curve == "constant"
            else { continue }
            let bpm = Double(segment.tempo.numerator) / Double(segment.tempo.denominator)
            try law(
                abs(bpm - wanted * scale) < 0.01,
                "a count-in is as fast as what it leads to: bar \(bar) begins with \(wanted) by \(scale), not \(bpm)")
        }
    }

    /// What is written of a song that is told.
    private func song(_ told: JSONValue) -> WrittenSong? {
        told["path"]?.string?.split(separator: "/").last.flatMap { songs[String($0)] }
    }
}

/// A song of plain sections, as its file has it.
struct WrittenSong {
    struct Section: CustomStringConvertible {
        var label = ""
        /// Its first bar, how many it has, and how often they are played.
        var bar = 1
        var bars = 1
        var times = 1
        var beats = 4
        var bpm = 120.0
        /// Where its tempo leads to along its bars; nil where it stays.
        var toBpm: Double?

        var lastBar: Int { bar + bars - 1 }

        /// How fast one of its bars begins.
        func bpm(ofBar number: Int) -> Double {
            bpm + ((toBpm ?? bpm) - bpm) * Double(number - bar) / Double(bars)
        }

        var description: String { "\(beats) beats in \(label)" }
    }

    private var sections: [Section] = []

    /// Nil for one that has more than that.
    init?(_ text: String) {
        for line in text.split(separator: "\n") {
            let parts = line.split(separator: " = ", maxSplits: 1)
            let value = parts.last.map { $0.filter { $0 != "\"" } } ?? ""
            let last = sections.count - 1
            switch (parts.first, last) {
            case ("[[section]]", _): sections.append(Section(bar: (sections.last?.lastBar ?? 0) + 1))
            case ("count_in", -1), ("volume", 0...), ("lanes", 0...): break
            case ("label", 0...): sections[last].label = value
            case ("bars", 0...): sections[last].bars = Int(value) ?? 1
            case ("times", 0...): sections[last].times = Int(value) ?? 1
            case ("tempo", 0...):
                let numbers = value.split { !$0.isNumber }.compactMap { Double($0) }
                guard let bpm = numbers.first, numbers.count <= 2 else { return nil }
                (sections[last].bpm, sections[last].toBpm) = (bpm, numbers.dropFirst().first)
            case ("meter", 0...):
                guard value.hasSuffix("/4"), let beats = Int(value.dropLast(2)) else { return nil }
                sections[last].beats = beats
            default: return nil
            }
        }
    }

    func section(ofBar bar: Int) -> Section? { sections.first { $0.bar...$0.lastBar ~= bar } }

    /// The bars of a label, or that of a number.
    func bars(of place: String) -> ClosedRange<Int>? {
        if let bar = Int(place) { return section(ofBar: bar).map { _ in bar...bar } }
        return sections.first { $0.label == place }.map { $0.bar...$0.lastBar }
    }

    /// The bars that may come after one.
    func followers(of bar: Int, pass: Int, _ loop: (from: Int, to: Int)?) -> [Int] {
        guard let section = section(ofBar: bar) else { return [] }
        let isRepeated = bar == section.lastBar && pass < section.times
        return [isRepeated ? section.bar : bar + 1] + (loop?.to == bar ? [loop?.from ?? bar] : [])
    }
}
#endif
