// SPDX-License-Identifier: Apache-2.0

/// Which frame of a JACK server is when: a delay-locked loop through the times of its cycles.
///
/// A pure value. Times are CLOCK_MONOTONIC in nanoseconds. Second order, by Adriaensen, "Using a DLL to filter time" (LAC 2005); its
/// bandwidth falls from 0.5 to 0.02 Hz, so that one late wake-up moves it by less than a frame once it has settled.
package struct FrameLine: Sendable, Hashable {
    private static let bandwidths = (first: 0.5, last: 0.02)
    /// The bandwidth is a tenth after so many seconds.
    private static let settling = 10.0
    /// What is farther off begins anew: the server has lost time.
    private static let jumpNs = 5e6

    private var frame: Int64
    /// When that frame is, less whole nanoseconds.
    private var originNs: Int64
    private var part = 0.0
    private var nsPerFrame: Double
    private var seconds = 0.0

    /// The line through one cycle.
    package init(_ cycle: JACKCycle) {
        (frame, originNs) = (cycle.frame, cycle.timeNs)
        nsPerFrame = 1e9 / Double(max(1, cycle.rate))
    }

    /// Takes a later cycle in.
    package mutating func add(_ cycle: JACKCycle) {
        let frames = Double(cycle.frame - frame)
        guard frames > 0 else { return }
        let predicted = part + frames * nsPerFrame
        let error = Double(cycle.timeNs - originNs) - predicted
        guard abs(error) < Self.jumpNs else { return self = FrameLine(cycle) }
        let step = frames * nsPerFrame / 1e9
        let bandwidth = max(Self.bandwidths.last, Self.bandwidths.first / (1 + 9 * seconds / Self.settling))
        let omega = min(0.5, 2 * Double.pi * bandwidth * step)
        seconds += step
        let now = predicted + 2.0.squareRoot() * omega * error
        nsPerFrame += omega * omega * error / frames
        let whole = now.rounded(.down)
        (frame, originNs, part) = (cycle.frame, originNs + Int64(whole), now - whole)
    }

    /// When a frame is.
    package func ns(ofFrame wanted: Double) -> Int64 {
        originNs + Int64((part + (wanted - Double(frame)) * nsPerFrame).rounded())
    }

    /// The frame of a time.
    package func frame(atNs ns: Int64) -> Double {
        Double(frame) + (Double(ns - originNs) - part) / nsPerFrame
    }

    /// How many frames a second has by CLOCK_MONOTONIC.
    package var framesPerSecond: Double { 1e9 / nsPerFrame }
}
