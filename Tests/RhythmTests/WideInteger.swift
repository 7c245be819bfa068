// SPDX-License-Identifier: Apache-2.0

import MetronomeRhythm

/// A signed product of 256 bits, to check by cross-multiplication what the module computes in 128.
struct WideInteger: Comparable {
    let high: Int128
    let low: UInt128

    init(_ left: Int128, times right: Int128) {
        (high, low) = left.multipliedFullWidth(by: right)
    }

    private init(high: Int128, low: UInt128) {
        self.high = high
        self.low = low
    }

    static func - (left: WideInteger, right: WideInteger) -> WideInteger {
        let (low, borrowed) = left.low.subtractingReportingOverflow(right.low)
        return WideInteger(high: left.high - right.high - (borrowed ? 1 : 0), low: low)
    }

    static func < (left: WideInteger, right: WideInteger) -> Bool {
        left.high == right.high ? left.low < right.low : left.high < right.high
    }
}

extension TimelineSegment {
    /// How far a frame and a number of half frames lie behind the exact place of a position: by `frames · bpm − beats · 60 · rate`,
    /// scaled to an integer, if the origin is on a frame or half-way between two. Only its sign and order have a meaning.
    func offset(ofFrame frame: Int64, halfFrames: Int128 = 0, from position: Position) -> WideInteger {
        let frames = 2 * Int128(frame) + halfFrames - (originPlace.ticks >> 63)
        let framesPerMinute = Int128(60 * sampleRate.hertz) * Int128(tempo.denominator)
        return WideInteger(frames * Int128(tempo.numerator), times: 1 << 64)
            - WideInteger(position.ticks - originPosition.ticks, times: 2 * framesPerMinute)
    }
}

let zero = WideInteger(0, times: 0)
