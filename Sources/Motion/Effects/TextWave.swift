// SPDX-License-Identifier: Apache-2.0

/// A wave that passes once through a row of letters and makes each up to twice as large.
public struct TextWave: Sendable, Hashable {
    /// How many letters there are.
    public var count: Int
    /// How many letters the wave is wide.
    public var width: Double

    /// A wave for `count` letters, `width` letters wide; both at least 1.
    public init(count: Int, width: Double) {
        self.count = Swift.max(1, count)
        self.width = Swift.max(1, width)
    }

    /// How large the letter with an index is, 1...2, when the wave is a part of its way through, 0...1.
    ///
    /// With the wave's width c and a letter's width 1/N as parts of the text, it reaches from p − c + o up to p + o,
    /// o = (c − 1/N)p, and there the scale is 1 + (1 + sin((x − p − o)/c · 360° − 90°))/2 at the letter's x = n/N.
    public func scale(of index: Int, progress: Double) -> Double {
        let letters = Double(count)
        let chunk = width / letters
        let front = progress + (chunk - 1 / letters) * progress
        let x = Double(index) / letters
        guard x >= front - chunk, x < front else { return 1 }
        return 1 + (1 - Angle.degrees((x - front) / chunk * 360).cosine) / 2
    }
}
