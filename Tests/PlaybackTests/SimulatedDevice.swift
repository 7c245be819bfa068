// SPDX-License-Identifier: Apache-2.0

import MetronomeRhythm
import SeededRandom

@testable import Playback

/// A card that moves its pointer in bursts, found and followed in virtual time by lock, filter and clock, as the thread's
/// loop does it.
struct SimulatedDevice {
    var partsPerMillion = 0.0
    var burst = 64.0
    /// How long the thread sleeps, in ms, where nothing is to be learnt.
    var sleepMs = 20.0
    /// How much later than it asked for the thread wakes, in ms.
    var lateMs = 0.01...0.1
    /// How late the thread wakes while the clock is found, in ms; nil: as it does later.
    var lockLateMs: ClosedRange<Double>?
    /// How many wakes of 100 are later than usual, and by how much at most, in ms.
    var tardy = 0.0
    var tardyMs = 5.0
    /// By how many frames at most a burst comes late.
    var lateFrames = 0.0
    var seconds = 12.0

    /// What came of it.
    struct Course {
        /// From the first reading to the lock, in ms, and how far the lock's line was off then, in µs.
        var lockMs = 0.0
        var lockError = 0.0
        /// How far off the times were that were told of beats, eight a second, 220 ms before they were heard, in µs: of the
        /// first ten seconds, and later.
        var first: [Double] = []
        var later: [Double] = []
        /// How often the thread woke in a second once the card played.
        var wakes = 0.0

        /// How far off 99 of 100 beats are at most, in µs.
        var p99: Double { (first + later).percentile(0.99) }
    }

    private static let rate = 48_000.0
    private static let start = 7000.0

    private var framesPerSecond: Double { Self.rate * (1 + partsPerMillion * 1e-6) }

    private func truth(_ ns: Int64, _ phase: Double) -> Double {
        Self.start + phase + Double(ns) * 1e-9 * framesPerSecond
    }

    /// What it reports that it plays.
    private func reported(_ ns: Int64, _ phase: Double, _ seed: UInt64) -> Int64 {
        let frame = truth(ns, phase)
        let number = (frame / burst).rounded(.down)
        var random = SeededGenerator(seed: seed &+ UInt64(number))
        let isLate = lateFrames > 0 && frame - number * burst < Double.random(in: 0...lateFrames, using: &random)
        return Int64((isLate ? number - 1 : number) * burst)
    }

    private func lateness(_ lateMs: ClosedRange<Double>, _ random: inout SeededGenerator) -> Int64 {
        let isTardy = tardy > 0 && Double.random(in: 0..<100, using: &random) < tardy
        return Int64(Double.random(in: isTardy ? 0...tardyMs : lateMs, using: &random) * 1e6)
    }

    /// Follows it from its start.
    func follow(seed: UInt64) -> Course {
        var random = SeededGenerator(seed: seed)
        let phase = Double.random(in: 0..<burst, using: &random)
        var course = Course()
        var ns: Int64 = 0
        /// A reading: when it was asked for, what was answered, and how long that took.
        func read() -> (at: Int64, frame: Int64, tookNs: Int64) {
            let asked = ns
            let tookNs = Int64.random(in: 800...4000, using: &random)
            ns += tookNs
            return (asked, reported(asked + .random(in: 0...tookNs, using: &random), phase, seed), tookNs)
        }

        var lock = ClockLock(framesPerSecond: Self.rate)
        var reading = read()
        var isLocked = false
        while true {
            isLocked = lock.take(frame: reading.frame, at: .ns(reading.at), tookNs: reading.tookNs)
            if isLocked || ns > 400_000_000 { break }
            ns += lock.sleepNs(at: .ns(ns)) + lateness(lockLateMs ?? lateMs, &random)
            reading = read()
        }
        let locked = reading.at
        let line = lock.frame(at: .ns(locked)) ?? 0
        course.lockMs = Double(locked) * 1e-6
        course.lockError = (line - truth(locked, phase)) / Self.rate * 1e6

        // Its frames are put where the clock is, to the nearest one.
        var clock = StreamClock(rate: Int(Self.rate), frame: 100_000, time: .zero)
        let offset = (clock.frame(at: .ns(locked)) - line).rounded()
        var filter = BurstFilter(burst: lock.isBursty ? lock.step : 0)
        if isLocked {
            let bounds = lock.bounds(at: .ns(locked), doubt: BurstFilter.doubt(of: clock))
            filter.bound(from: bounds.least + offset, to: bounds.most + offset, at: .ns(locked), by: clock)
        }
        var told: [(ns: Int64, clock: StreamClock)] = []
        let end = locked + Int64(seconds * 1e9)
        while ns < end {
            let (asked, frame, tookNs) = read()
            let blur = Double(tookNs) * 1e-9 * clock.framesPerSecond
            let expected = clock.frame(at: .ns(asked))
            if let seen = filter.take(Double(frame) + offset, blur: blur, at: .ns(asked), by: clock) {
                _ = clock.observe(
                    frame: expected + seen.ahead, blur: seen.blur, slowest: seen.slowest, fastest: seen.fastest,
                    at: .ns(asked))
            }
            told.append((ns, clock))
            ns += .random(in: 5000...60_000, using: &random)
            let longest = filter.sleepNs(upTo: Int64(sleepMs * 1e6), at: .ns(ns))
            let spread = Double.random(in: 0..<1, using: &random)
            let aimed = filter.sleepNs(upTo: longest, reported: Double(frame) + offset, spread: spread, at: .ns(ns))
            ns += (aimed ?? longest - Int64(spread * Double(longest / 4))) + lateness(lateMs, &random)
        }
        course.wakes = Double(told.count) / seconds
        listen(to: told, from: locked, to: end, offset: offset, phase: phase, into: &course)
        return course
    }

    /// Compares the times that were told of beats with those at which they are heard.
    private func listen(
        to told: [(ns: Int64, clock: StreamClock)], from start: Int64, to end: Int64, offset: Double, phase: Double,
        into course: inout Course
    ) {
        var place = 0
        // The first beat is heard once what was written before it has been.
        for heard in stride(from: start + 30_000_000, to: end, by: 125_000_000) {
            while place + 1 < told.count, told[place + 1].ns <= heard - 220_000_000 { place += 1 }
            let time = told[place].clock.time(ofFrame: truth(heard, phase) + offset)
            let error = Double(abs(time.nanoseconds - heard)) / 1000
            if heard < start + 10_000_000_000 { course.first.append(error) } else { course.later.append(error) }
        }
    }
}

extension [Double] {
    /// The value below which such a part of all lies; 0 of none.
    func percentile(_ part: Double) -> Double {
        sorted().dropFirst(Swift.min(Swift.max(0, count - 1), Int(Double(count) * part))).first ?? 0
    }
}
