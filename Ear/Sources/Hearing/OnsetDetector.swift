// SPDX-License-Identifier: GPL-3.0-or-later

/// Finds onsets in sound as it comes.
///
/// Two detectors, for sharp attacks and for soft ones, say where to look; a fit to the frames says where an attack begins, or that
/// there is none. An onset is known some 80 ms after it was heard.
public final class OnsetDetector {
    /// The rates that it can work with, in hertz.
    public static let rates: ClosedRange<UInt32> = 16_000...192_000

    /// A hop of the sharp detector; some are one of the soft.
    private static let step = SharpAttacks.hop

    private let soft: SoftAttacks, sharp: SharpAttacks?
    private let apart: Double
    /// What an attack is louder than what was before it, at least, as a ratio of energies; less may be chance.
    private let contrast: Double
    private var history: History
    /// Frames that a step waits for, and those that a hop of the soft detector does.
    private var waiting: [Float] = [], toSoft: [Float] = []
    private var candidates: [Double] = []
    private var last: Double?

    /// For an instrument, or for any where nil. Nil where the rate is none of ``rates``, or memory is missing.
    public init?(rate: UInt32, for instrument: Instrument? = nil) {
        guard Self.rates.contains(rate) else { return nil }
        let seconds = instrument?.apart ?? 0.04
        guard let soft = SoftAttacks(rate: rate, apart: seconds) else { return nil }
        self.soft = soft
        sharp = instrument?.isSharp ?? true ? SharpAttacks(rate: rate, apart: seconds) : nil
        apart = seconds * Double(rate)
        contrast = instrument?.rings ?? false ? 2.5 : 4
        history = History(rate: Double(rate))
    }

    /// Whether a frame is a number, and one of a sound; else it counts as silence.
    static func isSound(_ frame: Float) -> Bool { abs(frame) <= 16 }

    /// Takes some more frames, and returns the onsets that are known now, but for those of which `isNone` says, by the
    /// peak of the first 2 ms, too, that they are none.
    public func take(_ frames: [Float], isNone: (Onset, Double) -> Bool = { _, _ in false }) -> [Onset] {
        waiting += frames
        var onsets: [Onset] = []
        var first = 0
        // In steps of one length: so the length of pieces changes nothing.
        while waiting.count - first >= Self.step {
            onsets += step(waiting[first..<(first + Self.step)], isNone)
            first += Self.step
        }
        waiting.removeFirst(first)
        return onsets
    }

    /// The onsets that were not known yet when the sound ended.
    public func end() -> [Onset] {
        take([Float](repeating: 0, count: Int(exactly: (0.1 * history.rate).rounded()) ?? 0))
    }

    private func step(_ heard: ArraySlice<Float>, _ isNone: (Onset, Double) -> Bool) -> [Onset] {
        var frames = heard
        for index in frames.indices where !Self.isSound(frames[index]) { frames[index] = 0 }
        history.append(frames)
        if let frame = sharp?.take(frames) { candidates.append(frame) }
        toSoft += frames
        if toSoft.count >= SoftAttacks.hop {
            if let frame = soft.take(toSoft[...]) { candidates.append(frame) }
            toSoft.removeAll(keepingCapacity: true)
        }
        return known(isNone)
    }

    /// After how many seconds a candidate can be judged. Of a candidate in the first 0.1 s it must be known whether its
    /// sound goes on.
    private func wait(for candidate: Double) -> Double {
        last == nil && candidate < 0.1 * history.rate ? 0.095 : 0.065
    }

    /// The onsets near candidates that can be judged by now.
    private func known(_ isNone: (Onset, Double) -> Bool) -> [Onset] {
        guard !candidates.isEmpty else { return [] }
        candidates.sort()
        var onsets: [Onset] = []
        while let candidate = candidates.first,
            candidate + wait(for: candidate) * history.rate <= Double(history.end)
        {
            candidates.removeFirst()
            if let onset = onset(near: candidate), !isNone(onset, history.peak(from: onset.frame, seconds: 0.002)) {
                last = onset.frame
                onsets.append(onset)
            }
        }
        return onsets
    }

    private func onset(near candidate: Double) -> Onset? {
        if let last, candidate - last < apart { return nil }
        guard let fit = AttackFit(near: candidate, in: history, after: last), fit.evidence >= 30,
            fit.contrast >= contrast
        else { return nil }
        if last == nil, fit.frame < 0.1 * history.rate, history.goesOn(from: fit.frame) { return nil }
        if let last, fit.frame - last < apart { return nil }
        return Onset(frame: fit.frame, strength: min(1, history.peak(from: fit.frame, seconds: 0.02)))
    }
}
