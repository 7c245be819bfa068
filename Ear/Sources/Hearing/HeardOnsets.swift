// SPDX-License-Identifier: GPL-3.0-or-later

/// Onsets of a capture, each with the time at which it was at the microphone.
public struct HeardOnsets {
    /// An onset, and when it was, CLOCK_MONOTONIC in nanoseconds.
    public struct Heard: Sendable, Equatable {
        /// When it was at the microphone.
        public let ns: Int64
        /// The peak of its first 20 ms, 1 at full scale.
        public let strength: Double
    }

    private let rate: UInt32
    private let instrument: Instrument?
    private var detector: OnsetDetector
    private var clock: CaptureClock
    /// Frames since the capture began, or frames were lost.
    private var count = 0

    /// What an instrument plays, or any where nil. Nil where ``OnsetDetector`` cannot hear the rate.
    public init?(rate: UInt32, for instrument: Instrument?) {
        guard let detector = OnsetDetector(rate: rate, for: instrument) else { return nil }
        (self.rate, self.instrument, self.detector) = (rate, instrument, detector)
        clock = CaptureClock(rate: Double(rate))
    }

    /// Takes frames, and how many more the device has heard at which time; returns the onsets that are known now.
    public mutating func take(_ frames: [Float], behind: (frames: Int, ns: Int64)?) -> [Heard] {
        count += frames.count
        if let behind { clock.observe(frame: Double(count + behind.frames), atNs: behind.ns) }
        return detector.take(frames).compactMap { onset in
            // What begins with the capture is no stroke, and its clock is not known well yet.
            guard onset.frame > 0.5 * Double(rate), let ns = clock.ns(ofFrame: onset.frame) else { return nil }
            return Heard(ns: ns, strength: onset.strength)
        }
    }

    /// Goes on behind frames that were lost.
    public mutating func restart() {
        guard let detector = OnsetDetector(rate: rate, for: instrument) else { return }
        self.detector = detector
        count = 0
        clock.restart()
    }
}
