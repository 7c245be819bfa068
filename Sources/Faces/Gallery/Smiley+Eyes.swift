// SPDX-License-Identifier: Apache-2.0

import MetronomeMotion

extension Smiley.Pen {
    private static let left = Point(x: -34, y: -22)
    private static let right = Point(x: 34, y: -22)

    /// Draws a pair of eyes, with brows.
    mutating func draw(_ eyes: Smiley.Eyes) {
        let (left, right) = (Self.left, Self.right)
        switch eyes {
        case .open: for eye in [left, right] { oval(eye) }
        case .arcs: for eye in [left, right] { arc(eye) }
        case .glasses: drawGlasses()
        case .sideways:
            for eye in [left, right] {
                oval(Point(x: eye.x + 8, y: eye.y + 4), Size(width: 20, height: 22))
                lid(eye)
            }
            stroke(Self.bow(Point(x: 16, y: -52), Point(x: 54, y: -54), height: -8), width: 8)
        case .worried:
            for eye in [left, right] { oval(Point(x: eye.x, y: eye.y + 4)) }
            stroke(Self.bow(Point(x: -56, y: -44), Point(x: -24, y: -58), height: -3), width: 8)
            stroke(Self.bow(Point(x: 24, y: -58), Point(x: 56, y: -44), height: -3), width: 8)
        case .sunglasses: drawSunglasses()
        case .wink:
            arc(left)
            oval(Point(x: 34, y: -26), Size(width: 26, height: 38))
            stroke(Self.bow(Point(x: 16, y: -62), Point(x: 54, y: -58), height: -8), width: 8)
        case .hearts:
            for eye in [left, right] {
                let box = Rect(x: eye.x - 25, y: eye.y - 24, width: 50, height: 45)
                plane.fill(Path.heart(in: box), theme.accent)
            }
        case .crazy:
            ball(Point(x: -34, y: -24), radius: 27, pupil: Point(x: -27, y: -17))
            ball(Point(x: 35, y: -26), radius: 18, pupil: Point(x: 39, y: -33))
        }
    }

    private mutating func oval(_ center: Point, _ size: Size = Size(width: 20, height: 32)) {
        let box = Rect(
            x: center.x - size.width / 2, y: center.y - size.height / 2, width: size.width, height: size.height)
        plane.fill(Path(ellipseIn: box), line)
    }

    /// A laughing or winking eye.
    private mutating func arc(_ center: Point) {
        let (from, to) = (Point(x: center.x - 18, y: center.y + 7), Point(x: center.x + 18, y: center.y + 7))
        stroke(Self.bow(from, to, height: -18))
    }

    /// The upper lid of an eye that is half closed.
    private mutating func lid(_ center: Point) {
        let (from, to) = (Point(x: center.x - 18, y: center.y - 6), Point(x: center.x + 22, y: center.y - 6))
        stroke(Path { $0.addLines([from, to]) }, width: 8)
    }

    private mutating func ball(_ center: Point, radius: Double, pupil: Point) {
        plane.fill(Path(center: center, radius: radius), Color.white)
        plane.stroke(Path(center: center, radius: radius), line, width: 5)
        plane.fill(Path(center: pupil, radius: 9), line)
    }

    private mutating func drawGlasses() {
        for x in [-37.0, 37] {
            let center = Point(x: x, y: -20)
            plane.fill(Path(center: center, radius: 29), Color(white: 1, opacity: 0.7))
            plane.stroke(Path(center: center, radius: 29), line, width: 8)
            oval(Point(x: x, y: -18), Size(width: 20, height: 28))
        }
        stroke(Self.bow(Point(x: -8, y: -24), Point(x: 8, y: -24), height: -4), width: 8)
        for x in [-1.0, 1] {
            stroke(
                Path { $0.addLines([Point(x: 66 * x, y: -24), Point(x: 93 * x, y: -32)]) }, width: 7)
        }
    }

    private mutating func drawSunglasses() {
        let dark = theme.color(0x20242B)
        for x in [-1.0, 1] {
            let lens = Path { path in
                path.move(to: Point(x: 6 * x, y: -40))
                path.addLine(to: Point(x: 70 * x, y: -40))
                path.addCurve(
                    to: Point(x: 40 * x, y: 6), control1: Point(x: 70 * x, y: -10), control2: Point(x: 60 * x, y: 6))
                path.addCurve(
                    to: Point(x: 6 * x, y: -40), control1: Point(x: 18 * x, y: 6), control2: Point(x: 8 * x, y: -14))
                path.closeSubpath()
            }
            plane.fill(lens, dark)
            let shine = Path { $0.addLines([Point(x: 38 * x - 12, y: -14), Point(x: 38 * x + 2, y: -30)]) }
            plane.stroke(shine, Color(white: 1, opacity: 0.4), width: 6, cap: .round)
        }
        let bar = Path { $0.addLines([Point(x: -90, y: -38), Point(x: 90, y: -38)]) }
        plane.stroke(bar, dark, width: 9, cap: .round)
    }
}
