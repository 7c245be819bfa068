// SPDX-License-Identifier: Apache-2.0

internal import Control
internal import NIOCore
internal import Playback
internal import Rhythm

/// Which beats have been told, and what was told of them.
struct Announcer {
    /// A beat is told so long before it is heard.
    static let leadNs: Int64 = 200_000_000
    /// A beat whose time has moved by more than this is told again.
    static let toleranceNs: Int64 = 250_000

    /// Wakes the conductor for the next beat.
    var timer: Scheduled<Void>?
    /// Told and not over yet, in order: the beat that is heard, then those to come.
    private var told: [BeatEvent] = []
    /// The first beat not told yet; nil while nobody listens.
    private var next: Int64?

    /// Forgets all: a run begins or has ended.
    mutating func begin() {
        told = []
        next = 0
    }

    /// Nobody listens any more.
    mutating func pause() {
        told = []
        next = nil
    }

    /// Beats told that are still to come.
    func pending(at now: Int64) -> [BeatEvent] { told.filter { $0.atNs > now } }

    /// When the next beat is to be told.
    func nextDueNs(in score: Score, _ clock: ClockRecord) -> Int64 {
        clock.nanoseconds(ofFrame: Double(score.beat(next ?? 0).frame)) - Self.leadNs
    }

    /// The beats to be told now: those that moved or whose swing bent since they were told, then those newly due.
    mutating func due(in score: Score, _ clock: ClockRecord, now: Int64, sequence: () -> Int) -> [BeatEvent] {
        var events: [BeatEvent] = []
        let heard = Int64(clock.frame(atNanoseconds: now).rounded(.down))
        let present = score.timeline.beat(atFrame: heard)
        // Who listens is told the beat that is heard even if that is late; who begins to, begins with the one after it
        // and hears of this one only if its swing bends.
        var index = next.map { max($0, present) } ?? max(0, present + 1)
        told.removeAll { $0.beatIndex < present }
        if index > present, present >= 0, told.first.map({ $0.beatIndex > present }) ?? true {
            told.insert(Self.event(score.beat(present), in: score, clock), at: 0)
        }
        for index in told.indices {
            let old = told[index]
            var event = Self.event(score.beat(Int64(old.beatIndex)), in: score, clock)
            guard Self.differs(event, from: old) else { continue }
            event.revision = old.revision + 1
            event.seq = sequence()
            told[index] = event
            events.append(event)
        }
        while true {
            let beat = score.beat(index)
            guard clock.nanoseconds(ofFrame: Double(beat.frame)) - Self.leadNs <= now else { break }
            var event = Self.event(beat, in: score, clock)
            event.seq = sequence()
            told.append(event)
            events.append(event)
            index += 1
        }
        next = index
        return events
    }

    private static func differs(_ event: BeatEvent, from old: BeatEvent) -> Bool {
        abs(event.atNs - old.atNs) > toleranceNs || event.bar != old.bar || event.beat != old.beat
            || event.bell != old.bell || event.bpm != old.bpm
            || abs(event.pendulum.beginNs - old.pendulum.beginNs) > toleranceNs
            || abs(event.pendulum.durationNs - old.pendulum.durationNs) > toleranceNs
    }

    private static func event(_ beat: Score.Beat, in score: Score, _ clock: ClockRecord) -> BeatEvent {
        BeatEvent(
            seq: 0, beatIndex: Int(beat.index), revision: 0, bar: Int(beat.bar), beat: beat.beat, bell: beat.bell,
            bpm: beat.tempo.beatsPerMinute, atNs: clock.nanoseconds(ofFrame: Double(beat.frame)),
            pendulum: clock.swing(score.lastSwing(ofBeat: beat.index), rate: score.rate))
    }
}
