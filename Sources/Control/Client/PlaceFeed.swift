// SPDX-License-Identifier: Apache-2.0

internal import MetronomeRhythm
package import MetronomeSession

/// The places of one kind as they are heard: each once, in order.
///
/// A pure value: it is given what the daemon says, and the time. All times are CLOCK_MONOTONIC in nanoseconds. The
/// subscription is one to `timeline` and `state`, from which each beat is known ahead; a beat that moves meanwhile, because
/// the tempo changes, is told at its new time.
package struct PlaceFeed: Sendable {
    /// A place that is heard.
    package struct Heard: Sendable, Hashable {
        /// The start that it belongs to.
        package var run: Int
        /// The beat that is there; nil for an end.
        package var beat: HeardBeat?
        /// When it is heard.
        package var atNs: Int64
        /// The section of a song that the beat belongs to; nil without one.
        package var section: SectionPlace?
        /// What is to be played, and what comes next; nil without prompts.
        package var prompt: String?
        package var nextPrompt: String?

        /// All of its parts.
        package init(run: Int, beat: HeardBeat?, atNs: Int64, section: SectionPlace? = nil) {
            self.section = section
            self.run = run
            self.beat = beat
            self.atNs = atNs
        }
    }

    /// The most places that are told after a pause in which nobody asked; of more, the last.
    private static let mostAtOnce = 1000

    /// The music.
    package private(set) var music: HeardMusic
    private let place: MusicalPlace
    private let earlyNs: Int64
    /// The first beat that has not been told or passed.
    private var next: Int64
    /// The ends that have not been told.
    private var ends: [Heard] = []
    /// The end that was told early.
    private var endedEarly: Heard?
    /// The first beat that was not yet heard at the last time asked about.
    private var unheard: Int64 = 0
    /// The sections and prompts that were told, and not yet heard at that time.
    private var ahead: [Heard] = []

    /// The places from a time on.
    ///
    /// - Parameter early: how long before it is heard a beat is told.
    package init(_ place: MusicalPlace, early: Duration = .zero, _ subscription: Subscription, atNs now: Int64) {
        self.init(place, earlyNs: early.nanoseconds, of: HeardMusic(subscription), atNs: now)
    }

    /// The places of music that is followed already.
    init(_ place: MusicalPlace, earlyNs: Int64, of music: HeardMusic, atNs now: Int64) {
        self.place = place
        self.earlyNs = earlyNs
        self.music = music
        // Of many such places, the first that can be told `earlyNs` ahead; a place that comes once is told late rather than
        // never.
        let isOnly = if case .place = place { true } else { false }
        let begin = ClockTime(nanoseconds: isOnly ? now : now + earlyNs)
        // In the last beat none follows.
        next = music.timeline.map { $0.beat(after: begin)?.index ?? max(0, $0.endBeat ?? 0) } ?? 0
    }

    /// Takes in an event.
    package mutating func add(_ event: Event) {
        let (run, former, timeline) = (music.run, music.status, music.timeline)
        music.add(event)
        // Of a stop and the start after it only the start may be told.
        if former.playing, !music.status.playing || music.status.run > former.run {
            ends = ends.suffix(Self.mostAtOnce - 1) + [Heard(run: former.run, beat: nil, atNs: music.status.nowNs)]
        }
        if music.run > run { (next, unheard, ahead) = (0, 0, []) }
        guard earlyNs > 0, let present = music.timeline, present != timeline else { return }
        // An end that was told comes later, or not at all.
        if let told = endedEarly, told.run == music.run, present.end.map({ $0.nanoseconds > told.atNs }) ?? true {
            endedEarly = nil
        }
        // What was told ahead may give way to something else.
        if place.followsMusic { next = min(next, unheard) }
    }

    /// What is heard by now and has not been told, or is to be told early.
    package mutating func due(atNs now: Int64) -> [Heard] {
        if case .end = place { return dueEnds(atNs: now) }
        if let beat = music.timeline?.beat(after: ClockTime(nanoseconds: now + earlyNs)) {
            next = max(next, beat.index - Int64(Self.mostAtOnce))
        }
        var due: [Heard] = []
        while due.count < Self.mostAtOnce, let heard = following, heard.atNs - earlyNs <= now {
            due.append(heard)
            next = max(next, heard.beat?.index ?? next) + 1
        }
        guard earlyNs > 0, place.followsMusic else { return due }
        ahead = (ahead + due).filter { $0.atNs > now }.suffix(Self.mostAtOnce)
        if let beat = music.account?.beat(after: ClockTime(nanoseconds: now)) { unheard = beat.index }
        return due
    }

    /// One is told early by the timeline, and else when the daemon says that it has stopped: then it can be started again.
    private mutating func dueEnds(atNs now: Int64) -> [Heard] {
        var due = ends.filter { $0.run != endedEarly?.run }
        ends = []
        if let end = following, end.atNs - earlyNs <= now {
            due.append(end)
            endedEarly = end
        }
        return due
    }

    /// When there is something to tell, as far as it is known; nil while the feed waits for the daemon.
    package var wakeNs: Int64? { following.map { $0.atNs - earlyNs } }

    /// Why the place does not come any more in this run; nil where it does, and while nothing plays.
    package var refusal: String? {
        guard place != .end else { return nil }
        if !ends.isEmpty { return "the music ended before \(place.words)" }
        guard case .place(let bar, let beat) = place, let timeline = music.timeline else { return nil }
        let beatAfter = timeline.beat(next).map { "the next beat is @\($0.bar).\($0.beat)" }
        let following = beatAfter ?? "the music ends before the next beat"
        guard let found = timeline.beat(ofBar: Int64(bar), beat, from: next) else {
            // Once its end is known, so are all bars of a song that come.
            let last = timeline.endBeat.flatMap { timeline.beat($0 - 1) }
            guard let last, (last.bar, last.beat) >= (Int64(bar), beat) else { return nil }
            return "@\(bar).\(beat) does not come: \(following)"
        }
        if found.bar != Int64(bar) { return "bar \(bar) has no beat \(beat)" }
        return found.index < next ? "@\(bar).\(beat) is over: \(following)" : nil
    }

    /// The next beat that is to be told. After a stop, one that was heard before it.
    private var following: Heard? {
        if case .end = place {
            guard earlyNs > 0, endedEarly?.run != music.run else { return nil }
            return music.timeline?.end.map { Heard(run: music.run, beat: nil, atNs: $0.nanoseconds) }
        }
        guard let account = music.account else { return nil }
        var first = next
        while let beat = following(from: first, in: account), beat.time.nanoseconds <= music.stopNs ?? .max {
            var heard = Heard(
                run: music.run, beat: beat, atNs: beat.time.nanoseconds,
                section: account.rule(ofBeat: beat.index).section)
            (heard.prompt, heard.nextPrompt) = music.prompt(ofBeat: beat.index, in: account)
            guard ahead.contains(where: { $0.isPlace(of: heard) }) else { return heard }
            first = beat.index + 1
        }
        return nil
    }

    private func following(from first: Int64, in account: HeardTimeline) -> HeardBeat? {
        switch place {
        case .beat: account.beat(first)
        case .bar: account.barLine(from: first)
        case .place(let bar, let beat):
            account.beat(ofBar: Int64(bar), beat, from: first).flatMap {
                $0.index < first || $0.bar != Int64(bar) ? nil : $0
            }
        case .section(let label): account.sectionBegin(label, from: first)
        case .prompt: music.promptBegin(from: first, in: account)
        case .end: nil
        }
    }
}

extension PlaceFeed.Heard {
    /// Whether another is the same place, perhaps at another time.
    fileprivate func isPlace(of other: Self) -> Bool {
        (beat?.bar, beat?.beat, section, prompt) == (other.beat?.bar, other.beat?.beat, other.section, other.prompt)
    }
}

extension MusicalPlace {
    /// Whether which beats are such places follows from what is played.
    fileprivate var followsMusic: Bool {
        switch self {
        case .section, .prompt: true
        case .beat, .bar, .place, .end: false
        }
    }
}
