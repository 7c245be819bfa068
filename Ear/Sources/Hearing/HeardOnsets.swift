// SPDX-License-Identifier: GPL-3.0-or-later

/// Onsets of a capture, each with the time at which it was at the microphone. Clicks of the metronome itself are left out.
public struct HeardOnsets {
    /// An onset, and when it was, CLOCK_MONOTONIC in nanoseconds.
    public struct Heard: Sendable, Equatable {
        /// When it was at the microphone.
        public let ns: Int64
        /// The peak of its first 20 ms, 1 at full scale.
        public let strength: Double
    }

    /// A click that is heard, when, CLOCK_MONOTONIC in nanoseconds, and what sounds.
    public typealias Click = (ns: Int64, sound: String)

    private let rate: UInt32
    private let instrument: Instrument?
    private let lateNs: Int64
    private var detector: OnsetDetector
    private var clock: CaptureClock
    private var eraser: ClickEraser
    /// Up to when clicks were asked for.
    private var askedNs: Int64?
    /// Frames since the capture began, or frames were lost.
    private var count = 0

    /// What an instrument plays, or any where nil, by a device that adds `lateMs` milliseconds and does not report them. Nil where
    /// ``OnsetDetector`` cannot hear the rate.
    public init?(rate: UInt32, for instrument: Instrument?, lateMs: Double = 0) {
        guard let detector = OnsetDetector(rate: rate, for: instrument) else { return nil }
        (self.rate, self.instrument, self.detector) = (rate, instrument, detector)
        lateNs = Int64(exactly: (lateMs * 1e6).rounded()) ?? 0
        (clock, eraser) = (CaptureClock(rate: Double(rate)), ClickEraser(rate: Double(rate)))
    }

    /// Takes frames, and where the device was before they were read; returns the onsets that are known now. `clicks` says which clicks
    /// are heard in a stretch of time.
    public mutating func take(
        _ frames: [Float], position: Microphone.Position?, clicks: (Range<Int64>) -> [Click] = { _ in [] }
    ) -> [Heard] {
        if let position { clock.observe(frame: Double(count + position.frames), atNs: position.ns - lateNs) }
        count += frames.count
        // One frame that is no number would be in all that is learnt from then on.
        let sound = frames.map { OnsetDetector.isSound($0) ? $0 : 0 }
        let rest = eraser.take(sound, clicks: expected(clicks))
        return detector.take(rest, isNone: eraser.isRest(_:edge:)).compactMap { onset in
            // What begins with the capture is no stroke, and its clock is not known well yet.
            guard onset.frame > 0.5 * Double(rate), !eraser.isOfUnknown(onset.frame),
                let ns = clock.ns(ofFrame: onset.frame)
            else { return nil }
            return Heard(ns: ns, strength: onset.strength)
        }
    }

    /// The clicks in the frames that were taken, and a little behind them, that were not asked for yet.
    private mutating func expected(_ clicks: (Range<Int64>) -> [Click]) -> [ClickEraser.Click] {
        guard let end = clock.ns(ofFrame: Double(count + eraser.ahead)) else { return [] }
        let begin = askedNs ?? end
        askedNs = max(begin, end)
        guard begin < end else { return [] }
        return clicks(begin..<end).compactMap { click in
            clock.frame(atNs: click.ns).map { ClickEraser.Click(frame: $0, sound: click.sound) }
        }
    }

    /// Goes on behind frames that were lost.
    public mutating func restart() {
        guard let detector = OnsetDetector(rate: rate, for: instrument) else { return }
        self.detector = detector
        count = 0
        clock.restart()
        eraser.restart()
        askedNs = nil
    }
}
