// SPDX-License-Identifier: Apache-2.0

import Foundation
import MetronomeMotion
import SeededRandom
import Testing

@Suite struct PathTests {
    static func randomPath(_ random: inout SeededGenerator) -> Path {
        func point(_ random: inout SeededGenerator) -> Point {
            Point(x: .random(in: -100...100, using: &random), y: .random(in: -100...100, using: &random))
        }
        var path = Path()
        path.move(to: point(&random))
        for _ in 0..<5 {
            switch Int.random(in: 0..<5, using: &random) {
            case 0: path.addLine(to: point(&random))
            case 1: path.addQuadCurve(to: point(&random), control: point(&random))
            case 2: path.closeSubpath()
            case 3: path.move(to: point(&random))
            default: path.addCurve(to: point(&random), control1: point(&random), control2: point(&random))
            }
        }
        path.addLine(to: point(&random))
        return path
    }

    @Test func `a circle of arcs has the length and the shape of a circle`() throws {
        let circle = Path(ellipseIn: Rect(x: -2, y: -2, width: 4, height: 4))
        #expect(abs(circle.length - 4 * .pi) < 1e-4)
        let measure = circle.measured()
        for index in 0...100 {
            let place = try #require(measure.place(at: Double(index) / 100))
            #expect(abs(place.point.length - 2) < 1e-5)
            // Clockwise on screen: the tangent is the radius turned by a quarter.
            let turned = Point(x: -place.point.y, y: place.point.x)
            #expect(place.tangent.distance(to: turned * (1 / turned.length)) < 1e-4)
        }
        #expect(measure.point(at: 0)?.distance(to: Point(x: 2, y: 0)) ?? 1 < 1e-12)
        #expect(measure.point(at: 0.25)?.distance(to: Point(x: 0, y: 2)) ?? 1 < 1e-9)
    }

    @Test func `places lie in even steps of length, and the tangent is the derivative by length`() throws {
        var random = SeededGenerator(seed: 1)
        for _ in 0..<10 {
            let a = Point(x: 0, y: 0)
            let path = Path {
                $0.move(to: a)
                $0.addCurve(
                    to: Point(x: .random(in: 50...100, using: &random), y: .random(in: -100...100, using: &random)),
                    control1: Point(x: .random(in: 0...60, using: &random), y: .random(in: -100...100, using: &random)),
                    control2: Point(x: .random(in: 40...100, using: &random), y: .random(in: -50...90, using: &random)))
            }
            let measure = path.measured()
            // Chords of a fine polygon, against the quadrature.
            let points = try (0...5000).map { try #require(measure.point(at: Double($0) / 5000)) }
            let chords = zip(points, points.dropFirst()).map { $0.distance(to: $1) }
            let sum = chords.reduce(0, +)
            #expect(abs(sum - measure.length) < 1e-4 * measure.length)
            let even = measure.length / 5000
            #expect(chords.filter { abs($0 - even) < 0.01 * even }.count > 4950)
            for fraction in [0.1, 0.37, 0.5, 0.83] {
                let place = try #require(measure.place(at: fraction))
                let near = try #require(measure.point(at: fraction + 1e-6))
                let far = try #require(measure.point(at: fraction - 1e-6))
                let slope = (near - far) * (1 / (2e-6 * measure.length))
                #expect(slope.distance(to: place.tangent) < 1e-4)
            }
        }
    }

    @Test func `trimming keeps the length asked for, and the pieces make the whole`() {
        var random = SeededGenerator(seed: 2)
        for _ in 0..<200 {
            let path = Self.randomPath(&random)
            let length = path.length
            let (one, other) = (Double.random(in: 0...1, using: &random), Double.random(in: 0...1, using: &random))
            let (from, to) = (min(one, other), max(one, other))
            let middle = path.trimmedPath(from: from, to: to)
            #expect(abs(middle.length - (to - from) * length) < 1e-8 * length)
            let pieces = path.trimmedPath(from: 0, to: from).length + path.trimmedPath(from: to, to: 1).length
            #expect(abs(pieces + middle.length - length) < 1e-8 * length)
            let measure = path.measured()
            if to - from > 1e-3, let start = measure.point(at: from), let first = middle.measured().point(at: 0) {
                // A piece may start on either side of a gap.
                #expect(start.distance(to: first) < 1e-6 || path.elements.filter(\.isMove).count > 1)
            }
        }
        let line = Path { $0.addLines([.zero, Point(x: 10, y: 0), Point(x: 10, y: 10)]) }
        #expect(line.trimmedPath(from: 0.25, to: 0.75).description == "M5,0 L10,0 L10,5")
        #expect(line.trimmedPath(from: 0.5, to: 0.5).isEmpty && line.trimmedPath(from: 0.7, to: 0.2).isEmpty)
        #expect(line.trimmedPath(from: -1, to: 2) == line)
    }

    @Test func `the bounding box touches the outline on all four sides and holds it`() throws {
        var random = SeededGenerator(seed: 3)
        for _ in 0..<40 {
            let path = Self.randomPath(&random)
            let box = path.boundingRect
            let measure = path.measured()
            let points = try (0...1000).map { try #require(measure.point(at: Double($0) / 1000)) }
            let slack = 1e-9
            #expect(
                points.allSatisfy {
                    $0.x >= box.minX - slack && $0.x <= box.maxX + slack && $0.y >= box.minY - slack
                        && $0.y <= box.maxY + slack
                })
            let xs = points.map(\.x), ys = points.map(\.y)
            let near = measure.length / 500
            #expect((xs.min() ?? 1e9) - box.minX < near && box.maxX - (xs.max() ?? -1e9) < near)
            #expect((ys.min() ?? 1e9) - box.minY < near && box.maxY - (ys.max() ?? -1e9) < near)
        }
        let circle = Path(ellipseIn: Rect(x: 10, y: 20, width: 30, height: 40)).boundingRect
        #expect(abs(circle.minX - 10) < 1e-9 && abs(circle.maxY - 60) < 1e-9)
    }

    @Test func `tangents are right where control points coincide and where the outline turns back`() {
        let resting = CubicBezier(.zero, .zero, Point(x: 1, y: 1), Point(x: 1, y: 1))
        #expect(resting.tangent(at: 0).distance(to: Point.polar(radius: 1, angle: .degrees(45))) < 1e-12)
        #expect(resting.tangent(at: 1).distance(to: Point.polar(radius: 1, angle: .degrees(45))) < 1e-12)
        let late = CubicBezier(.zero, .zero, .zero, Point(x: 0, y: 2))
        #expect(late.tangent(at: 0) == Point(x: 0, y: 1) && late.tangent(at: 1) == Point(x: 0, y: 1))
        let early = CubicBezier(.zero, Point(x: 3, y: 0), Point(x: 3, y: 0), Point(x: 3, y: 0))
        #expect(early.tangent(at: 1) == Point(x: 1, y: 0))
        // Out to the right and back: at the cusp it comes back.
        let cusp = CubicBezier(.zero, Point(x: 4, y: 0), Point(x: 4, y: 0), .zero)
        #expect(cusp.tangent(at: 0.25).x == 1 && cusp.tangent(at: 0.5).x == -1 && cusp.tangent(at: 0.75).x == -1)
        #expect(CubicBezier(.zero, .zero, .zero, .zero).tangent(at: 0.5) == .zero)
    }

    @Test func `an outline without length has no places`() {
        #expect(Path().measured().place(at: 0.5) == nil && Path().length == 0 && Path().boundingRect == .zero)
        let dot = Path {
            $0.move(to: Point(x: 1, y: 2)); $0.addLine(to: Point(x: 1, y: 2))
        }
        #expect(dot.measured().point(at: 0) == nil)
        #expect(dot.boundingRect == Rect(x: 1, y: 2, width: 0, height: 0))
    }

    @Test func `what goes on needs no move, and closing goes back to the start`() {
        var path = Path()
        path.closeSubpath()
        #expect(path.isEmpty)
        path.addLine(to: Point(x: 1, y: 1))
        path.addLine(to: Point(x: 2, y: 1))
        path.closeSubpath()
        path.closeSubpath()
        path.addLine(to: Point(x: 0, y: 0))
        #expect(path.description == "M1,1 L2,1 Z L0,0")
        #expect(abs(path.length - (2 + 2.0.squareRoot())) < 1e-12)
    }

    @Test func `path data reads back to the same outline`() throws {
        var random = SeededGenerator(seed: 4)
        for _ in 0..<200 {
            let path = Self.randomPath(&random)
            #expect(Path(path.description) == path)
            #expect(try JSONDecoder().decode(Path.self, from: JSONEncoder().encode(path)) == path)
        }
        #expect(Path("M 0 0, L 1,2 Z")?.description == "M0,0 L1,2 Z")
        for bad in ["L1,1", "M1", "M1,x", "M0,0 A1,1", "M0,0 L1,nan", "M0,0 C1,1 2,2"] { #expect(Path(bad) == nil) }
        #expect(Path("")?.isEmpty == true)
    }

    @Test func `an affine map of the outline is the outline of the mapped points`() throws {
        var random = SeededGenerator(seed: 5)
        let transform = AffineTransform(translationX: 3, y: -4).rotated(by: .degrees(33)).scaledBy(x: 2, y: 2)
        for _ in 0..<50 {
            let path = Self.randomPath(&random)
            let (before, after) = (path.measured(), path.applying(transform).measured())
            #expect(abs(after.length - 2 * before.length) < 1e-8 * after.length)
            for fraction in [0, 0.2, 0.7, 1] {
                let (one, other) = (try #require(before.point(at: fraction)), try #require(after.point(at: fraction)))
                #expect(one.applying(transform).distance(to: other) < 1e-5)
            }
        }
    }

    @Test func `a perspective bends curves as it bends their points`() throws {
        let card = Path(roundedRect: Rect(x: 0, y: 0, width: 265, height: 400), cornerRadius: 40)
        let turn = ProjectionTransform(
            rotation: .degrees(50), axis: (x: 1, y: 5, z: 0), about: Point(x: 132.5, y: 200), distance: 400)
        let seen = card.applying(turn).measured()
        let outline = card.measured()
        let drawn = try (0..<20_000).map { try #require(seen.point(at: Double($0) / 20_000)) }
        for index in 0..<50 {
            let expected = try #require(outline.point(at: Double(index) / 50)).applying(turn)
            // The nearest of many points of what was drawn, which are 0.06 apart.
            #expect(drawn.map { $0.distance(to: expected) }.min() ?? 1 < 0.04)
        }
        #expect(card.applying(ProjectionTransform.identity) == card)
    }

    @Test func `round corners are no larger than half a side, and none is a rectangle`() {
        let rect = Rect(x: 0, y: 0, width: 100, height: 20)
        #expect(Path(roundedRect: rect, cornerRadius: 0) == Path(rect))
        let pill = Path(roundedRect: rect, cornerRadius: 500)
        #expect(pill.boundingRect.width == 100 && abs(pill.boundingRect.height - 20) < 1e-9)
        let radius = Path(roundedRect: rect, cornerRadius: 5)
        #expect(abs(radius.length - (2 * 90 + 2 * 10 + 2 * .pi * 5)) < 1e-3)
    }

    @Test func `an arc goes clockwise on screen for a positive turn, by a line from where the pen is`() {
        let arc = Path {
            $0.move(to: .zero)
            $0.addArc(center: .zero, radius: 10, startAngle: .zero, endAngle: .degrees(90))
        }
        #expect(arc.elements.first == .move(to: .zero))
        #expect(arc.currentPoint?.distance(to: Point(x: 0, y: 10)) ?? 1 < 1e-12)
        #expect(abs(arc.length - (10 + 5 * .pi)) < 1e-3)
        let back = Path { $0.addRelativeArc(center: .zero, radius: 1, startAngle: .zero, delta: .degrees(-720)) }
        #expect(abs(back.length - 2 * .pi) < 1e-4)
        #expect(back.measured().point(at: 0.25)?.distance(to: Point(x: 0, y: -1)) ?? 1 < 1e-9)
    }
}

extension Path.Element {
    fileprivate var isMove: Bool {
        if case .move = self { return true }
        return false
    }
}
