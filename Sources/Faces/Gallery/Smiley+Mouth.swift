// SPDX-License-Identifier: Apache-2.0

import MetronomeMotion

extension Smiley.Pen {
    /// Laughing: straight above, round below.
    private static let wide = Path { path in
        path.move(to: Point(x: -54, y: 18))
        path.addQuadCurve(to: Point(x: 54, y: 18), control: Point(x: 0, y: 26))
        path.addCurve(to: Point(x: 0, y: 74), control1: Point(x: 54, y: 52), control2: Point(x: 30, y: 74))
        path.addCurve(to: Point(x: -54, y: 18), control1: Point(x: -30, y: 74), control2: Point(x: -54, y: 52))
        path.closeSubpath()
    }

    /// Draws a mouth.
    mutating func draw(_ mouth: Smiley.Mouth) {
        switch mouth {
        case .open: drawLaugh { $0.fill(Path(Rect(x: -60, y: 10, width: 120, height: 25)), Color.white) }
        case .tongue:
            drawLaugh { _ in }
            drawTongue()
        case .teeth: drawTeeth()
        case .smile: stroke(Self.bow(Point(x: -46, y: 26), Point(x: 46, y: 26), height: 26))
        case .front:
            let tooth = Path(roundedRect: Rect(x: -15, y: 44, width: 30, height: 23), cornerRadius: 5)
            plane.fill(tooth, Color.white)
            plane.stroke(tooth, line, width: 4)
            stroke(Path { $0.addLines([Point(x: 0, y: 48), Point(x: 0, y: 65)]) }, width: 4)
            stroke(Self.bow(Point(x: -44, y: 28), Point(x: 44, y: 28), height: 18))
        case .kiss:
            let lips = Path { path in
                path.move(to: Point(x: -8, y: 26))
                path.addCurve(to: Point(x: -2, y: 44), control1: Point(x: 18, y: 26), control2: Point(x: 18, y: 43))
                path.addCurve(to: Point(x: -8, y: 62), control1: Point(x: 18, y: 45), control2: Point(x: 18, y: 62))
            }
            stroke(lips, width: 9)
        case .smirk: stroke(Self.bow(Point(x: -30, y: 44), Point(x: 46, y: 28), height: 14))
        case .slanted: stroke(Self.bow(Point(x: -36, y: 52), Point(x: 40, y: 36), height: -7))
        case .frown: stroke(Self.bow(Point(x: -38, y: 56), Point(x: 38, y: 56), height: -20))
        }
    }

    private mutating func drawLaugh(inside: (inout Drawing) -> Void) {
        plane.fill(Self.wide, theme.color(0x5B1F14))
        plane.group(clip: Self.wide, inside)
        plane.stroke(Self.wide, .color(line), StrokeStyle(width: 5, join: .round))
    }

    private mutating func drawTongue() {
        let tongue = Path(roundedRect: Rect(x: -24, y: 44, width: 48, height: 50), cornerRadius: 24)
        plane.fill(tongue, theme.color(0xF0607C))
        plane.stroke(tongue, line.opacity(0.55), width: 4)
        let groove = Path { $0.addLines([Point(x: 0, y: 52), Point(x: 0, y: 72)]) }
        plane.stroke(groove, theme.color(0xB23A56), width: 5, cap: .round)
    }

    private mutating func drawTeeth() {
        let box = Rect(x: -54, y: 20, width: 108, height: 42)
        let outline = Path(roundedRect: box, cornerRadius: 19)
        plane.fill(outline, Color.white)
        let gaps = Path { path in
            for x in [-27.0, 0, 27] { path.addLines([Point(x: x, y: box.minY), Point(x: x, y: box.maxY)]) }
            path.addLines([Point(x: box.minX, y: box.midY), Point(x: box.maxX, y: box.midY)])
        }
        plane.stroke(gaps, line.opacity(0.6), width: 4)
        plane.stroke(outline, line, width: 7)
    }
}
