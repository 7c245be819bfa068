// SPDX-License-Identifier: GPL-3.0-or-later

/// What a sound that is heard again and again is like: the mean of how it was heard, in which those weigh most that nothing else sounded
/// over.
struct LearntSound {
    /// How it was found in a piece of what is heard.
    struct Fit {
        /// By how many frames it is later than expected.
        let shift: Double
        /// How loud it is, as a multiple of what was learnt.
        let gain: Float
        /// The energy of what is left without it, for each frame.
        let left: Double
        /// The frame at which its attack begins, and its peak.
        let attack: Int, peak: Float
        fileprivate let frames: [Float]

        /// What it adds to a frame.
        func value(_ index: Int) -> Float { index < frames.count ? gain * frames[index] : 0 }
    }

    /// What an older one weighs less than the next.
    private static let memory: Float = 0.9
    /// How alike one must be for its loudness to be believed.
    private static let pure = 0.9
    /// How many frames it may be off its delay where it is hard to hear.
    private static let leeway = 0.5
    /// How many of them tell delay and loudness.
    private static let recent = 5
    /// How much more may be left of one that is learnt from than of the purest, and by how much that is allowed for with each.
    private static let (mostLeft, easing) = (4.0, 1.05)

    private var sums: [Float], weights: [Float]
    /// How it sounds; as long as it may be.
    private var mean: [Float]
    /// How many frames tell where it is, and over how many it ends.
    private let core: Int, fade: Int
    /// How loud the purest were lately, and by how many frames later than expected.
    private var (gains, delays): ([Float], [Double]) = ([], [])
    /// What was left of the purest one.
    private var leastLeft = Double.infinity
    /// How many were heard.
    private(set) var count = 0
    /// How alike the sounds are that were heard lately, as a correlation.
    private(set) var likeness = 1.0

    /// Nothing is learnt yet of a sound of `length` frames, of which the first `core` tell where it is.
    init(length: Int, core: Int) {
        (sums, weights) = ([Float](repeating: 0, count: length), [Float](repeating: 0, count: length))
        (mean, self.core, fade) = (sums, core, max(1, length / 4))
    }

    /// Finds it in frames that begin `apart` before it is expected, to a `part` of a frame, and go on at least as far behind its core. Where
    /// something else sounds over it, it is where it was before. Nil before anything is learnt.
    mutating func fit(_ heard: [Float], apart: Int, part: Double) -> Fit? {
        let told = min(core, heard.count - 2 * apart)
        let energy = (0..<told).reduce(Float(0)) { $0 + mean[$1] * mean[$1] }
        guard count > 0, energy > 0 else { return nil }
        func match(_ shift: Int) -> Float {
            var sum: Float = 0
            for index in 0..<told { sum += heard[apart + shift + index] * mean[index] }
            return sum
        }
        let matches = (-apart...apart).map(match)
        guard let best = matches.indices.max(by: { matches[$0] < matches[$1] }) else { return nil }
        var shift = Double(best - apart)
        if best > 0, best < matches.count - 1 {
            let (left, middle, right) = (matches[best - 1], matches[best], matches[best + 1])
            let bend = left - 2 * middle + right
            if bend < 0 { shift += Double(0.5 * (left - right) / bend) }
        }
        let all = (0..<told).reduce(Float(0)) { $0 + heard[best + $1] * heard[best + $1] }
        let likely = Double(matches[best] / max((energy * all).squareRoot(), .leastNormalMagnitude))
        likeness += 0.25 * (likely - likeness)
        if likely > Self.pure {
            gains = (gains + [min(max(matches[best] / energy, 0.25), 4)]).suffix(Self.recent)
            delays = (delays + [shift - part]).suffix(Self.recent)
        } else {
            let delay = Self.median(delays) ?? 0
            shift = min(max(shift, delay + part - Self.leeway), delay + part + Self.leeway)
        }
        let gain = Self.median(gains) ?? 1
        var frames = mean.indices.map { Self.value(mean, Double($0) - shift) }
        for index in frames.indices.suffix(fade) { frames[index] *= Float(frames.count - index) / Float(fade) }
        var left: Float = 0
        for index in 0..<told {
            let rest = heard[apart + index] - gain * frames[index]
            left += rest * rest
        }
        let peak = frames.prefix(told).reduce(Float(0)) { max($0, abs($1)) }
        let attack = frames.firstIndex { abs($0) >= 0.1 * peak } ?? 0
        return Fit(
            shift: shift, gain: gain, left: Double(left) / Double(max(1, told)), attack: attack, peak: gain * peak,
            frames: frames)
    }

    /// Learns from such frames, in which it is later than expected by a shift.
    mutating func learn(_ heard: [Float], apart: Int, shift: Double, left: Double?) {
        let length = heard.count - 2 * apart
        guard length > 0 else { return }
        if let left, count > 1 {
            defer { leastLeft = min(leastLeft * Self.easing, left) }
            guard left < Self.mostLeft * leastLeft || count < ClickEraser.toLearn else { return }
        }
        let gain = Self.median(gains) ?? 1
        let all = heard.reduce(0.0) { $0 + Double($1 * $1) } / Double(max(1, heard.count))
        let weight = Float(1 / max(left ?? all, 1e-9))
        for index in 0..<min(length, mean.count) {
            sums[index] = Self.memory * sums[index] + weight * Self.value(heard, Double(apart + index) + shift) / gain
            weights[index] = Self.memory * weights[index] + weight
            mean[index] = sums[index] / weights[index]
        }
        count += 1
    }

    private static func median<Value: Comparable>(_ values: [Value]) -> Value? {
        values.isEmpty ? nil : values.sorted()[values.count / 2]
    }

    /// A value between frames, by a cubic through four; 0 beside them.
    private static func value(_ frames: [Float], _ place: Double) -> Float {
        let whole = place.rounded(.down)
        guard let index = Int(exactly: whole), index >= 1, index + 2 < frames.count else { return 0 }
        let part = Float(place - whole)
        let (a, b, c, d) = (frames[index - 1], frames[index], frames[index + 1], frames[index + 2])
        let (one, two, three) = (part + 1, part - 1, part - 2)
        return -a * part * two * three / 6 + b * one * two * three / 2 - c * one * part * three / 2 + d * one * part
            * two / 6
    }
}
