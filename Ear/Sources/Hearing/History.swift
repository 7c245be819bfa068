// SPDX-License-Identifier: GPL-3.0-or-later

/// The last second of a sound.
struct History {
    let rate: Double
    private var frames: [Float] = []
    /// The frame that the first of them is.
    private var first = 0

    init(rate: Double) { self.rate = rate }

    /// How many frames were heard.
    var end: Int { first + frames.count }

    mutating func append(_ more: ArraySlice<Float>) {
        frames += more
        if Double(frames.count) > 2 * rate {
            let spare = frames.count / 2
            frames.removeFirst(spare)
            first += spare
        }
    }

    /// Some frames, silent where they lie before the first one; nil where they are gone, or to come.
    subscript(range: Range<Int>) -> [Double]? {
        guard range.upperBound <= end, range.lowerBound >= first || first == 0 else { return nil }
        var sound = [Double](repeating: 0, count: range.count)
        for frame in range where frame >= first {
            sound[frame - range.lowerBound] = Double(frames[frame - first])
        }
        return sound
    }

    /// The greatest amplitude of some frames from one on; 0 where they are gone, or to come.
    func peak(from frame: Double, seconds: Double) -> Double {
        guard let low = Int(exactly: frame.rounded(.down)), let high = Int(exactly: (frame + seconds * rate).rounded()),
            low <= end, let range = self[low..<min(end, max(low, high))]
        else { return 0 }
        return range.reduce(0) { max($0, abs($1)) }
    }

    /// Whether the sound from a frame on is as loud later as in its first 20 ms: what is there when listening begins is no stroke.
    func goesOn(from frame: Double) -> Bool {
        2 * peak(from: frame + 0.04 * rate, seconds: 0.025) > peak(from: frame, seconds: 0.02)
    }
}
