// SPDX-License-Identifier: Apache-2.0

internal import MetronomeBounds
public import MetronomeRhythm

/// When the frames of a loop of whole bars are shown, in a format whose delays are whole hundredths of a second.
///
/// Frame k of n stands for the time k/n of the loop, and starts at the hundredth nearest to it: the delays differ by
/// one where they must, their errors do not add up, and the loop as a whole is off by half a hundredth at most.
public struct GIFTiming: Sendable, Hashable {
    /// The bars in a loop.
    public let bars: Int
    /// The beats in a bar.
    public let beatsPerBar: Int
    /// How fast they go.
    public let tempo: Tempo
    /// How many frames there are.
    public let frameCount: Int

    /// A loop of bars, at about `framesPerSecond` frames a second: as many as fit, each at least two hundredths long, because
    /// players slow down faster ones. Throws beyond 3600 frames.
    public init(bars: Int, beatsPerBar: Int, tempo: Tempo, framesPerSecond: Double) throws(PictureError) {
        (self.bars, self.beatsPerBar, self.tempo) = (bars, beatsPerBar, tempo)
        let seconds = 60 * Double(bars * beatsPerBar) / tempo.beatsPerMinute
        let count = (seconds * .minimum(50, framesPerSecond)).rounded(.down)
        guard count <= 3600 else {
            throw PictureError(
                "\(bars) bars at \(tempo) bpm would take \(Int(clamping: count)) frames: a GIF may have 3600, "
                    + "ask for fewer bars or frames")
        }
        frameCount = max(1, Int(clamping: count))
    }

    /// The time at which a frame is drawn, in beats from the start of the loop.
    public func beats(ofFrame frame: Int) -> Double {
        Double(bars * beatsPerBar) * Double(frame) / Double(frameCount)
    }

    /// How long every frame is shown, in hundredths of a second.
    public var delays: [Int] {
        (0..<frameCount).map { hundredths(ofFrame: $0 + 1) - hundredths(ofFrame: $0) }
    }

    /// How much longer the loop lasts than its bars, in seconds; it adds up when the loop is played again and again.
    public var excess: Double {
        Double(hundredths(ofFrame: frameCount)) / 100 - 60 * Double(bars * beatsPerBar) / tempo.beatsPerMinute
    }

    /// The least number of bars that last a whole number of hundredths, so that the loop never leaves the beat.
    public var exactBars: Int {
        // A bar is 6000 · beats · denominator / numerator hundredths.
        let bar = UInt128(6000) * UInt128(beatsPerBar.magnitude) * UInt128(tempo.denominator.magnitude)
        let top = UInt128(tempo.numerator.magnitude)
        return Int(clamping: top.quotient(by: bar.greatestCommonDivisor(with: top)))
    }

    /// When a frame starts, in hundredths of a second, rounded once from the exact ratio.
    private func hundredths(ofFrame frame: Int) -> Int {
        let top = Int128(6000 * bars * beatsPerBar) * Int128(frame) * Int128(tempo.denominator)
        let bottom = Int128(frameCount) * Int128(tempo.numerator)
        return Int(clamping: (2 * top + bottom).quotient(by: 2 * bottom))
    }
}
