// SPDX-License-Identifier: GPL-3.0-or-later

/// When each frame of a capture was at the microphone: a line through what the device says of its position.
///
/// A second-order delay-locked loop, as the clock of the playback is: its bandwidth glides from 1 Hz to 0.05 Hz, so that the crystal of
/// the device is followed and the jitter of its answers is not. A device that moves its position in bursts lags behind the truth
/// between them, so of several answers the one furthest ahead counts.
public struct CaptureClock: Sendable {
    private let nominal: Double
    private var anchor: (frame: Double, ns: Int64)?
    private var framesPerSecond: Double
    private var lockedSeconds = 0.0
    /// The answer furthest ahead of the line since the last one that counted, and how many there were.
    private var furthest: (ahead: Double, frame: Double, ns: Int64)?
    private var answers = 0

    private static let window = 16
    private static let widestRatio = 0.005
    /// What is further off than this is another line, in seconds.
    private static let gate = 0.02

    /// For frames of a nominal rate, in hertz.
    public init(rate: Double) { (nominal, framesPerSecond) = (rate, rate) }

    /// Begins anew, as after lost frames; the rate that was measured is kept.
    public mutating func restart() {
        (anchor, furthest, answers, lockedSeconds) = (nil, nil, 0, 0)
    }

    /// Takes an answer: at a time, in nanoseconds, the device hears a frame.
    public mutating func observe(frame: Double, atNs ns: Int64) {
        guard let anchor else {
            anchor = (frame, ns)
            return
        }
        let ahead = frame - self.frame(atNs: ns, from: anchor)
        if abs(ahead) > Self.gate * nominal {
            restart()
            self.anchor = (frame, ns)
            return
        }
        if ahead > furthest?.ahead ?? -.infinity { furthest = (ahead, frame, ns) }
        answers += 1
        // At first each answer that is ahead moves the line.
        guard answers >= Self.window || lockedSeconds == 0 && ahead > 0, let seen = furthest else { return }
        (furthest, answers) = (nil, 0)
        let seconds = min(1, Double(seen.ns - anchor.ns) * 1e-9)
        guard seconds > 0 else { return }
        let omega = 2 * Double.pi * max(0.05, 1 / (1 + 1.9 * lockedSeconds))
        lockedSeconds += seconds
        let step = min(omega * seconds, 0.5)
        let error = seen.ahead
        let predicted = seen.frame - error
        self.anchor = (predicted + 2.0.squareRoot() * step * error, seen.ns)
        let widest = nominal * Self.widestRatio
        framesPerSecond = min(max(framesPerSecond + omega * step * error, nominal - widest), nominal + widest)
    }

    /// When a frame was heard, CLOCK_MONOTONIC in nanoseconds; nil before the first answer.
    public func ns(ofFrame frame: Double) -> Int64? {
        guard let anchor else { return nil }
        return Int64(exactly: ((frame - anchor.frame) / framesPerSecond * 1e9).rounded()).map { anchor.ns &+ $0 }
    }

    /// Which frame is heard at a time; nil before the first answer.
    public func frame(atNs ns: Int64) -> Double? { anchor.map { frame(atNs: ns, from: $0) } }

    private func frame(atNs ns: Int64, from anchor: (frame: Double, ns: Int64)) -> Double {
        anchor.frame + Double(ns &- anchor.ns) * 1e-9 * framesPerSecond
    }
}
