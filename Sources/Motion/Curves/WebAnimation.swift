// SPDX-License-Identifier: Apache-2.0

internal import MetronomeBounds

/// A movement as a web page plays it: two values, a duration and a CSS easing.
///
/// `element.animate([from, to], {duration, easing, fill: "both"})`. Where the values of CSS are not the movement's own,
/// as when it ends where it began, `from` and `to` are one apart and the easing carries the way.
public struct WebAnimation: Sendable, Hashable, Codable {
    /// The value at an easing of 0.
    public var from: Double
    /// The value at an easing of 1.
    public var to: Double
    /// When it begins, in seconds.
    public var begin: Double
    /// How long it lasts, in seconds.
    public var duration: Double
    /// `cubic-bezier(…)`, `steps(…)` or `linear(…)`.
    public var easing: String
    /// How far the played value may be from the true one, in the unit of the value; 0 where the easing is exact. It does
    /// not hold for a spring that swings many thousand times: no more than 100,000 pieces are written.
    public var maximumError: Double

    private enum CodingKeys: String, CodingKey {
        case from, to, begin, duration, easing
        case maximumError = "maximum_error"
    }

    /// The segment as CSS plays it, exactly where CSS can and else within an error, in the unit of the value.
    ///
    /// A Hermite is exactly `cubic-bezier(1/3, v0·D/3Δ, 2/3, 1 − v1·D/3Δ)`, unless it ends where it began. Springs and
    /// the curves that CSS does not know become `linear(…)`.
    public init(_ segment: Segment, maximumError: Double) {
        (from, to) = (segment.from, segment.to)
        (begin, duration) = (segment.begin, Swift.max(0, segment.duration))
        self.maximumError = 0
        if let easing = segment.exactEasing {
            self.easing = easing
            return
        }
        let way = segment.to - segment.from
        let span = way == 0 ? 1 : way
        to = segment.from + span
        self.maximumError = Swift.max(1e-12 * abs(span), maximumError)
        // The text's digits may take a hundredth of the bound.
        easing = LinearEasing(pieces: segment.pieces, maximumError: 0.99 * self.maximumError / abs(span)) {
            (segment.value(at: segment.begin + $0 * segment.duration) - segment.from) / span
        }.css(error: 0.01 * self.maximumError / abs(span))
    }
}

extension Segment {
    /// The easing with which CSS plays the segment exactly; nil where there is none.
    fileprivate var exactEasing: String? {
        if duration <= 0 { return "linear" }
        switch curve {
        case .unit(let curve): return curve.cssEasing
        case .hermite(let start, let end):
            let third = duration / (3 * (to - from))
            let (y1, y2) = (start * third, 1 - end * third)
            guard from != to, y1.isFinite, y2.isFinite else { return nil }
            return UnitCurve.bezier(x1: 1 / 3, y1: y1, x2: 2 / 3, y2: y2).cssEasing
        case .spring: return nil
        }
    }

    /// Into how many pieces of equal length it must be cut so that each bends in one way or little.
    fileprivate var pieces: Int {
        guard case .spring(let spring, _) = curve, spring.response > 0 else { return 16 }
        return Int(clamping: Double.minimum(4096, Double.maximum(16, 12 * duration / spring.response)))
    }
}

extension UnitCurve {
    /// The easing with which CSS plays the curve exactly; nil for those it does not know.
    public var cssEasing: String? {
        switch function {
        case .bezier(let bezier) where bezier.isStraight: return "linear"
        case .bezier(let bezier):
            let numbers = [bezier.x1, bezier.y1, bezier.x2, bezier.y2].map(Number.shortest)
            return "cubic-bezier(\(numbers.joined(separator: ",")))"
        case .steps where start == 0: return description
        default: return nil
        }
    }

    /// The easing with which CSS plays the curve, exactly or within an error.
    public func css(maximumError: Double) -> String {
        if let cssEasing { return cssEasing }
        let bound = Swift.max(1e-12, maximumError)
        return LinearEasing(pieces: 16, maximumError: 0.99 * bound, value(at:)).css(error: 0.01 * bound)
    }
}

extension Animation {
    /// The easing with which CSS plays the progress over the animation's duration, exactly or within an error.
    ///
    /// Nil where it has no end or more than 10,000 passes and swings; its passes can then be played one by one.
    public func css(maximumError: Double) -> String? {
        guard duration.isFinite, turns <= 10_000 else { return nil }
        if case .curve(let curve, _) = kind { return curve.css(maximumError: maximumError) }
        guard duration > 0 else { return "linear" }
        let bound = Swift.max(1e-12, maximumError)
        let easing = LinearEasing(pieces: Int(clamping: Double.minimum(16_384, 16 * turns)), maximumError: 0.99 * bound)
        {
            progress(at: $0 * duration)
        }
        return easing.css(error: 0.01 * bound)
    }

    /// How many passes and swings it has, about.
    private var turns: Double {
        switch kind {
        case .curve: 1
        case .spring(let spring, _): 1 + duration / Swift.max(spring.response, 1e-9)
        case .delay(let base, let delay):
            base.turns * Swift.max(1, (abs(delay) + base.duration) / Swift.max(base.duration, 1e-9))
        case .speed(let base, _): base.turns
        case .repetition(let base, let count, _): base.turns * Double(count ?? 1)
        }
    }
}
