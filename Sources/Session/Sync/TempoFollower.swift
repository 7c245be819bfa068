// SPDX-License-Identifier: Apache-2.0

internal import MetronomeBounds
package import MetronomeRhythm

/// Leads a run along another clock: decides, from where that clock is and where the run is, how fast the next beat is played.
///
/// One decision holds for one felt beat, the first that can still be changed, and aims at its end. What is decided is never
/// taken back.
package struct TempoFollower: Sendable, Hashable {
    /// The clock that is followed.
    package enum Reference: Sendable, Hashable {
        /// An outside line.
        case line(LineEstimate)
        /// CLOCK_MONOTONIC: a position that was heard at a time, and the tempi as they are written from there on.
        case time(of: Position, ClockTime)
    }

    /// What is to be done.
    package enum Step: Sendable, Hashable {
        /// It is on its way already.
        case keep
        /// From a beat on the run is played `factor` times as fast, from the next beat on `then` times.
        case slew(fromBeat: Int64, factor: Double, then: Double)
        /// A beat of the line is heard at a time, and the run is led to its beats by a bridge that does not begin before a
        /// frame.
        case splice(to: PhaseBridge.Target, fromFrame: Int64)
    }

    /// How much faster or slower than the clock a beat is played at most, as a part: 0.5 %, which nobody hears.
    package static let mostSlew = 0.005
    /// A beat that is further off is not slewed to its place, in seconds: it is spliced there, at the bar.
    package static let mostSlewed = 0.01
    /// A beat that is nearer to its place than this needs no other plan, in seconds.
    package static let nearness = 2e-5
    /// A run that is further off CLOCK_MONOTONIC goes on from where it is, in seconds.
    private static let farthest = 0.25

    /// The clock.
    package var reference: Reference
    /// How the beats lay of late.
    package private(set) var tally = SyncTally()
    /// The first beat that was not looked at yet.
    private var nextTold: Int64 = 0

    /// Follows a clock from now on.
    package init(_ reference: Reference) { self.reference = reference }

    /// How many seconds later than by the clock a beat is heard; below 0 for earlier.
    package func error(ofBeat beat: Int64, in run: HeardRun) -> Double {
        let position = Position(whole: beat)
        let time = run.time(of: position)
        switch reference {
        case .line(let line):
            let place = line.beat(at: time)
            return (place - place.rounded()) * line.period
        case .time(let origin, let heard):
            return time.seconds(since: heard) - run.record.writtenSeconds(from: origin, to: position)
        }
    }

    /// How much faster than by the clock a beat is played, as a part.
    package func slew(ofBeat beat: Int64, in run: HeardRun) -> Double {
        let (begin, end) = (Position(whole: beat), Position(whole: beat + 1))
        let heard = run.time(of: end).seconds(since: run.time(of: begin))
        return switch reference {
        case .line(let line): line.period / heard - 1
        case .time: run.record.writtenSeconds(from: begin, to: end) / heard - 1
        }
    }

    /// What is to be done, where `nextBeat` is the first beat that can still be changed and `firstFrame` the first frame. Up to
    /// `steadyBeat` a bridge is on its way, whose tempo says nothing of that of the clock.
    package func step(
        in run: HeardRun, nextBeat: Int64, fromFrame firstFrame: Int64, steadyBeat: Int64 = 0
    ) -> Step {
        let (begin, end) = (Position(whole: nextBeat), Position(whole: nextBeat + 1))
        let error = error(ofBeat: nextBeat, in: run)
        let written = run.record.writtenSeconds(from: begin, to: end)
        guard error.isFinite, written > 0 else { return .keep }
        let beat: Double
        switch reference {
        case .line(let line):
            beat = line.period
            if abs(error) > Self.mostSlewed { return splice(to: line, in: run, nextBeat, firstFrame) }
        case .time: beat = written
        }
        guard steadyBeat <= nextBeat else { return .keep }
        let rate = run.clock.framesPerSecond / run.record.rate
        let base = written / (beat * rate)
        // As much of the error as may be is made up for in this beat.
        let lasting = min(max(beat - error, beat / (1 + Self.mostSlew)), beat / (1 - Self.mostSlew))
        let factor = written / (lasting * rate)
        // More than a crystal and the slew come to is not believed.
        guard Tempo.corrections.contains(factor), Tempo.corrections.contains(base) else { return .keep }
        let planned = run.time(of: end).seconds(since: run.time(of: begin))
        let isNear = abs(planned - lasting) < Self.nearness
        let isLasting = abs(run.record.correction(at: end) / base - 1) * beat < Self.nearness
        return isNear && isLasting ? .keep : .slew(fromBeat: nextBeat, factor: factor, then: base)
    }

    /// The way to the beats of the line, with the end of the bar.
    private func splice(to line: LineEstimate, in run: HeardRun, _ nextBeat: Int64, _ firstFrame: Int64) -> Step {
        let bar = run.record.rules.rule(ofBeat: nextBeat).grid.firstBar(fromBeat: nextBeat)
        // A bridge that is on its way ends with one of the first two beats of the bar.
        guard bar <= nextBeat + 1, abs(error(ofBeat: bar + 1, in: run)) > Self.mostSlewed else { return .keep }
        let time = run.time(of: Position(whole: bar))
        return .splice(
            to: .beats(at: line.time(ofBeatNearest: time), periodNs: line.period * 1e9),
            fromFrame: max(firstFrame, run.record.timeline.frame(ofBeat: bar - 1)))
    }

    /// The first beat from `nextBeat` on with which a bar of the line begins, where it is none of the run; nil where the bars
    /// agree, the line has none, or the beats do not lie on it yet.
    package func bar(in run: HeardRun, nextBeat: Int64) -> Int64? {
        guard case .line(let line) = reference, abs(error(ofBeat: nextBeat, in: run)) <= Self.mostSlewed else {
            return nil
        }
        let rules = run.record.rules
        let (ours, theirs) = (
            Int64(rules.rule(ofBeat: nextBeat).grid.beatsPerBar), Int64(line.line.quantum)
        )
        // Bars of other lengths have their begins in common where the longer one is a number of the shorter ones.
        guard theirs > 1, ours.isMultiple(of: theirs) || theirs.isMultiple(of: ours) else { return nil }
        let both = min(ours, theirs)
        let place = Int64(clamping: line.beat(at: run.time(of: Position(whole: nextBeat))).rounded())
        let wanted = nextBeat + (-place).flooredDivision(by: both).remainder
        let inBar = Int64(rules.rule(ofBeat: wanted).grid.beatInBar(ofBeat: wanted) - 1)
        return inBar.flooredDivision(by: both).remainder == 0 ? nil : wanted
    }

    /// Notes how the beats lay that were heard by now, and counts CLOCK_MONOTONIC from the last of them on.
    package mutating func look(at run: HeardRun, now: ClockTime) {
        let present = run.beat(at: now)
        guard present >= 0, present >= nextTold else { return }
        nextTold = present + 1
        let error = error(ofBeat: present, in: run)
        // A beat that has to be spliced says nothing of how well the others are led.
        guard abs(error) <= Self.mostSlewed else { return tally = SyncTally() }
        tally.add(error)
    }

    /// Goes on from a later place, of which nothing can be changed any more: CLOCK_MONOTONIC is counted from there on.
    package mutating func advance(to beat: Int64, in run: HeardRun) {
        let position = Position(whole: beat)
        guard case .time(let origin, let heard) = reference, origin < position else { return }
        guard abs(error(ofBeat: beat, in: run)) <= Self.farthest else {
            // The machine has slept, or the device is another one: the clock is counted anew.
            reference = .time(of: position, run.time(of: position))
            return
        }
        let seconds = run.record.writtenSeconds(from: origin, to: position)
        reference = .time(of: position, heard.advanced(bySeconds: seconds))
    }
}

extension HeardRun {
    /// When a position is heard: not rounded to its frame.
    func time(of position: MetronomeRhythm.Position) -> ClockTime {
        clock.time(ofFrame: record.timeline.place(of: position))
    }
}
