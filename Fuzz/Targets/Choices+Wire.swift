// SPDX-License-Identifier: Apache-2.0

internal import Choices
internal import Control
internal import ControlSamples
internal import Motion
internal import Session

/// What a daemon may say: its types, with numbers of any size.
extension Choices {
    /// A time near the present one, or any.
    mutating func nanoseconds() -> Int64 {
        switch number(below: 4) {
        case 0: Status.allegro.nowNs + Int64(number(below: 1 << 16)) * 1_000_000
        case 1: Status.allegro.nowNs - Int64(number(below: 1 << 16)) * 1_000_000
        case 2: pick([0, 1, .max, .min, .max - 1, 1 << 62, -(1 << 62), 1 << 53])
        default: Int64(whole())
        }
    }

    /// A time by the clock of this machine, which nobody else sets.
    mutating func localNs() -> Int64 {
        chance(oneIn: 8)
            ? pick([0, 1, 1 << 53, 1 << 60]) : Status.allegro.nowNs + Int64(number(below: 1 << 16)) * 1_000_000
    }

    /// A number that JSON can have.
    mutating func finite(in range: ClosedRange<Double>? = nil) -> Double {
        let number = double(in: range)
        return number.isFinite ? number : 0
    }

    private mutating func integer(in range: ClosedRange<Int>) -> Int {
        chance(oneIn: 4) ? whole(in: range) : pick([range.lowerBound, 4, 1])
    }

    mutating func subscription() -> Subscription {
        var status = status()
        status.timeline = OrNull(wrappedValue: chance(oneIn: 4) ? nil : timeline())
        return Subscription(seq: integer(in: 0...9), events: Set(EventKind.allCases), state: status)
    }

    mutating func event() -> Event {
        let (seq, run) = (integer(in: 0...1000), chance(oneIn: 4) ? whole() : 3)
        switch number(below: 6) {
        case 0: return .timeline(TimelineEvent(seq: seq, run: run, timeline: chance(oneIn: 8) ? nil : timeline()))
        case 1: return .state(StateEvent(seq: seq, run: run, changed: ["song", "position"], state: status()))
        case 2:
            return .section(
                SectionEvent(seq: seq, run: run, section: section(), next: chance(oneIn: 2) ? section() : nil))
        case 3: return .audio(AudioEvent(seq: seq, run: run, audio: Status.allegro.audio))
        default:
            var beat = BeatEvent.sample(index: number(below: 16))
            (beat.seq, beat.run) = (seq, run)
            (beat.beatIndex, beat.bar, beat.beat) = (integer(in: 0...8), integer(in: 1...8), integer(in: 1...8))
            (beat.bpm, beat.atNs, beat.revision) = (finite(in: 1...1000), nanoseconds(), integer(in: 0...3))
            beat.pendulum = segment()
            return .beat(beat)
        }
    }

    private mutating func segment() -> MotionSegment {
        MotionSegment(
            from: finite(in: -30...30), to: finite(in: -30...30), beginNs: nanoseconds(),
            durationNs: chance(oneIn: 2) ? 500_000_000 : nanoseconds(), curve: .easeInOut)
    }

    private mutating func section() -> SectionState {
        SectionState(
            index: chance(oneIn: 4) ? nil : integer(in: 0...8), label: "a", pass: integer(in: 1...4),
            times: integer(in: 1...4), fromBeat: integer(in: 0...64), atNs: chance(oneIn: 2) ? nanoseconds() : nil)
    }

    private mutating func status() -> Status {
        var status = chance(oneIn: 4) ? Status.stopped : .allegro
        if chance(oneIn: 2) { status.bpm = finite(in: 1...1000) }
        if chance(oneIn: 4) { status.meter = value(of: .meter).text ?? "" }
        if chance(oneIn: 4) { status.otherSettings["beat"] = .string(value(of: .beat).text ?? "") }
        if chance(oneIn: 8) { status.nowNs = nanoseconds() }
        if chance(oneIn: 4) { status.run = whole() }
        if chance(oneIn: 4) { status.pendulum = PendulumState(angle: finite(), velocity: finite(), segment: segment()) }
        if chance(oneIn: 4) {
            status.position = PositionState(
                beatIndex: whole(), bar: whole(), beat: whole(), phase: finite(in: 0...1), bell: false)
        }
        if chance(oneIn: 4) {
            status.song = SongState(
                path: "/a.toml", title: nil, bars: integer(in: 1...100), startBar: integer(in: 1...100),
                scale: chance(oneIn: 2) ? 1 : finite(in: 0.1...4),
                loop: chance(oneIn: 4) ? .init(fromBar: whole(), toBar: whole()) : nil, beats: integer(in: 1...64),
                section: chance(oneIn: 2) ? section() : nil, next: chance(oneIn: 2) ? section() : nil)
        }
        if chance(oneIn: 4) {
            status.sync = SyncState(
                source: pick(["midi", "link", "jack", "system"]), bpm: finite(in: 1...1000),
                quantum: integer(in: 1...64),
                proposal: chance(oneIn: 2) ? finite(in: 1...1000) : nil)
        }
        return status
    }

    mutating func timeline() -> TimelineState {
        var segments = (0...number(below: 3)).map { _ in
            TimelineState.Segment(
                origin: origin(), atNs: nanoseconds(), tempo: tempo(), ratePPM: chance(oneIn: 4) ? finite() : 12.5)
        }
        for index in segments.indices where chance(oneIn: 3) {
            segments[index].curve = pick(["linear_in_beats", "linear_in_time", "constant", "new"])
            segments[index].curveBegin = origin()
            segments[index].to = tempo()
            segments[index].length = finite(in: 0...64)
        }
        segments.sort { ($0.origin.beat, $0.origin.fraction) < ($1.origin.beat, $1.origin.fraction) }
        if chance(oneIn: 2) {
            for (index, time) in segments.map(\.atNs).sorted().enumerated() { segments[index].atNs = time }
        }
        let bars = (0...number(below: 3)).map { _ in
            TimelineState.Bars(
                fromBeat: integer(in: 0...64), origin: .init(beat: integer(in: 0...64), bar: integer(in: 1...64)),
                beats: integer(in: 1...64),
                bell: chance(oneIn: 2) ? BellState(every: integer(in: 1...128), on: integer(in: 1...128)) : nil,
                accents: chance(oneIn: 2) ? pick(["X", "XxAx", "", "é."]) : nil,
                section: chance(oneIn: 3) ? section() : nil, beatLength: chance(oneIn: 3) ? quarters() : nil,
                songBegin: chance(oneIn: 3) ? quarters() : nil)
        }
        let lanes = chance(oneIn: 3) ? [TimelineState.Lanes(fromBeat: integer(in: 0...64), lanes: [lane()])] : nil
        return TimelineState(
            run: chance(oneIn: 4) ? whole() : 3, segments: segments, bars: bars, lanes: lanes,
            endBeat: chance(oneIn: 3) ? whole(in: 0...1000) : nil)
    }

    private mutating func lane() -> TimelineState.Lane {
        let count = number(below: 8)
        return TimelineState.Lane(
            name: "a", id: integer(in: 0...63), origin: origin(), denominator: integer(in: 1...Int(Int32.max)),
            cycle: integer(in: 1...Int(Int32.max)), places: (0..<count).map { _ in integer(in: 0...16) },
            accents: String(repeating: "x", count: count),
            chances: chance(oneIn: 2) ? (0..<count).map { _ in integer(in: 0...65_535) } : nil,
            first: chance(oneIn: 2) ? whole() : nil, end: chance(oneIn: 2) ? whole() : nil, muted: false)
    }

    private mutating func origin() -> TimelineState.Segment.Origin {
        .init(beat: integer(in: 0...64), fraction: chance(oneIn: 4) ? finite(in: 0...1) : 0.5)
    }

    private mutating func tempo() -> TimelineState.Segment.Tempo {
        chance(oneIn: 2)
            ? .init(numerator: 60 + number(below: 256), denominator: 1)
            : .init(numerator: whole(), denominator: whole())
    }

    private mutating func quarters() -> TimelineState.Bars.Quarters {
        chance(oneIn: 2) ? .init(numerator: 1, denominator: 2) : .init(numerator: whole(), denominator: whole())
    }
}
