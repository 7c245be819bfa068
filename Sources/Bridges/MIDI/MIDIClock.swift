// SPDX-License-Identifier: Apache-2.0

internal import MetronomeBounds
package import MetronomeControl
internal import MetronomeRhythm
internal import MetronomeSession

/// A MIDI clock of what the daemon plays: 24 clocks a quarter note, start, stop, continue and song position.
///
/// A pure value: it is given what the daemon says, and the time. Times are CLOCK_MONOTONIC in nanoseconds; those of clocks are
/// the times at which their places are heard, later by the offset. A beat of the meter is as long as its note: an eighth in
/// 6/8 has 12 clocks. What is counted in before bar 1 has clocks, but is not played along with. Where the music goes on
/// somewhere else, and where clocks were lost in a stall, the followers are stopped and sent to the next sixteenth. After a clock
/// that was late the next waits for half of its length at least: clocks never come in a burst.
package struct MIDIClock: Sendable {
    /// A message and when it is due.
    package struct Due: Sendable, Hashable {
        package var message: MIDIMessage
        package var atNs: Int64
    }

    /// How long before its clock a message such as start is sent, at the most; a spare moment for the receiver.
    private static let mostLeadNs: Int64 = 5_000_000
    /// The most messages that are returned at once.
    private static let mostAtOnce = 64

    private var music: HeardMusic
    /// What clocks are sent by: the timeline of the music, and after a stop the former one until `cutNs`.
    private var timeline: HeardTimeline?
    /// When clocks end that are sent later than their places were heard; nil while the music plays.
    private var cutNs: Int64?
    private let offsetNs: Int64
    private var run: Int
    /// The stretches of the timeline, from the present one on.
    private var stretches: [ClockStretch] = []
    /// The next clock of the first stretch; nil while nothing plays.
    private var next: Int64?
    /// The clock that the followers play next; nil while they are stopped.
    private var followers: Int64?
    /// When the last clock was sent, and by the music was due.
    private var sent: (atNs: Int64, dueNs: Int64)?
    /// The place of a beat that was reached, in clocks.
    private var known: (beat: Int64, place: Ratio)?

    /// A clock of what is heard from a time on.
    ///
    /// - Parameter offsetNs: how much later clocks are sent than their places are heard.
    package init(_ subscription: Subscription, offsetNs: Int64 = 0, atNs now: Int64) {
        music = HeardMusic(subscription)
        run = subscription.state.run
        self.offsetNs = offsetNs
        timeline = music.timeline
        plan(atNs: now)
    }

    /// Whether followers play.
    package var isRolling: Bool { followers != nil }

    /// Takes in an event.
    package mutating func add(_ event: Event, atNs now: Int64) {
        let before = music.timeline
        music.add(event)
        guard music.timeline != before else { return }
        if music.timeline == nil, offsetNs > 0, isRolling {
            cutNs = (music.stopNs ?? now) + offsetNs
            return
        }
        (timeline, cutNs) = (music.timeline, nil)
        if let timeline = music.timeline, timeline.run != run {
            (run, known, next, sent) = (timeline.run, nil, nil, nil)
        }
        plan(atNs: now)
    }

    /// Forgets that the followers were told anything: messages were lost. They are stopped, and sent to their place where music plays.
    package mutating func lose() { followers = .min }

    /// The messages that are due up to `aheadNs` nanoseconds from now, in order.
    package mutating func due(atNs now: Int64, aheadNs: Int64 = 0) -> [Due] {
        var due: [Due] = []
        var lost = 0
        while due.count < Self.mostAtOnce, let following, following.atNs <= now + aheadNs {
            // A clock that is late by more than the next one is left out.
            let isLost = following.message == .clock && (nextClockNs(after: following) ?? .max) <= now
            if !isLost {
                due.append(following)
                let atNs = max(now, following.atNs)
                // A stop takes back what was given ahead.
                if following.message == .stop { sent = sent.map { (min($0.atNs, atNs), min($0.dueNs, atNs)) } }
                if following.message == .clock { sent = (atNs, nextNs ?? atNs) }
            }
            pass(following, isLost: isLost)
            guard isLost else { continue }
            lost += 1
            approach(atNs: now)
            // Its own times contradict each other: nothing is known until the daemon tells another one.
            if lost > Self.mostAtOnce { (stretches, next, known) = ([], nil, nil) }
        }
        return due
    }

    /// Says that the clock which was due last had been sent by then: a stall while it was written makes it late, too.
    package mutating func wasSent(atNs: Int64) {
        sent = sent.map { (max($0.atNs, atNs), $0.dueNs) }
    }

    /// When the next message is due; nil while the clock waits for the daemon.
    package var wakeNs: Int64? { following?.atNs }

    // MARK: what comes next

    /// The next message.
    private var following: Due? {
        guard let next, let stretch = stretches.first else {
            return isRolling ? Due(message: .stop, atNs: timeline == nil ? .min : min(endNs, cutNs ?? .max)) : nil
        }
        let dueNs = ns(ofClock: next, in: stretch)
        let clockNs = max(dueNs, sent.map { $0.atNs + max(0, dueNs - $0.dueNs) / 2 } ?? .min)
        if let cutNs, clockNs >= cutNs { return isRolling ? Due(message: .stop, atNs: cutNs) : nil }
        let leadNs = clockNs - min(Self.mostLeadNs, clockLengthNs(next, stretch) / 2)
        if followers == next, stretch.isMusic { return Due(message: .clock, atNs: clockNs) }
        if isRolling { return Due(message: .stop, atNs: leadNs) }
        guard stretch.isMusic, next.isMultiple(of: 6), next >= 0 else { return Due(message: .clock, atNs: clockNs) }
        let sixteenth = Int(clamping: next / 6)
        if next == 0 { return Due(message: .start, atNs: leadNs) }
        let isTold = positionTold == next || !MIDIMessage.positions.contains(sixteenth)
        return Due(message: isTold ? .resume : .position(sixteenth), atNs: leadNs)
    }

    /// The clock whose position the followers were sent to.
    private var positionTold: Int64?

    /// Goes on after a message.
    private mutating func pass(_ due: Due, isLost: Bool) {
        switch due.message {
        case .clock:
            guard let clock = next else { return }
            if !isLost, followers != nil { followers = clock + 1 }
            next = clock + 1
            enterNextStretch()
        case .stop:
            followers = nil
            // What was played on is over.
            if cutNs != nil { (timeline, cutNs, stretches, next, known) = (nil, nil, [], nil, nil) }
        case .position: positionTold = next
        case .start, .resume: (followers, positionTold) = (next, nil)
        }
    }

    /// Goes to the stretch that has the next clock.
    private mutating func enterNextStretch() {
        while let stretch = stretches.first, let clock = next, !stretch.contains(clock: clock) {
            stretches.removeFirst()
            if let end = stretch.end, let place = stretch.place(ofBeat: end) { known = (end, place) }
            next = stretches.first?.firstClock
        }
    }

    /// Leaves out what was lost until shortly before a time: after a long stall that is more than can be counted through.
    private mutating func approach(atNs now: Int64) {
        guard let stretch = stretches.first, let clock = next, let place = place(atNs: now) else { return }
        next = max(clock, stretch.clock(ofBeats: place.beats - Double(stretch.begin)) - 2)
        enterNextStretch()
    }

    // MARK: times

    private var endNs: Int64 {
        guard let timeline, let end = timeline.endBeat else { return .min }
        return timeline.time(of: BeatPosition(whole: end)).nanoseconds + offsetNs
    }

    /// What clocks are sent for at a time; nil while nothing plays.
    private func place(atNs now: Int64) -> BeatPosition? {
        timeline?.position(at: ClockTime(nanoseconds: now - offsetNs))
    }

    /// When the next clock is due by the music.
    private var nextNs: Int64? {
        guard let next, let stretch = stretches.first else { return nil }
        return ns(ofClock: next, in: stretch)
    }

    private func ns(ofClock number: Int64, in stretch: ClockStretch) -> Int64 {
        guard let timeline else { return .max }
        let beats = BeatPosition(beats: min(max(stretch.beats(ofClock: number), -0x1p53), 0x1p53))
        let place = BeatPosition(whole: stretch.begin + beats.whole, fraction: beats.fraction)
        return timeline.time(of: place).nanoseconds + offsetNs
    }

    private func clockLengthNs(_ number: Int64, _ stretch: ClockStretch) -> Int64 {
        ns(ofClock: number + 1, in: stretch) - ns(ofClock: number, in: stretch)
    }

    /// When the clock after one is due.
    private func nextClockNs(after due: Due) -> Int64? {
        guard let clock = next, let stretch = stretches.first else { return nil }
        if stretch.contains(clock: clock + 1) { return ns(ofClock: clock + 1, in: stretch) }
        return stretches.dropFirst().first.map { ns(ofClock: $0.firstClock, in: $0) }
    }

    // MARK: the timeline

    /// Takes a timeline in: clocks that were sent stay, and what follows is by the new one.
    private mutating func plan(atNs now: Int64) {
        guard let timeline else {
            (stretches, next, known) = ([], nil, nil)
            return
        }
        let sent = stretches.first.flatMap { stretch in next.map { (stretch, $0) } }
        // The last beat that was reached by what was sent, or that is heard.
        let beat: Int64
        if let (stretch, clock) = sent {
            beat = stretch.begin + max(0, Int64(clamping: stretch.beats(ofClock: clock - 1)))
            known = stretch.place(ofBeat: beat).map { (beat, $0) } ?? known
        } else {
            beat = max(0, place(atNs: now)?.whole ?? 0)
        }
        stretches = ClockStretch.stretches(of: timeline, from: beat, known: known?.beat == beat ? known?.place : nil)
        next = stretches.first?.firstClock
        if let (stretch, clock) = sent {
            // As far as the clocks that were sent.
            let reached = Double(stretch.begin) + stretch.beats(ofClock: clock - 1)
            skip { _, stretch, clock in Double(stretch.begin) + stretch.beats(ofClock: clock) < reached + 1e-9 }
        } else {
            skip { clock, stretch, number in clock.ns(ofClock: number, in: stretch) < now }
        }
    }

    /// No clock is left out from here on: farther than a timeline counts beats.
    private static let mostSkipped: Int64 = 1 << 58

    /// Leaves out clocks, from the first one on. Where one is over, so is each before it: the last is searched for, since a daemon
    /// may tell of more than can be counted through.
    private mutating func skip(where isOver: (MIDIClock, ClockStretch, Int64) -> Bool) {
        while let stretch = stretches.first, var last = next, last < Self.mostSkipped, isOver(self, stretch, last) {
            func isOverToo(_ clock: Int64) -> Bool {
                clock < Self.mostSkipped && stretch.contains(clock: clock) && isOver(self, stretch, clock)
            }
            var step: Int64 = 1
            while isOverToo(last + step) {
                last += step
                step *= 2
            }
            while step > 0 {
                if isOverToo(last + step) { last += step }
                step /= 2
            }
            next = last + 1
            enterNextStretch()
        }
    }
}
