// SPDX-License-Identifier: Apache-2.0

import Foundation
import MetronomeMotion
import Testing

@Suite struct GeometryTests {
    @Test func `quarter turns are exact`() {
        for quarter in -8...8 {
            let angle = Angle.degrees(Double(quarter) * 90)
            #expect(angle.cosine == [1, 0, -1, 0][(quarter + 8) % 4])
            #expect(angle.sine == [0, 1, 0, -1][(quarter + 8) % 4])
        }
        #expect(abs(Angle.degrees(30).sine - 0.5) < 1e-15 && abs(Angle.radians(.pi / 3).cosine - 0.5) < 1e-15)
    }

    @Test func `a heading can be unwrapped so that it never jumps`() {
        #expect(Angle.degrees(350).wrapped == .degrees(-10) && Angle.degrees(180).wrapped == .degrees(-180))
        #expect(Angle.degrees(-170).unwrapped(near: .degrees(170)) == .degrees(190))
        #expect(Angle.degrees(5).unwrapped(near: .degrees(725)) == .degrees(725))
    }

    @Test func `a map written before another is applied first`() {
        let transform = AffineTransform(translationX: 10, y: 0).rotated(by: .degrees(90))
        let turned = Point(x: 1, y: 0).applying(transform)
        #expect(turned == Point(x: 10, y: 1))
        let other = AffineTransform(rotation: .degrees(90)).concatenating(AffineTransform(translationX: 10, y: 0))
        #expect(other == transform)
        let about = AffineTransform(rotation: .degrees(180), about: Point(x: 1, y: 2))
        #expect(
            Point(x: 1, y: 2).applying(about) == Point(x: 1, y: 2) && Point.zero.applying(about) == Point(x: 2, y: 4))
        #expect(
            Point(x: 3, y: 5).applying(AffineTransform(scaleX: 2, y: 1, about: Point(x: 1, y: 1))) == Point(x: 5, y: 5))
    }

    @Test func `a map and the map back are nothing`() throws {
        let transform = AffineTransform(a: 2, b: 0.5, c: -1, d: 3, tx: 7, ty: -2)
        let back = try #require(transform.inverted())
        #expect(Point(x: 5, y: 6).applying(transform).applying(back).distance(to: Point(x: 5, y: 6)) < 1e-12)
        #expect(AffineTransform(scaleX: 0, y: 1).inverted() == nil)
        let turn = ProjectionTransform(
            rotation: .degrees(40), axis: (x: 1, y: 2, z: 3), about: Point(x: 5, y: 5), anchorZ: 3, distance: 100)
        let undo = try #require(turn.inverted())
        #expect(Point(x: 1, y: 9).applying(turn).applying(undo).distance(to: Point(x: 1, y: 9)) < 1e-9)
    }

    @Test func `a projection of an affine map is the affine map, and keeps the order of two`() {
        let one = AffineTransform(translationX: 4, y: 1).rotated(by: .degrees(30))
        let other = AffineTransform(skewX: 0.5, y: 0)
        let both = ProjectionTransform(one).concatenating(ProjectionTransform(other))
        let point = Point(x: -3, y: 8)
        #expect(point.applying(both).distance(to: point.applying(one).applying(other)) < 1e-12)
        #expect(both.isAffine && both.affine == one.concatenating(other))
        #expect(ProjectionTransform().isIdentity)
    }

    @Test func `what lies behind the eye is at infinity`() {
        let edge = ProjectionTransform(
            rotation: .degrees(90), axis: (x: 0, y: 1, z: 0), about: .zero, distance: 10)
        #expect(Point(x: -20, y: 0).applying(edge).x == .infinity)
        #expect(Point(x: 20, y: 0).applying(edge).x.isFinite)
    }

    @Test func `vectors of all kinds go half-way component by component`() {
        #expect(Point(x: 0, y: 2).interpolated(towards: Point(x: 4, y: 4), amount: 0.5) == Point(x: 2, y: 3))
        #expect(Size(width: 2, height: 2).scaled(by: 2).magnitudeSquared == 32)
        #expect(SIMD4<Float>(1, 2, 3, 4).scaled(by: 2) == [2, 4, 6, 8])
        #expect(SIMD2<Double>(3, 4).magnitudeSquared == 25)
        #expect(AnimatablePair(1.0, Angle.degrees(90)).scaled(by: 2) == AnimatablePair(2, .degrees(180)))
        #expect(Color.black.mix(with: .white, by: 0.25).red == 0.25)
        #expect(
            Rect.zero.mixed(with: Rect(x: 2, y: 4, width: 6, height: 8), by: 0.5)
                == Rect(x: 1, y: 2, width: 3, height: 4))
        #expect(EmptyAnimatableData().magnitudeSquared == 0)
        #expect(0.1.interpolated(towards: 0.7, amount: 1) == 0.7)
    }

    @Test func `a springing colour can be shown once it is clamped`() {
        let over = Color(red: 1.2, green: -0.1, blue: .nan, opacity: 2)
        #expect(over.clamped == Color(red: 1, green: 0, blue: 0, opacity: 1))
        #expect(Color(hex: 0xFF8000) == Color(red: 1, green: 128.0 / 255, blue: 0))
    }

    @Test func `values of geometry come back from JSON as they were`() throws {
        struct Scene: Codable, Equatable {
            var point = Point(x: 1, y: 2), rect = Rect(x: 1, y: 2, width: 3, height: 4), angle = Angle.degrees(30)
            var color = Color(hex: 0x336699, opacity: 0.5), turn = ProjectionTransform()
        }
        let data = try JSONEncoder().encode(Scene())
        #expect(try JSONDecoder().decode(Scene.self, from: data) == Scene())
        #expect(String(decoding: data, as: UTF8.self).contains("\"angle\":30"))
    }
}
