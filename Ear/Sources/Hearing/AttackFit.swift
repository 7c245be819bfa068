// SPDX-License-Identifier: GPL-3.0-or-later

/// Where in a stretch of sound an attack begins, to a part of a frame.
///
/// What sounded before is predicted and taken off, so that ringing strings, the room and hum weigh little. What is left has an energy:
/// before the attack that of the noise, in it a ramp of some length up to some level. Every beginning, length and level is given its
/// likelihood, and where the ramp is at 3 % of its energy is the mean of all of them.
struct AttackFit {
    /// The frame at which the attack stands out.
    let frame: Double
    /// How long its ramp is, in seconds.
    let rise: Double
    /// How much likelier an attack is than none, as a logarithm.
    let evidence: Double
    /// How much louder it is than what was before, as a ratio of energies.
    let contrast: Double

    private static let crossing = 0.03

    /// Of an attack near a frame, which none before `earliest` can be part of. The history reaches 40 ms beyond the frame. Nil where it
    /// does not reach back far enough.
    init?(near candidate: Double, in history: History, after earliest: Double?) {
        let rate = history.rate
        var from = candidate - 0.06 * rate
        if let earliest { from = max(from, earliest + 0.012 * rate) }
        let coarse = Stretch(
            from: from, to: candidate + 0.02 * rate, background: 0.04,
            step: max(1, Int(exactly: (rate / 3000).rounded()) ?? 16),
            smooth: 3, order: 16, after: earliest)
        guard
            let first = Self(coarse, rises: [0.0003, 0.001, 0.003, 0.01, 0.03, 0.06], levels: [1, 0.3, 0.1], history)
        else { return nil }
        guard first.rise < 0.0035 else {
            self = first
            return
        }
        let fine = Stretch(
            from: first.frame - 0.004 * rate, to: first.frame + 0.0075 * rate, background: 0.03, step: 2, smooth: 12,
            order: 12,
            after: earliest)
        guard
            let second = Self(
                fine, rises: [0.0001, 0.0003, 0.001, 0.003, 0.005], levels: [1, 0.3, 0.1, 0.03], history)
        else {
            self = first
            return
        }
        self.init(frame: second.frame, rise: second.rise, evidence: first.evidence, contrast: first.contrast)
    }

    private init(frame: Double, rise: Double, evidence: Double, contrast: Double) {
        (self.frame, self.rise, self.evidence, self.contrast) = (frame, rise, evidence, contrast)
    }

    /// What is searched for an attack, and how: frames, seconds before them that tell the noise, frames to an energy, energies to a
    /// smooth one, and the order of the prediction.
    private struct Stretch {
        var from, to: Double
        var background: Double
        var step, smooth, order: Int
        var after: Double?
    }

    private init?(_ stretch: Stretch, rises: [Double], levels: [Double], _ history: History) {
        let rate = history.rate
        guard let low = Int(exactly: stretch.from.rounded()), let high = Int(exactly: stretch.to.rounded()), high > low
        else { return nil }
        var begin = stretch.from - stretch.background * rate
        if let after = stretch.after { begin = max(begin, after + 0.004 * rate) }
        guard let told = Int(exactly: begin.rounded()) else { return nil }
        let order = stretch.order
        let start = min(told, low - 20 * order)
        guard let sound = history[(start - order)..<high] else { return nil }
        let quiet = low - start
        let news = LinearPrediction(of: sound[order..<(order + quiet)], order: order).residual(of: sound, from: order)
        let coloured = Self.coloured(news, from: quiet, length: Int(exactly: (0.005 * rate).rounded()) ?? 240)

        let noise = coloured[..<quiet].reduce(0) { $0 + $1 * $1 } / Double(quiet)
        var energies = Self.energies(coloured[quiet...], step: stretch.step)
        let smooth = Self.smoothed(energies, over: stretch.smooth)
        guard let peak = smooth.indices.max(by: { smooth[$0] < smooth[$1] }), smooth[peak] > 0 else { return nil }
        let top = smooth[peak]
        energies.removeLast(max(0, energies.count - peak - stretch.smooth))
        guard energies.count >= 4 else { return nil }

        let ramps = rises.flatMap { rise in
            levels.map { Ramp(frames: rise * rate / Double(stretch.step), rise: rise, level: $0) }
        }
        let likelihood = Likelihood(energies, noise: max(noise, top * 1e-4), top: top, weight: Double(stretch.step) / 2)
        let best = likelihood.best(of: ramps, crossing: Self.crossing)
        self.init(
            frame: Double(low) + best.at * Double(stretch.step), rise: best.ramp.rise, evidence: best.evidence,
            contrast: top / max(noise, 1e-15))
    }

    /// What is new, with the colour that the loudest part of it has: noise beside it weighs less then.
    private static func coloured(_ news: [Double], from first: Int, length: Int) -> [Double] {
        guard news.count - first > length else { return news }
        var sum = news[first..<(first + length)].reduce(0) { $0 + $1 * $1 }
        var (loudest, at) = (sum, first)
        for index in first..<(news.count - length) {
            sum += news[index + length] * news[index + length] - news[index] * news[index]
            if sum > loudest { (loudest, at) = (sum, index + 1) }
        }
        return LinearPrediction(of: news[at..<(at + length)], order: 4).resonance(of: news, damped: 0.97)
    }

    private static func energies(_ frames: ArraySlice<Double>, step: Int) -> [Double] {
        stride(from: frames.startIndex, through: frames.endIndex - step, by: step).map { first in
            frames[first..<(first + step)].reduce(0) { $0 + $1 * $1 } / Double(step)
        }
    }

    private static func smoothed(_ values: [Double], over count: Int) -> [Double] {
        values.indices.map { index in
            let around = values[max(0, index - count / 2)..<min(values.count, index - count / 2 + count)]
            return around.reduce(0, +) / Double(count)
        }
    }
}
