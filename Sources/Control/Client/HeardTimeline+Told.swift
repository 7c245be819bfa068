// SPDX-License-Identifier: Apache-2.0

internal import MetronomeBounds
internal import MetronomeRhythm
public import MetronomeSession

extension HeardTimeline {
    /// The timeline that a daemon tells; nil for one that cannot be calculated with: a newer daemon may tell other curves, and
    /// another peer any numbers. A lane that cannot be calculated with is left out.
    public init?(_ told: TimelineState) {
        let (segments, rules) = (told.segments.compactMap { Segment($0) }, told.bars.compactMap { BarRules.Rule($0) })
        let isOrdered = zip(segments, segments.dropFirst()).allSatisfy { $0.time <= $1.time && $0.origin <= $1.origin }
        guard !segments.isEmpty, segments.count == told.segments.count, isOrdered, !rules.isEmpty,
            rules.count == told.bars.count, Told.beats.contains(told.endBeat ?? 0)
        else { return nil }
        self.init(
            run: told.run, segments: segments, rules: rules, lanes: (told.lanes ?? []).compactMap { LaneRule($0) },
            endBeat: told.endBeat.map { Int64($0) })
    }
}

/// The numbers that are calculated with.
private enum Told {
    static let beats = -1 << 53..<1 << 53
    static let beatsInBar = 1...1 << 20
    static let bars = -1 << 42..<1 << 42
    /// Of places in a song, in quarter notes.
    static let quarters = 0..<0x1p42
    /// Times that can be added and subtracted without overflow, in nanoseconds: those of a daemon are.
    static let times = Int64(0)..<1 << 61
    /// In beats per minute.
    static let tempi = 1e-3...1e6
    /// How much faster something is than its nominal rate, in millionths.
    static let rates = -100_000.0..<100_000
    /// How long a beat is, in quarter notes.
    static let beatLengths = 0x1p-30...0x1p14
    /// In how many beats a tempo changes.
    static let changes = 1e-9...0x1p31
    /// How long a change of tempo takes, and how long before its segment it began, in minutes.
    static let minutes = 0..<0x1p31
    static let laneOrigins = -1 << 50..<1 << 50
    /// Linear: louder than any that is set.
    static let gains = 0.0...1e3
    static let pans = -1.0...1.0
}

// MARK: the tempo

extension HeardTimeline.Segment {
    fileprivate init?(_ told: TimelineState.Segment) {
        guard let shape = TempoCurve.Shape(name: told.curve), let origin = Position(told.origin),
            Told.times.contains(told.atNs), Told.rates.contains(told.ratePPM),
            Told.rates.contains(told.correctionPPM ?? 0), let start = Ratio(told.tempo)
        else { return nil }
        var (end, length, begin) = (start, Ratio.one, origin)
        if shape != .constant {
            guard let to = told.to.flatMap({ Ratio($0) }), let beats = told.length, Told.changes.contains(beats),
                let place = told.curveBegin.map({ Position($0) }) ?? origin,
                let ratio = Ratio(Int64(clamping: (beats * 1e9).rounded()), over: 1_000_000_000),
                Told.minutes.contains(beats / min(start, to).value),
                Told.minutes.contains(Double(origin.ticks - place.ticks) * 0x1p-64 / min(start, to).value)
            else { return nil }
            (end, length, begin) = (to, ratio, place)
        }
        // The rate at which frames are counted is any: what counts is that it is the same for all of them.
        guard let (start, end, beat) = Self.counted(start, end),
            let rate = SampleRate(hertz: SampleRate.range.lowerBound)
        else { return nil }
        self.init(
            TimelineSegment(
                originPlace: FramePlace(frame: 0), originPosition: origin,
                curve: TempoCurve(from: start, to: end, shape, length: length), curveBegin: begin, beat: beat,
                sampleRate: rate),
            time: ClockTime(nanoseconds: told.atNs), rate: 1 + told.ratePPM * 1e-6,
            correction: 1 + (told.correctionPPM ?? 0) * 1e-6)
    }

    /// Two tempi in beats per minute, as tempi of a note, and how many beats that is; nil where they are too far apart.
    private static func counted(_ start: Ratio, _ end: Ratio) -> (Tempo, Tempo, Ratio)? {
        if let start = Tempo(start), let end = Tempo(end) { return (start, end, .one) }
        // Beats that are not what a song counts may be too fast or too slow for a `Tempo`: both tempi are then of a note of which
        // the faster one has a thousand a minute.
        let (faster, finest) = (max(start, end), start == end ? Ratio.finest : 1_000_000)
        let thousandth = 1000 * Int128(faster.denominator)
        guard let beat = Ratio(nearest: Int128(faster.numerator), over: thousandth, denominatorAtMost: finest),
            beat > .zero, let scale = faster.inverse?.times(1000), let one = start.multiplied(by: scale),
            let other = end.multiplied(by: scale), let start = Tempo(one), let end = Tempo(other)
        else { return nil }
        return (start, end, beat)
    }
}

extension Tempo {
    /// The tempo of a number of beats per minute; nil for a number that no tempo has.
    fileprivate init?(_ ratio: Ratio) {
        guard let tempo = try? Tempo(ratio.numerator, over: ratio.denominator) else { return nil }
        self = tempo
    }
}

extension Ratio {
    /// Beats per minute that can be calculated with.
    fileprivate init?(_ told: TimelineState.Segment.Tempo) {
        self.init(Int64(told.numerator), over: Int64(told.denominator))
        guard told.denominator > 0, Told.tempi.contains(value) else { return nil }
    }

    /// Quarter notes.
    fileprivate init?(_ told: TimelineState.Bars.Quarters) {
        self.init(Int64(told.numerator), over: Int64(told.denominator))
        guard told.denominator > 0 else { return nil }
    }
}

extension Position {
    fileprivate init?(_ told: TimelineState.Segment.Origin) {
        guard Told.beats.contains(told.beat), (0..<1).contains(told.fraction) else { return nil }
        self.init(whole: Int64(told.beat), fraction: UInt64(clamping: told.fraction * 0x1p64))
    }
}

// MARK: bars and sections

extension BarRules.Rule {
    fileprivate init?(_ told: TimelineState.Bars) {
        let (length, begin) = (told.beatLength.map { Ratio($0) } ?? .one, told.songBegin.map { Ratio($0) } ?? .zero)
        guard Told.beats.contains(told.fromBeat), Told.beats.contains(told.origin.beat),
            Told.bars.contains(told.origin.bar), Told.beatsInBar.contains(told.beats),
            let length, Told.beatLengths.contains(length.value), let begin, Told.quarters.contains(begin.value),
            Told.gains.contains(told.volume ?? 1)
        else { return nil }
        let accents = (told.accents ?? "").map { Accent(sign: $0) ?? .normal }
        self.init(
            fromBeat: Int64(told.fromBeat),
            grid: BarGrid(
                originBeat: Int64(told.origin.beat), originBar: Int64(told.origin.bar), beatsPerBar: told.beats),
            accents: BeatAccents(
                bar: accents.isEmpty ? [.normal] : accents,
                bell: told.bell.flatMap { try? BellPattern(every: $0.every, on: $0.on) }),
            section: told.section.map { SectionPlace($0) }, beatLength: length,
            songBegin: told.songBegin == nil ? nil : begin, volume: told.volume ?? 1)
    }
}

extension SectionPlace {
    /// The section that a daemon tells.
    package init(_ told: SectionState) {
        self.init(
            index: told.index, label: told.label, pass: told.pass, times: told.times, fromBeat: Int64(told.fromBeat))
    }
}

// MARK: lanes

extension LaneRule {
    fileprivate init?(_ told: TimelineState.Lanes) {
        guard Double(Told.beats.lowerBound)..<Double(Told.beats.upperBound) ~= told.fromBeat else { return nil }
        let place = Position(ticks: BeatPosition(beats: told.fromBeat).ticks)
        self.init(from: place, entries: told.lanes.compactMap { Entry($0) })
    }
}

extension LaneRule.Entry {
    fileprivate init?(_ told: TimelineState.Lane) {
        let (signs, chances) = (Array(told.accents), told.chances ?? told.places.map { _ in 65_535 })
        guard 0..<Lane.most ~= told.id, !signs.isEmpty, signs.count == told.places.count,
            chances.count == signs.count, Told.laneOrigins.contains(told.origin.beat),
            let origin = Position(told.origin), told.first ?? .min <= told.end ?? .max,
            let anchor = Ratio(nearest: origin.ticks >> 11, over: 1 << 53),
            // Of onsets that are closer than a millionth of a beat there is no end.
            Double(told.cycle) * 1e6 > Double(told.denominator) * Double(signs.count),
            Told.gains.contains(told.gain ?? 1), Told.gains.contains(told.bellGain ?? 1),
            Told.pans.contains(told.pan ?? 0)
        else { return nil }
        let onsets = told.places.indices.map { index in
            Pattern.Onset(
                place: Int32(clamping: told.places[index]), accent: Accent(sign: signs[index]) ?? .mute,
                chance: Double(UInt16(clamping: chances[index])) / 65_535)
        }
        guard let pattern = try? Pattern(cycle: told.cycle, denominator: told.denominator, onsets: onsets) else {
            return nil
        }
        let numbers = told.first == nil && told.end == nil ? nil : Int64(told.first ?? .min)..<Int64(told.end ?? .max)
        self.init(
            name: told.name,
            lane: Lane(id: told.id, pattern: pattern, anchor: .position(anchor), onsets: numbers), isMuted: told.muted,
            voice: told.sound.map { sound in
                let gain = told.gain ?? 1
                return LaneRule.LaneVoice(
                    sound: sound, gain: gain, bellVolume: gain > 0 ? (told.bellGain ?? gain) / gain : 1,
                    pan: told.pan ?? 0)
            })
    }
}
