// SPDX-License-Identifier: Apache-2.0

internal import MetronomeBounds

/// An outline measured once, so that places on it can be found by length: `Path.measured()`.
///
/// Gaps between subpaths have no length. Lengths are exact to about 12 digits. Looking up a place allocates nothing.
public struct PathMeasure: Sendable, Hashable {
    /// A place on an outline.
    public struct Place: Sendable, Hashable {
        /// Where it is.
        public var point: Point
        /// The direction of travel, of length 1.
        public var tangent: Point

        /// The direction of travel: 0° to the right, + clockwise on screen, in (-180°, 180°].
        public var heading: Angle { tangent.angle }
    }

    private struct Part: Sendable, Hashable {
        var curve: CubicBezier
        var isLine: Bool
        /// Whether the pen is lifted before it.
        var starts: Bool
        /// The first and last parameter of the curve.
        var from: Double
        var to: Double
        /// The length before it.
        var begin: Double
        var length: Double
    }

    private var parts: [Part] = []
    /// The length of all lines and curves.
    public private(set) var length = 0.0

    /// Measures an outline.
    public init(_ path: Path) {
        var (parts, length, lifted) = ([Part](), 0.0, true)
        path.forEachCurve { curve, isLine, starts in
            lifted = lifted || starts
            func add(_ from: Double, _ to: Double, _ partLength: Double) {
                guard partLength > 0, partLength.isFinite else { return }
                parts.append(
                    Part(
                        curve: curve, isLine: isLine, starts: lifted, from: from, to: to, begin: length,
                        length: partLength))
                length += partLength
                lifted = false
            }
            if isLine {
                add(0, 1, curve.p0.distance(to: curve.p3))
            } else {
                curve.forEachSmoothPart(add)
            }
        }
        (self.parts, self.length) = (parts, length)
    }

    /// The place after a part of the length, which is clamped to 0...1. At a corner the direction is the new one.
    ///
    /// Nil where the outline has no length.
    public func place(at fraction: Double) -> Place? {
        guard let (part, t) = find(fraction) else { return nil }
        return Place(point: part.curve.point(at: t), tangent: part.curve.tangent(at: t))
    }

    /// The point after a part of the length, which is clamped to 0...1; nil where the outline has no length.
    public func point(at fraction: Double) -> Point? {
        guard let (part, t) = find(fraction) else { return nil }
        return part.curve.point(at: t)
    }

    /// The outline between two parts of the length, which are clamped to 0...1; empty where `start` is not before `end`.
    public func trimmed(from start: Double, to end: Double) -> Path {
        let (from, to) = (Self.clamped(start) * length, Self.clamped(end) * length)
        var trimmed = Path()
        guard from < to else { return trimmed }
        for part in parts where part.begin < to && part.begin + part.length > from {
            let t0 = from > part.begin ? Self.parameter(in: part, at: from - part.begin) : part.from
            let t1 = to < part.begin + part.length ? Self.parameter(in: part, at: to - part.begin) : part.to
            let piece = part.curve.part(from: t0, to: t1)
            if part.starts || trimmed.isEmpty { trimmed.move(to: piece.p0) }
            if part.isLine {
                trimmed.addLine(to: piece.p3)
            } else {
                trimmed.addCurve(to: piece.p3, control1: piece.p1, control2: piece.p2)
            }
        }
        return trimmed
    }

    private func find(_ fraction: Double) -> (Part, Double)? {
        let way = Self.clamped(fraction) * length
        guard let part = parts.lastBegun({ $0.begin <= way }) else { return nil }
        return (part, Self.parameter(in: part, at: way - part.begin))
    }

    /// The parameter up to which a part is `way` long: Newton's step while it stays in the bracket, else bisection.
    private static func parameter(in part: Part, at way: Double) -> Double {
        if way <= 0 { return part.from }
        if way >= part.length { return part.to }
        var (low, high) = (part.from, part.to)
        var t = low + (high - low) * (way / part.length)
        if part.isLine { return t }
        for _ in 0..<64 {
            let excess = part.curve.length(from: part.from, to: t) - way
            if excess > 0 { high = t } else { low = t }
            let newton = t - excess / part.curve.derivative(at: t).length
            let next = newton >= low && newton <= high ? newton : (low + high) / 2
            let step = abs(next - t)
            t = next
            if step <= 4e-16 || abs(excess) <= 1e-15 * part.length { break }
        }
        return t
    }

    private static func clamped(_ x: Double) -> Double { .minimum(1, .maximum(0, x)) }
}

extension Path {
    /// The outline measured, for finding many places on it.
    public func measured() -> PathMeasure { PathMeasure(self) }

    /// The length of all lines and curves.
    public var length: Double { measured().length }

    /// The outline between two parts of its length, 0...1, as SwiftUI's; measure it first to trim it many times.
    public func trimmedPath(from start: Double, to end: Double) -> Path {
        start <= 0 && end >= 1 ? self : measured().trimmed(from: start, to: end)
    }
}
