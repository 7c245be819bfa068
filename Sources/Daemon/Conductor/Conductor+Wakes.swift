// SPDX-License-Identifier: Apache-2.0

internal import Control
internal import NIOCore
internal import Rhythm
internal import Session

extension Conductor {
    /// What is done at a time, without being asked.
    enum Wake: Hashable {
        /// The next beat is announced.
        case announcement
        /// The clock is looked at, for the timeline.
        case timeline
        /// A section is announced, or heard.
        case section
        /// A client's frames go on.
        case frame(ObjectIdentifier)
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
    }

    /// Sets the timer for what is to be done next; none is armed where nothing is.
    func armTimer() {
        guard wakes.next != timer?.time else { return }
        timer?.scheduled.cancel()
        timer = wakes.next.map { time in
            let delay = TimeAmount.nanoseconds(max(0, time.nanoseconds(since: .now)))
            return (time, loop.assumeIsolated().scheduleTask(in: delay) { [weak self] in self?.wake(at: time) })
        }
    }

    private func wake(at time: ClockTime) {
        timer = nil
        let (now, last) = (max(time, .now), wakes.number)
        while let wake = wakes.takeFirst(dueAt: now, upTo: last) { perform(wake) }
        armTimer()
    }

    private func perform(_ wake: Wake) {
        switch wake {
        case .announcement: announce()
        case .timeline: announceTimeline()
        case .section: announceSections()
        case .frame(let key): sendFrame(to: key)
        case .pending: followPending()
        case .practice: followPractice()
        case .wallClock: chime()
        case .sync, .staleClock: followSync()
        case .proposal: refuse("\(source?.name ?? "") did not take it within 2 s")
        case .attention: relax()
        }
    }
}
