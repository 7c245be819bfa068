// SPDX-License-Identifier: Apache-2.0

internal import MetronomeBounds

/// Where an outside MIDI clock is, and how fast: by the times at which its messages came.
///
/// A pure value. Times are CLOCK_MONOTONIC in nanoseconds. A straight line goes through the newest 24 to 96 clocks. A clock that is
/// far off it waits for those that follow: where they lie on the line it was late, where they all lie off it by whole clocks
/// these were lost, and else the tempo has changed or the clock has jumped, and the line begins anew. After a start or continue none
/// were lost: the master had paused, and goes on where it likes.
package struct ClockEstimate: Sendable, Hashable {
    /// A place of the clock: when it is there, and how long one of its clocks lasts.
    package struct Place: Sendable, Hashable {
        /// In clocks, 24 to a quarter note, from the beginning of the music where ``isPlaced`` is true.
        package var clocks: Double
        package var atNs: Int64
        package var clockNs: Double
    }

    /// How many clocks in a row that lie off the line are no chance.
    private static let oddToBelieve = 6
    /// What a clock may be off the line, in parts of a clock, in seconds at least, and in multiples of the scatter.
    private static let (mostOff, leastOff, scatters) = (0.45, 0.0025, 4.0)
    /// How many seconds, and at least how many lengths of a clock, pass without a message before the clock has died.
    private static let (silence, silentClocks) = (0.5, 4.0)
    /// The length of a clock that can be followed, in seconds: 1 to 1000 quarter notes a minute, with some room.
    private static let lengths = 60.0 / 24 / 1100...60.0 / 24 / 0.9

    private var fit = TickFit()
    /// Clocks in a row that lie off the line.
    private var odd: [TickFit.Tick] = []
    /// Whether the first of them came with a start or continue; what comes next says whether it was late, or the master had paused.
    private var mayHavePaused = false
    private var originNs: Int64?
    /// The last clock that came.
    private var last: TickFit.Tick?
    /// The place of clock number 0.
    private var offset = 0.0
    /// The place that the next clock has, as start and continue say.
    private var nextPlace: Int64?
    /// The place that a position or a stop has left behind.
    private var cue: Int64 = 0
    /// When the last start or continue came.
    private var begunNs: Int64 = 0

    /// Whether the master plays, by start, continue and stop.
    package private(set) var isRolling = false
    /// Whether its places are counted from the beginning of its music; otherwise only its tempo is known.
    package private(set) var isPlaced = false

    /// Before the first message.
    package init() {}

    /// When the clock has died, unless another one comes; nil before the first.
    package var deadlineNs: Int64? {
        guard let last, let originNs else { return nil }
        let length = fit.period ?? Self.lengths.upperBound
        let wait = max(Self.silence, Self.silentClocks * length)
        return originNs + Int64(clamping: (last.seconds + wait) * 1e9)
    }

    /// When a master that plays is silent, unless a clock comes; nil while it does not play.
    package var silentNs: Int64? {
        guard isRolling else { return nil }
        let begun = Self.silence * 1e9 + Double(begunNs)
        guard let last, let originNs else { return Int64(clamping: begun) }
        let wait = max(Self.silence, Self.silentClocks * (fit.period ?? 0))
        return Int64(clamping: max(begun, Double(originNs) + (last.seconds + wait) * 1e9))
    }

    /// Whether clocks come.
    package func isAlive(atNs now: Int64) -> Bool { deadlineNs.map { now < $0 } ?? false }

    /// Where the clock is at the newest clock that came; nil while its tempo is not known.
    package var place: Place? {
        guard fit.isSettled, !mayHavePaused, let last, let originNs, let period = fit.period,
            Self.lengths.contains(period), let seconds = fit.seconds(ofClock: last.number)
        else { return nil }
        return Place(
            clocks: last.number + offset, atNs: originNs + Int64(clamping: (seconds * 1e9).rounded()),
            clockNs: period * 1e9)
    }

    /// Says which place a time is, where the master does not: in clocks, of which only the part of a beat is taken.
    package mutating func assume(_ clocks: Double, atNs: Int64, inBeatOf length: Double) {
        guard !isPlaced, let place else { return }
        let there = place.clocks + Double(atNs - place.atNs) / place.clockNs
        offset += (clocks - there).remainder(dividingBy: length).rounded()
    }

    /// Takes a message that came at a time.
    package mutating func take(_ message: MIDIMessage, atNs now: Int64) {
        switch message {
        case .clock: takeClock(atNs: now)
        case .start: (isRolling, nextPlace, begunNs) = (true, 0, now)
        case .resume: (isRolling, nextPlace, begunNs) = (true, cue, now)
        case .stop:
            if let nextPlace {
                cue = nextPlace
            } else if isRolling, isPlaced, let last {
                cue = Int64(clamping: (last.number + offset + 1).rounded())
            }
            (isRolling, nextPlace) = (false, nil)
        case .position(let sixteenths): cue = Int64(sixteenths) * 6
        }
    }

    /// How long a clock lasts, in seconds; nil before the second one. More than 0.
    private var period: Double? { fit.period.map { max($0, Self.lengths.lowerBound) } }

    private mutating func takeClock(atNs now: Int64) {
        let origin = originNs ?? now
        originNs = origin
        let seconds = Double(now - origin) / 1e9
        var tick = TickFit.Tick(number: (last?.number ?? -1) + 1, seconds: seconds)
        if let last {
            let length = period ?? Self.lengths.upperBound
            if seconds - last.seconds > max(Self.silence, Self.silentClocks * length) {
                // It has died, or paused: it goes on where it would be by now.
                if let period { tick.number = last.number + ((seconds - last.seconds) / period).rounded() }
                (fit, odd, mayHavePaused) = (TickFit(), [], false)
            }
        }
        let isBegin = nextPlace != nil
        if let place = nextPlace {
            (offset, isPlaced, nextPlace) = (Double(place) - tick.number, true, nil)
        }
        last = tick
        guard let due = fit.seconds(ofClock: tick.number), let period, fit.ticks.count >= 6 else {
            // Of so few clocks nobody knows whether the master has paused since.
            if isBegin { fit = TickFit() }
            fit.add(tick)
            return
        }
        let off = min(Self.mostOff * period, max(Self.leastOff, Self.scatters * fit.scatter))
        guard abs(seconds - due) > off else {
            (odd, mayHavePaused) = ([], false)
            fit.add(tick)
            return
        }
        if isBegin { (odd, mayHavePaused) = ([], true) }
        odd.append(tick)
        if odd.count >= Self.oddToBelieve { weighOdd(by: period) }
    }

    /// Clocks in a row lie off the line: decides what has become of it.
    private mutating func weighOdd(by period: Double) {
        guard let first = odd.first, let newest = odd.last, let due = fit.seconds(ofClock: first.number) else { return }
        let length = (newest.seconds - first.seconds) / (newest.number - first.number)
        guard length > period / 4 || newest.seconds < (fit.seconds(ofClock: newest.number) ?? 0) else {
            // They were held up, and come all at once: the last of them is late still.
            odd.removeFirst()
            return
        }
        let lost = ((first.seconds - due) / period).rounded()
        let mean = odd.reduce(0) { $0 + $1.seconds - (fit.seconds(ofClock: $1.number) ?? 0) } / Double(odd.count)
        if !mayHavePaused, abs(length / period - 1) < 0.05, lost >= 1, abs(mean / period - lost) < 0.25 {
            let found = odd.map { TickFit.Tick(number: $0.number + lost, seconds: $0.seconds) }
            last?.number += lost
            for tick in found { fit.add(tick) }
        } else {
            fit = TickFit(odd)
        }
        (odd, mayHavePaused) = ([], false)
    }
}
