// SPDX-License-Identifier: Apache-2.0

public import MetronomeRhythm

/// The result of a proof: how far the engine's onsets are from the exact places of the beats.
public struct ProofReport: Sendable {
    /// One beat that was not heard as it should be.
    public enum Fault: Sendable, Hashable {
        /// A beat was heard more than half a frame from its place.
        case off(beat: Int64, frame: Int64, errorFrames: Double)
        /// A beat was not heard.
        case missing(beat: Int64)
        /// There was an onset that belongs to no beat.
        case extra(frame: Int64)
    }

    /// The rate of the frames.
    public let sampleRate: SampleRate
    /// How long the render was.
    public let frames: Int64
    /// Beats heard, at whatever place.
    public internal(set) var beats: Int64 = 0
    /// Beats heard more than half a frame from their place.
    public internal(set) var off: Int64 = 0
    /// Beats that were not heard.
    public internal(set) var missing: Int64 = 0
    /// Onsets that are no beat's.
    public internal(set) var extra: Int64 = 0
    /// The largest distance of an onset from its beat's place, in frames.
    public internal(set) var largestErrorFrames: Double = 0
    /// How much further from its place the last beat is than the first, in frames, by the straight line that fits all
    /// errors best; less than 0: the engine is too fast.
    public internal(set) var driftFrames: Double = 0
    /// The first few faults, in order.
    public internal(set) var faults: [Fault] = []

    static let faultsKept = 8

    /// Whether every beat was heard within half a frame of its place, and nothing else was.
    public var isProven: Bool { off == 0 && missing == 0 && extra == 0 }

    /// The length of the render, in seconds of sound.
    public var seconds: Double { Double(frames) / Double(sampleRate.hertz) }

    /// Lines for a person, without the last line feed.
    /// - Parameter elapsed: how long the engine took.
    public func text(elapsed: Duration) -> String {
        let (whole, atto) = elapsed.components
        let taken = max(Double(whole) + Double(atto) * 1e-18, 1e-6)
        let microseconds = largestErrorFrames * 1e6 / Double(sampleRate.hertz)
        var lines = [
            "beats          \(beats): \(off) off, \(missing) missing, \(extra) extra",
            "largest error  \(largestErrorFrames.decimal(6)) frames, \(microseconds.decimal(3)) µs",
            "drift          \(driftFrames.decimal(3)) frames in \((seconds / 3600).decimal(3)) h",
            "speed          \((seconds / taken).decimal(0)) times real time, \(taken.decimal(1)) s",
        ]
        lines += faults.map { "  \($0)" }
        let untold = off + missing + extra - Int64(faults.count)
        if untold > 0 { lines.append("  and \(untold) more") }
        lines.append(
            isProven
                ? "proven: every beat is within half a frame of its place"
                : "not proven: a beat must be heard once, within half a frame of its place")
        return lines.joined(separator: "\n")
    }
}

extension ProofReport.Fault: CustomStringConvertible {
    /// Which beat, or which frame, and what is wrong.
    public var description: String {
        switch self {
        case .off(let beat, let frame, let error):
            "beat \(beat) is off by \(error.decimal(6)) frames, at frame \(frame)"
        case .missing(let beat): "beat \(beat) is missing"
        case .extra(let frame): "an extra onset at frame \(frame)"
        }
    }
}

extension Double {
    /// The number with `places` decimals, and a minus sign only where a digit other than 0 follows.
    fileprivate func decimal(_ places: Int) -> String {
        let scale = (0..<places).reduce(1.0) { scale, _ in scale * 10 }
        guard let scaled = Int64(exactly: (self * scale).rounded()) else { return "\(self)" }
        let digits = "\(scaled.magnitude)"
        let padded = String(repeating: "0", count: max(0, places + 1 - digits.count)) + digits
        let point = padded.index(padded.endIndex, offsetBy: -places)
        return (scaled < 0 ? "-" : "") + padded[..<point] + (places > 0 ? ".\(padded[point...])" : "")
    }
}
