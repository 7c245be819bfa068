// SPDX-License-Identifier: Apache-2.0

internal import Choices
internal import ControlSamples
internal import MetronomeControl
internal import MetronomeMotion
internal import MetronomeSession

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
        status.timeline = .some(chance(oneIn: 4) ? nil : timeline())
        return Subscription(seq: integer(in: 0...9), events: Set(EventKind.allCases), state: status)
    }

    mutating func event() -> Event {
        let (seq, run) = (integer(in: 0...1000), chance(oneIn: 4) ? whole() : 3)
        switch number(below: 6) {
        case 0:
            return .timeline(
                TimelineEvent {
                    $0.seq = seq; $0.run = run; $0.timeline = chance(oneIn: 8) ? nil : timeline()
                })
        case 1:
            return .state(
                StateEvent {
                    $0.seq = seq; $0.run = run; $0.changed = ["song", "position"]; $0.state = status()
                })
        case 2:
            return .section(
                SectionEvent {
                    $0.seq = seq; $0.run = run; $0.section = section()
                    $0.next = chance(oneIn: 2) ? section() : nil
                })
        case 3: return .audio(AudioEvent { ($0.seq, $0.run, $0.audio) = (seq, run, Status.allegro.audio) })
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
        MotionSegment {
            $0.from = finite(in: -30...30); $0.to = finite(in: -30...30)
            $0.beginNs = nanoseconds()
            $0.durationNs = chance(oneIn: 2) ? 500_000_000 : nanoseconds()
            $0.curve = .easeInOut
        }
    }

    private mutating func section() -> SectionState {
        SectionState {
            $0.index = chance(oneIn: 4) ? nil : integer(in: 0...8); $0.label = "a"
            $0.pass = integer(in: 1...4); $0.times = integer(in: 1...4)
            $0.fromBeat = integer(in: 0...64); $0.atNs = chance(oneIn: 2) ? nanoseconds() : nil
        }
    }

    private mutating func status() -> Status {
        var status = chance(oneIn: 4) ? Status.stopped : .allegro
        if chance(oneIn: 2) { status.settings.bpm = finite(in: 1...1000) }
        if chance(oneIn: 4) { status.settings.meter = value(of: .meter).text ?? "" }
        if chance(oneIn: 4) { status.settings.others["beat"] = .string(value(of: .beat).text ?? "") }
        if chance(oneIn: 8) { status.nowNs = nanoseconds() }
        if chance(oneIn: 4) { status.run = whole() }
        if chance(oneIn: 4) {
            status.pendulum = PendulumState {
                $0.angle = finite(); $0.velocity = finite(); $0.segment = segment()
            }
        }
        if chance(oneIn: 4) {
            status.position = PositionState {
                $0.beatIndex = whole(); $0.bar = whole(); $0.beat = whole()
                $0.phase = finite(in: 0...1)
            }
        }
        if chance(oneIn: 4) {
            status.song = SongState {
                $0.path = "/a.toml"; $0.bars = integer(in: 1...100)
                $0.startBar = integer(in: 1...100)
                $0.scale = chance(oneIn: 2) ? 1 : finite(in: 0.1...4)
                $0.loop = chance(oneIn: 4) ? .init { ($0.fromBar, $0.toBar) = (whole(), whole()) } : nil
                $0.beats = integer(in: 1...64); $0.section = chance(oneIn: 2) ? section() : nil
                $0.next = chance(oneIn: 2) ? section() : nil
            }
        }
        if chance(oneIn: 4) {
            status.sync = SyncState {
                $0.source = pick(["midi", "link", "jack", "system"]); $0.bpm = finite(in: 1...1000)
                $0.quantum = integer(in: 1...64)
                $0.proposal = chance(oneIn: 2) ? finite(in: 1...1000) : nil
            }
        }
        return status
    }

    mutating func timeline() -> TimelineState {
        var segments = (0...number(below: 3)).map { _ in
            TimelineState.Segment {
                $0.origin = origin(); $0.atNs = nanoseconds(); $0.tempo = tempo()
                $0.ratePPM = chance(oneIn: 4) ? finite() : 12.5
            }
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
            TimelineState.Bars {
                $0.fromBeat = integer(in: 0...64)
                $0.origin = .init(beat: integer(in: 0...64), bar: integer(in: 1...64))
                $0.beats = integer(in: 1...64)
                $0.bell = chance(oneIn: 2) ? BellState(every: integer(in: 1...128), on: integer(in: 1...128)) : nil
                $0.accents = chance(oneIn: 2) ? pick(["X", "XxAx", "", "é."]) : nil
                $0.section = chance(oneIn: 3) ? section() : nil
                $0.beatLength = chance(oneIn: 3) ? quarters() : nil
                $0.songBegin = chance(oneIn: 3) ? quarters() : nil
            }
        }
        let lanes =
            chance(oneIn: 3)
            ? [
                TimelineState.Lanes {
                    $0.fromBeat = Double(integer(in: 0...256)) / 4; $0.lanes = [lane()]
                }
            ] : nil
        return TimelineState {
            $0.run = chance(oneIn: 4) ? whole() : 3; $0.segments = segments; $0.bars = bars
            $0.lanes = lanes; $0.endBeat = chance(oneIn: 3) ? whole(in: 0...1000) : nil
        }
    }

    private mutating func lane() -> TimelineState.Lane {
        let count = number(below: 8)
        return TimelineState.Lane {
            $0.name = "a"; $0.id = integer(in: 0...63); $0.origin = origin()
            $0.denominator = integer(in: 1...Int(Int32.max))
            $0.cycle = integer(in: 1...Int(Int32.max))
            $0.places = (0..<count).map { _ in integer(in: 0...16) }
            $0.accents = String(repeating: "x", count: count)
            $0.chances = chance(oneIn: 2) ? (0..<count).map { _ in integer(in: 0...65_535) } : nil
            $0.first = chance(oneIn: 2) ? whole() : nil
            $0.end = chance(oneIn: 2) ? whole() : nil
        }
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
