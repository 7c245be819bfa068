// SPDX-License-Identifier: Apache-2.0

internal import MetronomeBounds
package import MetronomeRhythm

/// Which beats have been announced to which listeners, and what was said of them.
///
/// Every listener gets every beat once, in order, its own lead before the beat is heard; and again, with a higher
/// revision, when the beat moves after that.
package struct BeatAnnouncer: Sendable, Equatable {
    /// One beat for some listeners.
    package struct Announcement: Sendable {
        /// The beat, as it stands now.
        package var beat: AnnouncedBeat
        /// Whether the beat itself is new or has moved, and not only what moves in it.
        package var isBeatNew: Bool
        /// How often the beat's movements have changed since they were first announced.
        package var motionRevision: Int
        /// Who is to get it.
        package var listeners: [ObjectIdentifier]
    }

    /// What was announced of a beat.
    private struct Entry: Equatable {
        var beat: AnnouncedBeat
        /// The last change of the run that the announced movements include.
        var serial: Int
        var motionRevision: Int
    }

    private struct Listener: Equatable {
        /// How long before a beat is heard it is announced.
        var lead: Duration
        /// The first beat that was or will be announced to it; nil until the first pass after it has come.
        var first: Int64?
        /// The first beat that has not been announced to it.
        var next: Int64 = 0
    }

    /// A beat is announced this much earlier than its lead, for the time that the announcement takes.
    package static let margin = Duration.milliseconds(20)
    /// A beat whose time has moved by more than this is announced again; one that is far ahead may move a little more.
    package static let toleranceNs: Int64 = 250_000
    /// A beat that was heard no longer ago than this is still announced, if it could not be before, or if it has moved.
    private static let memory = Duration.seconds(1)
    /// How much the measured rate of a device may change from one beat to the next: 50 ppm, as its reciprocal.
    private static let rateUncertainty: Int64 = 20_000

    private var listeners: [ObjectIdentifier: Listener] = [:]
    /// By index, without a gap: from the beats heard lately to the furthest that was announced.
    private var entries: [Entry] = []
    /// The highest revision of a beat that was dropped from `entries`: such a beat is heard again if the clock moves
    /// back.
    private var lastRevision = 0

    /// No listeners, no beats.
    package init() {}

    /// Whether there are no listeners.
    package var isIdle: Bool { listeners.isEmpty }

    /// Adds a listener, to which the beats after the present one are announced; or changes the lead of one.
    package mutating func listen(_ listener: ObjectIdentifier, lead: Duration) {
        listeners[listener, default: Listener(lead: lead)].lead = lead
    }

    /// Removes a listener.
    package mutating func leave(_ listener: ObjectIdentifier) {
        listeners[listener] = nil
        listeners.giveBackRoom()
    }

    /// Drops all beats: a run begins, or has ended. The next one is announced to all listeners from beat 0 on.
    package mutating func reset() {
        entries = []
        lastRevision = 0
        for key in listeners.keys {
            listeners[key]?.first = 0
            listeners[key]?.next = 0
        }
    }

    /// When the next beat is to be announced; nil without listeners.
    package func nextDue(in run: HeardRun) -> ClockTime? {
        listeners.values.filter { $0.next < run.endBeat }.map { due($0.next, for: $0, in: run) }.min()
    }

    /// What is to be announced now: first the beats that moved, or whose movements changed, to all who know them; then
    /// those newly due, to each listener by its own lead.
    package mutating func announcements(in run: HeardRun, at now: ClockTime) -> [Announcement] {
        guard !isIdle else { return [] }
        let present = run.beat(at: now)
        let oldest = min(present, run.beat(at: now - Self.memory) + 1)
        admit(present: present, oldest: oldest)
        forget(before: oldest)
        fill(to: present, in: run)
        return reannounceMoved(in: run, at: now, present: present) + announceNew(in: run, at: now)
    }

    /// Says which beats each listener knows. One that was there before gets late beats too, unless they are older than
    /// the memory; a new one begins with the beat after the one that is heard, and gets that only if it moves.
    private mutating func admit(present: Int64, oldest: Int64) {
        for (key, listener) in listeners {
            listeners[key]?.first = listener.first ?? max(0, present)
            listeners[key]?.next = listener.first == nil ? max(0, present + 1) : max(listener.next, oldest)
        }
    }

    private mutating func forget(before oldest: Int64) {
        let over = entries.prefix { $0.beat.beat.index < oldest }
        lastRevision = max(lastRevision, over.map { max($0.beat.revision, $0.motionRevision) }.max() ?? 0)
        entries.removeFirst(over.count)
    }

    /// Adds the beats that a listener knows without having got them: the present one for a new listener; or several, if
    /// a new offset has moved the clock back.
    private mutating func fill(to present: Int64, in run: HeardRun) {
        let next = listeners.values.map(\.next)
        let begin = max(0, min(present, next.min() ?? 0))
        let end = max(begin, next.max() ?? 0)
        let kept = entries.first.map { first in first.beat.beat.index..<first.beat.beat.index + Int64(entries.count) }
        let front = begin..<min(end, max(begin, kept?.lowerBound ?? end))
        entries.insert(contentsOf: front.map { entry($0, of: run, revision: lastRevision) }, at: 0)
        guard let kept, kept.upperBound < end else { return }
        for index in kept.upperBound..<end { entries.append(entry(index, of: run, revision: lastRevision)) }
    }

    private func entry(_ index: Int64, of run: HeardRun, revision: Int = 0) -> Entry {
        Entry(
            beat: AnnouncedBeat(index, of: run, revision: revision), serial: run.record.motion.serial(ofBeat: index),
            motionRevision: revision)
    }

    private mutating func reannounceMoved(in run: HeardRun, at now: ClockTime, present: Int64) -> [Announcement] {
        var announcements: [Announcement] = []
        for place in entries.indices {
            let old = entries[place]
            let index = old.beat.beat.index
            var new = entry(index, of: run)
            let far = max(0, new.beat.beat.time.nanoseconds(since: now)).quotient(by: Self.rateUncertainty)
            let hasMoved = new.beat.differs(from: old.beat, toleranceNs: Self.toleranceNs + far)
            // Only a change of the music tells where a beat was that is over; a change of the clock came after it.
            guard new.serial != old.serial || (hasMoved && index >= present) else { continue }
            if hasMoved { new.beat.revision = old.beat.revision + 1 } else { new.beat = old.beat }
            new.motionRevision = old.motionRevision + 1
            entries[place] = new
            let knowing = listeners.filter { ($0.value.first ?? 0)..<$0.value.next ~= index }
            guard !knowing.isEmpty else { continue }
            announcements.append(
                Announcement(
                    beat: new.beat, isBeatNew: hasMoved, motionRevision: new.motionRevision,
                    listeners: Array(knowing.keys)))
        }
        return announcements
    }

    private mutating func announceNew(in run: HeardRun, at now: ClockTime) -> [Announcement] {
        var announced: [Int64: [ObjectIdentifier]] = [:]
        for (key, var listener) in listeners {
            while listener.next < run.endBeat, due(listener.next, for: listener, in: run) <= now {
                announced[listener.next, default: []].append(key)
                listener.next += 1
            }
            listeners[key] = listener
        }
        return announced.sorted { $0.key < $1.key }.map { index, listeners in
            let place = entries.first.map { Int(index - $0.beat.beat.index) } ?? 0
            if place >= entries.count { entries.append(entry(index, of: run)) }
            let entry = entries[place]
            return Announcement(
                beat: entry.beat, isBeatNew: true, motionRevision: entry.motionRevision, listeners: listeners)
        }
    }

    private func due(_ beat: Int64, for listener: Listener, in run: HeardRun) -> ClockTime {
        run.time(ofBeat: beat) - listener.lead - Self.margin
    }
}
