// SPDX-License-Identifier: Apache-2.0

import MetronomeMotion

/// A suit of cards, as a path.
enum Suit: Int {
    case hearts, spades, diamonds, clubs

    var isRed: Bool { self == .hearts || self == .diamonds }

    /// The sign round a middle, in a square of a size.
    func path(at middle: Point, size: Double) -> Path {
        let place = AffineTransform(translationX: middle.x, y: middle.y).scaledBy(x: size / 2, y: size / 2)
        return unitPath.applying(place)
    }

    /// In the square from −1 to 1.
    private var unitPath: Path {
        switch self {
        case .hearts: Self.heart
        case .diamonds:
            Path { path in
                path.move(to: Point(x: 0, y: -1))
                path.addQuadCurve(to: Point(x: 0.75, y: 0), control: Point(x: 0.3, y: -0.45))
                path.addQuadCurve(to: Point(x: 0, y: 1), control: Point(x: 0.3, y: 0.45))
                path.addQuadCurve(to: Point(x: -0.75, y: 0), control: Point(x: -0.3, y: 0.45))
                path.addQuadCurve(to: Point(x: 0, y: -1), control: Point(x: -0.3, y: -0.45))
                path.closeSubpath()
            }
        case .spades:
            Path { path in
                let turned = AffineTransform(translationX: 0, y: -0.15).scaledBy(x: 0.92, y: -0.85)
                path.addPath(Self.heart, transform: turned)
                path.addPath(Self.stem)
            }
        case .clubs:
            Path { path in
                for (x, y) in [(0.0, -0.55), (-0.5, 0.18), (0.5, 0.18)] {
                    path.addEllipse(in: Rect(x: x - 0.43, y: y - 0.43, width: 0.86, height: 0.86))
                }
                path.addRect(Rect(x: -0.2, y: -0.3, width: 0.4, height: 0.6))
                path.addPath(Self.stem)
            }
        }
    }

    private static let heart = Path { path in
        path.move(to: Point(x: 0, y: 0.95))
        path.addCurve(
            to: Point(x: -0.95, y: -0.35), control1: Point(x: -0.35, y: 0.55), control2: Point(x: -0.95, y: 0.15))
        path.addCurve(to: Point(x: 0, y: -0.55), control1: Point(x: -0.95, y: -1.05), control2: Point(x: -0.2, y: -1.1))
        path.addCurve(
            to: Point(x: 0.95, y: -0.35), control1: Point(x: 0.2, y: -1.1), control2: Point(x: 0.95, y: -1.05))
        path.addCurve(to: Point(x: 0, y: 0.95), control1: Point(x: 0.95, y: 0.15), control2: Point(x: 0.35, y: 0.55))
        path.closeSubpath()
    }

    private static let stem = Path { path in
        path.move(to: Point(x: -0.08, y: 0.2))
        path.addQuadCurve(to: Point(x: -0.4, y: 0.97), control: Point(x: -0.05, y: 0.85))
        path.addLine(to: Point(x: 0.4, y: 0.97))
        path.addQuadCurve(to: Point(x: 0.08, y: 0.2), control: Point(x: 0.05, y: 0.85))
        path.closeSubpath()
    }
}
