// SPDX-License-Identifier: Apache-2.0

internal import Bounds
internal import Motion

/// A beat that was announced: when it is heard, how its phase rises, and how the rod swings during it.
struct AnnouncedBeat: Sendable {
    /// A phase of the beat, 0...1, and its time.
    private struct Knot {
        var ns: Int64
        var phase: Double
    }

    /// How far the time of the same beat may move when it is announced again, in nanoseconds: a device's rate becomes known
    /// better with time.
    private static let tolerance: Int64 = 20_000_000

    let event: BeatEvent
    /// The onset, then every change of tempo, by time.
    private var knots: [Knot]
    /// The swings, by their begins; each holds until the next begins.
    private var swings: [MotionSegment]

    /// A beat that is announced for the first time.
    init(_ event: BeatEvent) {
        self.event = event
        knots = [Knot(ns: event.atNs, phase: 0)]
        swings = [event.pendulum]
        if isBent {
            let phase = Double(event.pendulum.beginNs - event.atNs) * event.bpm / 60e9
            knots.append(Knot(ns: event.pendulum.beginNs, phase: Swift.min(phase, 1)))
        }
    }

    /// The beat announced again: what has passed of it by then stays as it was.
    init(_ event: BeatEvent, after old: AnnouncedBeat) {
        self.init(event)
        guard isBent, abs(event.atNs - old.event.atNs) < Self.tolerance else { return }
        let change = event.pendulum.beginNs
        knots = old.knots.filter { $0.ns < change } + [Knot(ns: change, phase: old.phase(atNs: change))]
        swings = old.swings.filter { $0.beginNs < change } + [event.pendulum]
    }

    /// The beat under way in a status; nil where none is.
    init?(_ status: Status) {
        guard status.playing, let position = status.position, position.phase > 0,
            let swing = status.pendulum.segment, swing.endNs > status.nowNs, status.bpm > 0,
            BeatEvent.times.contains(status.nowNs)
        else { return nil }
        let isWhole = Double(swing.durationNs) * status.bpm > 0.98 * 60e9
        let onset =
            isWhole
            ? swing.beginNs : status.nowNs - Int64(clamping: Swift.min(position.phase * 60e9 / status.bpm, 1e15))
        event = BeatEvent {
            $0.run = status.run
            $0.beatIndex = position.beatIndex
            $0.bar = position.bar
            $0.beat = position.beat
            $0.bell = position.bell
            $0.bpm = status.bpm
            $0.atNs = onset
            $0.pendulum = swing
        }
        guard event.isPlausible else { return nil }
        knots = [Knot(ns: onset, phase: 0)]
        if !isWhole { knots.append(Knot(ns: status.nowNs, phase: position.phase)) }
        swings = [swing]
    }

    var index: Int { event.beatIndex }
    var atNs: Int64 { event.atNs }
    /// When the next beat is heard.
    var endNs: Int64 { Swift.max(event.atNs, event.pendulum.endNs) }

    /// Whether the tempo has changed during the beat, rather than between beats.
    private var isBent: Bool { event.pendulum.beginNs > event.atNs + 1_000_000 }

    /// Whether the tempo has changed between its onset and a time.
    func isChanged(atNs time: Int64) -> Bool { knots.count > 1 && knots[1].ns <= time }

    /// The part of it that has passed, 0...1.
    func phase(atNs time: Int64) -> Double {
        guard let last = knots.lastIndex(where: { $0.ns <= time }) else { return 0 }
        let begin = knots[last]
        let end = last + 1 < knots.count ? knots[last + 1] : Knot(ns: endNs, phase: 1)
        guard end.ns > begin.ns else { return end.phase }
        let part = Swift.min(1, Double(time - begin.ns) / Double(end.ns - begin.ns))
        return begin.phase + (end.phase - begin.phase) * part
    }

    /// The movement of the rod at a time.
    func swing(atNs time: Int64) -> MotionSegment {
        swings.last { $0.beginNs <= time } ?? swings.first ?? event.pendulum
    }
}

extension MotionSegment {
    /// How the rod comes to rest when the music stops during this movement; the movement itself where it ends upright.
    func resting(atNs time: Int64) -> MotionSegment {
        if to == 0 { return self }
        let swing = Segment(from: from, to: to, begin: 0, duration: Double(durationNs) / 1e9, curve: curve)
        let glide = Pendulum().settling(swing, at: Double(time &- beginNs) / 1e9)
        return MotionSegment {
            $0.from = glide.from
            $0.to = glide.to
            $0.beginNs = time
            $0.durationNs = Int64(clamping: glide.duration * 1e9)
            $0.curve = glide.curve
        }
    }
}

extension BeatEvent {
    /// Whether its numbers are small enough to calculate with: those of a daemon are, those of another peer may be any.
    var isPlausible: Bool {
        let counts = 0..<1 << 40
        return counts.contains(beatIndex) && counts.contains(bar) && (1...1 << 20).contains(beat)
            && Self.times.contains(atNs) && Self.times.contains(pendulum.beginNs)
            && Self.times.contains(pendulum.durationNs) && (1e-3...1e6).contains(bpm)
    }

    /// Times that can be added and subtracted without overflow, in nanoseconds.
    static let times = Int64(0)..<1 << 61
}
