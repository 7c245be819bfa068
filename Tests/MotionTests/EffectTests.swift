// SPDX-License-Identifier: Apache-2.0

import MetronomeMotion
import Testing

@Suite struct EffectTests {
    static let size = Size(width: 100, height: 40)

    @Test func `effects leave their anchor in place`() {
        for anchor in [UnitPoint.center, .bottom, .topLeading] {
            let place = anchor.point(in: Self.size)
            #expect(
                place.applying(RotationEffect(.degrees(33), anchor: anchor).effectValue(size: Self.size)).distance(
                    to: place) < 1e-12)
            #expect(
                place.applying(ScaleEffect(3, anchor: anchor).effectValue(size: Self.size)).distance(to: place) < 1e-12)
            let turn = Rotation3DEffect(.degrees(70), axis: (0.3, 1, 0.2), anchor: anchor)
            #expect(place.applying(turn.effectValue(size: Self.size)).distance(to: place) < 1e-9)
        }
        let turned = Point(x: 100, y: 20).applying(RotationEffect(.degrees(90)).effectValue(size: Self.size))
        #expect(turned.distance(to: Point(x: 50, y: 70)) < 1e-12)
    }

    @Test func `half-way between two effects lies an effect of half the data`() {
        let half = Rotation3DEffect(.zero, axis: (0, 1, 0)).mixed(
            with: Rotation3DEffect(.degrees(90), axis: (1, 0, 0), anchor: .top, perspective: 0), by: 0.5)
        #expect(half.angle == .degrees(45) && half.axis == [0.5, 0.5, 0] && half.perspective == 0.5)
        #expect(half.anchor == UnitPoint(x: 0.5, y: 0.25))
        #expect(FlipEffect(.zero).mixed(with: FlipEffect(.degrees(360)), by: 0.5).isFlipped)
    }

    @Test func `in a parallel view a turned card is only narrower, and from its edge it is nothing`() {
        let turn = Rotation3DEffect(.degrees(60), axis: (0, 1, 0), perspective: 0).effectValue(size: Self.size)
        #expect(Point(x: 100, y: 40).applying(turn).distance(to: Point(x: 75, y: 40)) < 1e-9 && turn.isAffine)
        let edge = Rotation3DEffect(.degrees(90), axis: (0, 1, 0)).effectValue(size: Self.size)
        #expect(abs(edge.determinant) < 1e-12)
        let nothing = Rotation3DEffect(.degrees(60), axis: (0, 0, 0)).effectValue(size: Self.size)
        #expect(nothing == .identity)
    }

    @Test func `a card shows its back exactly where the projection turns the plane over`() {
        for angle in stride(from: -1000.0, through: 1000, by: 7) {
            let card = FlipEffect(.degrees(angle), axis: (1, 5))
            // From the edge there is no side.
            guard Angle.degrees(angle).cosine != 0 else { continue }
            #expect(card.isFlipped == (card.effectValue(size: Self.size).determinant < 0), "at \(angle)")
        }
        #expect(FlipEffect(.degrees(90)).isFlipped && !FlipEffect(.degrees(270)).isFlipped)
        #expect(FlipEffect(.degrees(450)).isFlipped && FlipEffect(.degrees(450)).flips == 2)
    }

    @Test func `a banner only leans while it is on its way`() {
        #expect(SkewedOffset(offset: 0, progress: -1, goingRight: true).skew == 0)
        #expect(SkewedOffset(offset: 0, progress: 2, goingRight: false).skew == 0)
    }

    @Test func `a plane without a path stays, and without turning only its place changes`() {
        #expect(FollowEffect(path: Path(), progress: 0.5).effectValue(size: Self.size) == .identity)
        let line = Path { $0.addLines([.zero, Point(x: 0, y: 10)]) }
        #expect(FollowEffect(along: line.measured(), progress: 0.5) == FollowEffect(path: line, progress: 0.5))
        let straight = FollowEffect(path: line, progress: 0.5, rotates: false).effectValue(size: Self.size)
        #expect(straight.affine == AffineTransform(translationX: 0, y: 5))
        let nose = Point(x: 1, y: 0).applying(FollowEffect(path: line, progress: 0.5).effectValue(size: Self.size))
        #expect(nose.distance(to: Point(x: 0, y: 6)) < 1e-12)
    }

    @Test func `a counter never shows what is no number`() {
        #expect(RollingDigits(-5).digit(at: 0) == .init(digit: 0, roll: 0))
        #expect(RollingDigits(.nan).digit(at: 1).digit == 0)
        #expect(RollingDigits(999.5).digit(at: 3) == .init(digit: 0, roll: 0.5))
        #expect(RollingDigits(1e300).digit(at: 2).digit == 0)
    }

    @Test func `a ring's label is a number`() {
        #expect(ProgressRing(.nan).percent == 0 && ProgressRing(.infinity).percent == 1_000_000_000_000_000)
    }

    @Test func `what has no size is turned, and its corner stays a point`() {
        let nothing = Rotation3DEffect(.degrees(60), axis: (0, 1, 0)).effectValue(size: .zero)
        #expect(Point.zero.applying(nothing) == .zero && nothing.isAffine)
        #expect(abs(nothing.m11 - 0.5) < 1e-15)
    }
}
