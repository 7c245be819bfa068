// SPDX-License-Identifier: Apache-2.0

internal import MetronomeRhythm
internal import MetronomeSession

extension Performance {
    /// What is done at a time, without being asked.
    enum Wake: Hashable {
        /// The next beat is announced.
        case announcement
        /// The clock is looked at, for the timeline.
        case timeline
        /// A section is announced, or heard.
        case section
        /// Other bars, settings or another section are heard.
        case heard
        /// A client's frames go on.
        case frame(Client)
        /// A change that waits is heard, or the music is over, or is planned farther.
        case pending
        /// A trainer changes something, or the plan is to reach farther.
        case practice
        /// A lane that follows the wall clock is aimed at its next chime.
        case wallClock
        /// The run is compared with the clock that is followed.
        case sync
        /// Nothing is known of the clock that is followed any more.
        case staleClock
        /// The owner of the clock has not taken a tempo in time.
        case proposal
        /// No other change is expected soon.
        case attention
        /// The device has played the fade at the end of the daemon.
        case ending(Ask.ID)
    }

    /// Does what is due.
    mutating func wake(dueAt due: ClockTime) {
        let (time, last) = (max(due, now), wakes.number)
        while let wake = wakes.takeFirst(dueAt: time, upTo: last) {
            perform(wake)
            guard let again = wakes[wake], again <= time else { continue }
            // It would be due at once, again and again, and keep all else from the loop.
            wakes[wake] = time + .milliseconds(1)
            repeatedWake = wake
        }
    }

    private mutating func perform(_ wake: Wake) {
        // What is told to be heard is what is in force.
        if wake == .section || wake == .heard, let run = heardRun { applyPending(before: unsettledBeat(in: run)) }
        switch wake {
        case .announcement: announce()
        case .timeline: announceTimeline()
        case .section: announceSections()
        case .heard: announceHeard()
        case .frame(let client): sendFrame(to: client)
        case .pending: followPending()
        case .practice: followPractice()
        case .wallClock: chime()
        case .sync, .staleClock: followSync()
        case .proposal: refuse(notFollowed ?? "\(leader.source?.name ?? "") did not take it within 2 s")
        case .attention: relax()
        case .ending(let id): releaseOutput(id)
        }
    }
}
