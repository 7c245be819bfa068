// SPDX-License-Identifier: Apache-2.0

internal import MetronomeBounds

/// Which frame of a JACK server is when: a delay-locked loop through the times at which a client is woken in its cycles.
///
/// A pure value. Times are CLOCK_MONOTONIC in nanoseconds. Second order, by Adriaensen, "Using a DLL to filter time" (LAC 2005); its
/// bandwidth falls from 0.5 to 0.02 Hz. No cycle wakes a client before it begins, but any may do so late: a time that is early
/// is believed at once, one that is late only where those after it are as late, which is a server that has lost time.
package struct FrameLine: Sendable {
    private static let bandwidths = (first: 0.5, last: 0.02)
    /// After how many seconds the bandwidth is a tenth of the first.
    private static let settling = 10.0
    /// What is farther off is no jitter.
    private static let jumpNs = 300_000.0
    /// A late wake-up counts as late by no more.
    private static let mostLateNs = 50_000.0
    /// How many cycles, and for how long, are to be late before the server has lost time.
    private static let (lateCycles, lateForNs): (Int, Int64) = (8, 200_000_000)
    /// The farthest distance, in nanoseconds; a greater one is cut to it.
    private static let farthestNs = 0x1p61
    /// The most that a clock is off its rate.
    private static let mostOffRate = 0.002

    private var frame: Int64
    /// When that frame is, less whole nanoseconds.
    private var originNs: Int64
    private var part = 0.0
    private var nsPerFrame: Double
    private let usualNsPerFrame: Double
    private var seconds = 0.0
    private var lastFrame: Int64
    /// Cycles that were late, one after the other: how many, since when, and how late the least of them was.
    private var late: (count: Int, sinceNs: Int64, leastNs: Double)?

    /// The line through one cycle.
    package init(_ cycle: JACKCycle) {
        (frame, originNs, lastFrame) = (cycle.frame, cycle.timeNs, cycle.frame)
        usualNsPerFrame = 1e9 / Double(cycle.rate)
        nsPerFrame = usualNsPerFrame
    }

    /// Takes a later cycle in.
    package mutating func add(_ cycle: JACKCycle) {
        guard cycle.frame > lastFrame else { return }
        lastFrame = cycle.frame
        let frames = Double(cycle.frame - frame)
        let predicted = part + frames * nsPerFrame
        let error = Double(cycle.timeNs - originNs) - predicted
        guard error <= Self.jumpNs else { return wait(cycle, lateNs: error) }
        late = nil
        guard error >= -Self.jumpNs else { return move(to: cycle.frame, predicted + error) }
        let step = frames * nsPerFrame / 1e9
        let bandwidth = max(Self.bandwidths.last, Self.bandwidths.first / (1 + 9 * seconds / Self.settling))
        let omega = min(0.5, 2 * Double.pi * bandwidth * step)
        let jitter = min(error, Self.mostLateNs)
        seconds += step
        nsPerFrame += omega * omega * jitter / frames
        let most = usualNsPerFrame * Self.mostOffRate
        nsPerFrame = min(max(nsPerFrame, usualNsPerFrame - most), usualNsPerFrame + most)
        move(to: cycle.frame, predicted + 2.0.squareRoot() * omega * jitter)
    }

    /// Where every cycle is late, the server has lost as much as the least of them.
    private mutating func wait(_ cycle: JACKCycle, lateNs: Double) {
        let before = late ?? (0, cycle.timeNs, lateNs)
        let now = (count: before.count + 1, sinceNs: before.sinceNs, leastNs: min(before.leastNs, lateNs))
        late = now
        guard now.count >= Self.lateCycles, cycle.timeNs - now.sinceNs >= Self.lateForNs else { return }
        late = nil
        move(to: frame, part + now.leastNs)
    }

    /// Lets the line go through `frame` at `ns` nanoseconds from the origin.
    private mutating func move(to frame: Int64, _ ns: Double) {
        let whole = min(max(ns, -Self.farthestNs), Self.farthestNs).rounded(.down)
        (self.frame, originNs, part) = (frame, originNs + Int64(clamping: whole), ns - whole)
    }

    /// When a frame is.
    package func ns(ofFrame wanted: Double) -> Int64 {
        let distance = part + (wanted - Double(frame)) * nsPerFrame
        return originNs + Int64(clamping: min(max(distance, -Self.farthestNs), Self.farthestNs).rounded())
    }

    /// The frame of a time.
    package func frame(atNs ns: Int64) -> Double {
        Double(frame) + (Double(ns - originNs) - part) / nsPerFrame
    }

    /// How many frames a second has by CLOCK_MONOTONIC.
    package var framesPerSecond: Double { 1e9 / nsPerFrame }
}
