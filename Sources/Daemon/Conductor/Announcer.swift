// SPDX-License-Identifier: Apache-2.0

internal import Control
internal import NIOCore
internal import Playback
internal import Rhythm

/// Which beats have been told to whom, and what was told of them.
struct Announcer {
    /// What is to be told, and to whom.
    struct Telling {
        var beat: BeatEvent
        /// Whether the beat itself is new or has moved, and not only what moves in it.
        var isBeatNew = true
        /// How often the beat's movements have changed since they were told first.
        var motionRevision: Int
        var listeners: [ObjectIdentifier]
    }

    /// A beat, and by which change of the score its movements go.
    private struct Told {
        var beat: BeatEvent
        var serial: Int
        var motionRevision: Int
    }

    /// Somebody who hears of beats, and of which.
    private struct Listener {
        /// How long before a beat is heard it is told.
        var leadNs: Int64
        /// The first beat it knows of; nil for one that has just come.
        var first: Int64?
        /// The first beat it was not told.
        var next: Int64 = 0
    }

    /// A beat is told so much earlier than was asked for, lest it come late by the time that telling takes.
    static let marginNs: Int64 = 20_000_000
    /// A beat whose time has moved by more than this is told again; one that is far ahead may move a little more.
    static let toleranceNs: Int64 = 250_000
    /// For so long a beat that is over is still told, if nobody could before, and told again if a change moved it.
    private static let memoryNs: Int64 = 1_000_000_000
    /// What a device's rate may be known better from one beat to the next: 50 ppm of the time until then.
    private static let rateUncertainty: Int64 = 20_000

    /// Wakes the conductor for the next beat.
    var timer: Scheduled<Void>?
    private var listeners: [ObjectIdentifier: Listener] = [:]
    /// Told to somebody, and not long over: those that were heard, the one that is, then those to come, without a gap.
    private var told: [Told] = []
    /// The highest revision of a beat that is over, in case that its time comes again.
    private var lastRevision = 0

    /// Whether nobody listens.
    var isIdle: Bool { listeners.isEmpty }

    /// Takes somebody in, who hears of the beats after the present one; or only changes the lead of who is in already.
    mutating func listen(_ listener: ObjectIdentifier, leadNs: Int64) {
        listeners[listener, default: Listener(leadNs: leadNs)].leadNs = leadNs
    }

    /// Tells somebody no more.
    mutating func leave(_ listener: ObjectIdentifier) {
        listeners[listener] = nil
        trim()
    }

    /// Forgets the beats: a run begins, or has ended. Whoever listens hears of it from beat 0 on.
    mutating func begin() {
        told = []
        lastRevision = 0
        for key in listeners.keys {
            listeners[key]?.first = 0
            listeners[key]?.next = 0
        }
    }

    /// When the next beat is to be told to somebody; nil while nobody listens.
    func nextDueNs(in score: Score, _ clock: ClockRecord) -> Int64? {
        listeners.values.map { dueNs(of: $0.next, to: $0, in: score, clock) }.min()
    }

    /// What is to be told now: the beats that moved or whose swing bent, to all who know of them; then those newly due,
    /// to each by its own lead.
    mutating func due(in score: Score, _ clock: ClockRecord, now: Int64, sequence: () -> Int) -> [Telling] {
        guard !isIdle else { return [] }
        func beat(heardAt time: Int64) -> Int64 {
            score.timeline.beat(atFrame: Int64(clock.frame(atNanoseconds: time).rounded(.down)))
        }
        let present = beat(heardAt: now)
        move(to: present, forgettingBefore: min(present, beat(heardAt: now - Self.memoryNs) + 1), in: score, clock)
        return again(in: score, clock, now: now, present: present, sequence)
            + anew(in: score, clock, now: now, sequence)
    }

    /// Takes note of the beat that is heard, -1 before the first.
    private mutating func move(
        to present: Int64, forgettingBefore oldest: Int64, in score: Score, _ clock: ClockRecord
    ) {
        for key in listeners.keys {
            guard let listener = listeners[key] else { continue }
            // Who listens is told even what is late; who has just come begins with the beat after the one that is
            // heard, and hears of this one only if its swing bends.
            listeners[key]?.first = listener.first ?? max(0, present)
            listeners[key]?.next = listener.first == nil ? max(0, present + 1) : max(listener.next, oldest)
        }
        let over = told.prefix { $0.beat.beatIndex < oldest }
        lastRevision = max(lastRevision, over.map { max($0.beat.revision, $0.motionRevision) }.max() ?? 0)
        told.removeFirst(over.count)
        trim()
        // The present beat of who has just come; or several, if the offset has put their time off.
        let next = listeners.values.map(\.next)
        let end = told.first.map { Int64($0.beat.beatIndex) } ?? next.max() ?? 0
        let begin = max(0, min(present, next.min() ?? 0))
        guard begin < end else { return }
        let missing = (begin..<end).map { index in
            var event = Self.event(score.beat(index), in: score, clock)
            event.revision = lastRevision
            return Told(beat: event, serial: score.serial(ofBeat: index), motionRevision: lastRevision)
        }
        told = missing + told
    }

    private mutating func again(
        in score: Score, _ clock: ClockRecord, now: Int64, present: Int64, _ sequence: () -> Int
    ) -> [Telling] {
        var tellings: [Telling] = []
        for index in told.indices {
            var entry = told[index]
            let beat = Int64(entry.beat.beatIndex)
            let event = Self.event(score.beat(beat), in: score, clock)
            let serial = score.serial(ofBeat: beat)
            let hasMoved = Self.differs(event, from: entry.beat, now: now)
            // Of a beat that is over only a change of the music can say where it was; a clock's change came after it.
            guard serial != entry.serial || (hasMoved && beat >= present) else { continue }
            if hasMoved {
                let revision = entry.beat.revision + 1
                entry.beat = event
                entry.beat.revision = revision
            }
            entry.serial = serial
            entry.motionRevision += 1
            let knowing = listeners.filter { ($0.value.first ?? 0)..<$0.value.next ~= beat }
            if !knowing.isEmpty {
                entry.beat.seq = sequence()
                tellings.append(
                    Telling(
                        beat: entry.beat, isBeatNew: hasMoved, motionRevision: entry.motionRevision,
                        listeners: Array(knowing.keys)))
            }
            told[index] = entry
        }
        return tellings
    }

    private mutating func anew(
        in score: Score, _ clock: ClockRecord, now: Int64, _ sequence: () -> Int
    ) -> [Telling] {
        var hearing: [Int64: [ObjectIdentifier]] = [:]
        for (key, var listener) in listeners {
            while dueNs(of: listener.next, to: listener, in: score, clock) <= now {
                hearing[listener.next, default: []].append(key)
                listener.next += 1
            }
            listeners[key] = listener
        }
        return hearing.sorted { $0.key < $1.key }.map { index, listeners in
            let place = told.first.map { Int(index) - $0.beat.beatIndex } ?? 0
            if place >= told.count {
                told.append(
                    Told(
                        beat: Self.event(score.beat(index), in: score, clock), serial: score.serial(ofBeat: index),
                        motionRevision: 0))
            }
            told[place].beat.seq = sequence()
            return Telling(
                beat: told[place].beat, motionRevision: told[place].motionRevision, listeners: listeners)
        }
    }

    /// Forgets what nobody knows of.
    private mutating func trim() {
        let end = listeners.values.map(\.next).max() ?? 0
        while let last = told.last, last.beat.beatIndex >= end { told.removeLast() }
    }

    private func dueNs(of beat: Int64, to listener: Listener, in score: Score, _ clock: ClockRecord) -> Int64 {
        clock.nanoseconds(ofFrame: Double(score.timeline.frame(ofBeat: beat))) - listener.leadNs - Self.marginNs
    }

    private static func differs(_ event: BeatEvent, from old: BeatEvent, now: Int64) -> Bool {
        let tolerance = toleranceNs + max(0, event.atNs - now) / rateUncertainty
        return abs(event.atNs - old.atNs) > tolerance || event.bar != old.bar || event.beat != old.beat
            || event.bell != old.bell || event.bpm != old.bpm
            || abs(event.pendulum.beginNs - old.pendulum.beginNs) > tolerance
            || abs(event.pendulum.durationNs - old.pendulum.durationNs) > tolerance
    }

    private static func event(_ beat: Score.Beat, in score: Score, _ clock: ClockRecord) -> BeatEvent {
        BeatEvent(
            seq: 0, beatIndex: Int(beat.index), revision: 0, bar: Int(beat.bar), beat: beat.beat, bell: beat.bell,
            bpm: beat.tempo.beatsPerMinute, atNs: clock.nanoseconds(ofFrame: Double(beat.frame)),
            pendulum: clock.swing(score.lastSwing(ofBeat: beat.index), rate: score.rate))
    }
}
