// SPDX-License-Identifier: Apache-2.0

import Foundation
import MetronomeMotion
import ReferenceValues
import Testing

/// Every row of the sets of effects. Where a column is the articles' own error, the test says so and holds it to its
/// rule.
@Suite struct EffectVectorsTests {
    static let sets = [
        "trapezoid", "follow.circle", "skew", "flip", "flip.projection", "wave", "counter.seed", "counter.generalised",
        "ring.label", "gradient", "blob",
    ]

    @Test func `the body's corners are where the vectors say`() throws {
        let set = try VectorSet.named("trapezoid")
        for row in set.rows {
            let isBack = try set.word("shape", in: row).hasPrefix("back")
            let size = isBack ? Size(width: 200, height: 350) : Size(width: 180, height: 100)
            let (top, bottom) = isBack ? (15.0, 15.0) : (0, 10)
            let fraction = isBack ? 0.5 : 0.85
            let body = RoundedTrapezoid(
                topFraction: fraction, topCorners: Size(width: top, height: top),
                bottomCorners: Size(width: bottom, height: bottom))
            // Before and after each corner, from the upper right one on; a sharp corner is one point twice.
            var points: [Point] = []
            for element in body.path(in: Rect(origin: .zero, size: size)).elements {
                switch element {
                case .line(let point): points.append(point)
                case .quadCurve(let point, _): points.append(point)
                default: break
                }
            }
            if !isBack { points.insert(points[0], at: 0); points.append(points[points.count - 1]) }
            try #require(points.count == 8)
            let (pa2, pb2, pa3, pb3) = (points[0], points[1], points[2], points[3])
            let (pa4, pa1, pb1) = (points[4], points[6], points[7])
            func expect(_ value: Double, _ column: String) throws {
                #expect(set.agrees(value, try set.number(column, in: row)), "\(column)")
            }
            try expect(pa2.x, "pa2x")
            try expect(pb2.x, "pb2x")
            try expect(pb2.y, "pb2y")
            try expect(pb3.x, "pb3x")
            try expect(pa3.x, "pa3x_fixed")
            try expect(pa3.y, "pa3y")
            try expect(pa4.x, "pa4x")
            try expect(pb1.x, "pb1x")
            try expect(pa1.x, "pa1x")
            try expect(pa1.y, "pa1y")
            // The article divides the wrong way round, and leaves the slanted side.
            let tangent = size.height / (size.width * (1 - fraction) / 2)
            try expect(size.width - tangent / bottom, "pa3x_seed")
        }
    }

    /// So many arcs that their difference from a circle is below 1e-13.
    static let circle = Path {
        for arc in 0..<512 {
            $0.addRelativeArc(
                center: .zero, radius: 1, startAngle: .degrees(Double(arc) * 360 / 512), delta: .degrees(360 / 512))
        }
    }

    @Test func `followed round a circle, the tangent is exact, and the article's heading lags as the vectors say`()
        throws
    {
        let set = try VectorSet.named("follow.circle")
        let measure = Self.circle.measured()
        /// The article's point: the middle of the box round a thousandth of the path, and no wrap but a clamp.
        func percentPoint(_ percent: Double) -> Point {
            let pct = percent > 1 ? 0 : percent < 0 ? 1 : percent
            let (from, to) = pct > 0.999 ? (0.999, 1) : (pct, pct + 0.001)
            return measure.trimmed(from: from, to: to).boundingRect.center
        }
        for row in set.rows {
            let pct = try set.number("pct", in: row)
            let (one, other) = (percentPoint(pct), percentPoint(pct - 0.01))
            #expect(set.agrees(one.x, try set.number("x", in: row)), "x at \(pct)")
            #expect(set.agrees(one.y, try set.number("y", in: row)), "y at \(pct)")
            // At 0 both lie straight above each other but for rounding, which must not choose the branch.
            let (way, dy) = (other.x - one.x, other.y - one.y)
            let dx = abs(way) < 1e-12 ? 0 : way
            let seed = dx < 0 ? atan(dy / dx) : atan(dy / dx) - .pi
            #expect(set.agrees(seed, try set.number("angleRad", in: row)), "angle at \(pct)")
            #expect(set.agrees(seed * 180 / .pi, try set.number("angleDeg", in: row)))

            let heading = try #require(measure.place(at: pct)).heading
            let expected = Angle.degrees(try set.number("tangentDeg", in: row))
            #expect(set.agrees(heading.unwrapped(near: expected).degrees, expected.degrees), "tangent at \(pct)")
            let plane = FollowEffect(path: Self.circle, progress: pct).effectValue(size: .zero)
            let (tail, nose) = (Point.zero.applying(plane), Point(x: 1, y: 0).applying(plane))
            #expect(set.agrees((nose - tail).distance(to: .polar(radius: 1, angle: expected)), 0))
            #expect(set.agrees(tail.distance(to: .polar(radius: 1, angle: .degrees(pct * 360))), 0))
        }
    }

    @Test func `a banner leans as the vectors say`() throws {
        let set = try VectorSet.named("skew")
        for row in set.rows {
            let pct = try set.number("pct", in: row)
            for (column, right) in [("goingRight", true), ("goingLeft", false)] {
                let effect = SkewedOffset(offset: 7, progress: pct, goingRight: right)
                #expect(set.agrees(effect.skew, try set.number(column, in: row)))
                let point = Point(x: 2, y: 3).applying(effect.effectValue(size: .zero))
                #expect(set.agrees(point.x, 2 + 3 * effect.skew + 7) && point.y == 3)
            }
        }
    }

    @Test func `a card shows its back and changes its picture when the vectors say`() throws {
        let set = try VectorSet.named("flip")
        let turning = Animation.linear(duration: 4).repeatForever(autoreverses: false)
        let plane = Animation.linear(duration: 8).repeatForever(autoreverses: false)
        for row in set.rows {
            let time = try set.number("t", in: row)
            let angle = turning.value(from: 0.0, to: 360, time: time)
            #expect(set.agrees(angle, try set.number("angle", in: row)))
            #expect(FlipEffect(.degrees(angle)).isFlipped == (try set.truth("flipped", in: row)), "at \(time)")
            let card = FlipEffect(.degrees(time * 90))
            #expect(card.isFlipped == (try set.truth("flipped", in: row)), "at \(time)")
            #expect(card.flips == Int(try set.number("imageIndex", in: row)), "at \(time)")
            let rotation = plane.value(from: 360.0, to: 0, time: time)
            #expect(set.agrees(rotation, try set.number("planeRotation", in: row)))
        }
    }

    @Test func `a turned card's corners are where the vectors say`() throws {
        let set = try VectorSet.named("flip.projection")
        let size = Size(width: try #require(set.params.w), height: try #require(set.params.h))
        let axis = try #require(set.params.axis)
        for row in set.rows {
            let angle = try set.number("angle", in: row)
            let turn = FlipEffect(.degrees(angle), axis: (axis[0], axis[1])).effectValue(size: size)
            let corners: [(String, UnitPoint)] = [
                ("tl", .topLeading), ("tr", .topTrailing), ("br", .bottomTrailing), ("bl", .bottomLeading),
            ]
            for (name, corner) in corners {
                let seen = corner.point(in: size).applying(turn)
                #expect(set.agrees(seen.x, try set.number(name + "x", in: row)), "\(name) at \(angle)")
                #expect(set.agrees(seen.y, try set.number(name + "y", in: row)), "\(name) at \(angle)")
            }
        }
    }

    @Test func `letters in a wave have the sizes of the vectors`() throws {
        let set = try VectorSet.named("wave")
        let wave = TextWave(count: try #require(set.params.total), width: try #require(set.params.waveWidth))
        for row in set.rows {
            let pct = try set.number("pct", in: row)
            for letter in 0..<wave.count {
                let scale = wave.scale(of: letter, progress: pct)
                #expect(set.agrees(scale, try set.number("s\(letter)", in: row)), "letter \(letter) at \(pct)")
            }
        }
    }

    @Test func `digits roll as the vectors say`() throws {
        let set = try VectorSet.named("counter.generalised")
        for row in set.rows {
            let counter = RollingDigits(try set.number("value", in: row))
            for (place, digit, roll) in [(2, "hundreds", "hRoll"), (1, "tens", "tRoll"), (0, "units", "uRoll")] {
                #expect(counter.digit(at: place).digit == Int(try set.number(digit, in: row)))
                #expect(set.agrees(counter.digit(at: place).roll, try set.number(roll, in: row)))
            }
        }
    }

    /// The article's counter shows two strips of five digits, the number plus one in the middle; ours agrees with what
    /// its window shows of the two digits it has.
    @Test func `the article's two digits are the last two of ours`() throws {
        let set = try VectorSet.named("counter.seed")
        for row in set.rows {
            let number = try set.number("number", in: row)
            let next = number + 1
            func unit(_ number: Double) -> Double { abs(Double(Int(number) - Int(number) / 10 * 10)) }
            let tens = Double(abs(Int(next) / 10))
            let offset = 1 - (next - Double(Int(next)))
            #expect(try set.numbers("unitColumn", in: row) == [-2, -1, 0, 1, 2].map { unit(next + $0) })
            #expect(try set.numbers("tensColumn", in: row) == [-2, -1, 0, 1, 2].map { unit(abs(tens + $0)) })
            #expect(set.agrees(offset, try set.number("unitOffset", in: row)))
            let tensOffset = try set.number("tensOffset", in: row)
            #expect(set.agrees(tensOffset, unit(next) == 0 ? offset : 0))

            let ours = RollingDigits(number)
            #expect(Double(ours.digit(at: 0).digit) == (try set.numbers("unitColumn", in: row)[1]))
            #expect(set.agrees(ours.digit(at: 0).roll, 1 - offset))
            #expect(set.agrees(ours.digit(at: 1).roll, tensOffset == 0 ? 0 : 1 - tensOffset))
            let shown = try set.numbers("tensColumn", in: row)[tensOffset == 0 ? 2 : 1]
            #expect(Double(ours.digit(at: 1).digit) == shown)
        }
    }

    @Test func `a percentage is rounded, where the article truncates`() throws {
        let set = try VectorSet.named("ring.label")
        for row in set.rows {
            let pct = try set.number("pct", in: row)
            let ring = ProgressRing(pct)
            #expect(ring.percent == Int(try set.number("roundedLabel", in: row)), "of \(pct)")
            #expect(set.agrees(ring.endAngle.degrees, try set.number("arcEnd", in: row)))
            #expect(Int(pct * 100) == Int(try set.number("seedLabel", in: row)))
            let turn = ring.path(center: .zero, radius: 2).length
            #expect(abs(turn - 4 * .pi * pct) < 1e-3)
        }
    }

    @Test func `colours are mixed as the vectors say`() throws {
        let set = try VectorSet.named("gradient")
        let (from, to) = (Color(red: 0, green: 0.3, blue: 0.5), Color(red: 0, green: 0.46, blue: 0.73))
        for row in set.rows {
            let color = from.mix(with: to, by: try set.number("pct", in: row))
            #expect(set.agrees(color.red, try set.number("r", in: row)))
            #expect(set.agrees(color.green, try set.number("g", in: row)))
            #expect(set.agrees(color.blue, try set.number("b", in: row)))
        }
    }

    @Test func `the article's blob has the cosines of the vectors`() throws {
        let set = try VectorSet.named("blob")
        for row in set.rows {
            let time = try set.number("t", in: row)
            let (x, x2) = (time.remainder(dividingBy: 3) * 60, time.remainder(dividingBy: 6) * 10)
            #expect(set.agrees(Angle.degrees(x).cosine, try set.number("x", in: row)))
            #expect(set.agrees(Angle.degrees(x2).cosine, try set.number("x2", in: row)))
        }
    }
}
