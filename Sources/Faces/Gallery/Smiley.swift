// SPDX-License-Identifier: Apache-2.0

import MetronomeMotion

/// A round yellow face, drawn as paths: the thirteen expressions of `faces`, in the order of their numbers.
///
/// In a plane where its middle is (0, 0) and its radius 100.
enum Smiley: String, Sendable, Hashable, CaseIterable {
    case grin, grimace, laugh, smile, kiss, nerd, smirk, confused, worried, cool, tongue, love, zany

    static let radius = 100.0

    enum Eyes { case open, arcs, glasses, sideways, worried, sunglasses, wink, hearts, crazy }
    enum Mouth { case open, teeth, smile, kiss, front, smirk, slanted, frown, tongue }

    private var features: (eyes: Eyes, mouth: Mouth) {
        switch self {
        case .grin: (.open, .open)
        case .grimace: (.open, .teeth)
        case .laugh: (.arcs, .open)
        case .smile: (.open, .smile)
        case .kiss: (.open, .kiss)
        case .nerd: (.glasses, .front)
        case .smirk: (.sideways, .smirk)
        case .confused: (.open, .slanted)
        case .worried: (.worried, .frown)
        case .cool: (.sunglasses, .smile)
        case .tongue: (.wink, .tongue)
        case .love: (.hearts, .open)
        case .zany: (.crazy, .tongue)
        }
    }

    func draw(in plane: inout Drawing, _ theme: Theme) {
        let skin = Gradient(theme.color(0xFFE070), theme.color(0xFFD033), theme.color(0xFFB01C))
        let disc = Path(center: .zero, radius: Self.radius)
        plane.fill(disc, .radial(skin, center: Point(x: -25, y: -35), radius: 150))
        plane.stroke(Path(center: .zero, radius: Self.radius - 2.5), theme.edge, width: 5)
        var pen = Pen(plane: Drawing(size: plane.size), theme: theme)
        pen.draw(features.eyes)
        pen.draw(features.mouth)
        plane.append(pen.plane)
    }

    /// What draws the features of one face.
    struct Pen {
        var plane: Drawing
        let theme: Theme

        /// The colour of eyes, brows and lips.
        var line: Color { theme.hasColors ? Color(hex: 0x40290C) : theme.ink }

        mutating func stroke(_ path: Path, width: Double = 10) {
            plane.stroke(path, .color(line), StrokeStyle(width: width, cap: .round, join: .round))
        }

        /// A bow from a point to another, whose middle is lower by a height.
        static func bow(_ from: Point, _ to: Point, height: Double) -> Path {
            Path { path in
                path.move(to: from)
                let middle = (from + to) * 0.5
                path.addQuadCurve(to: to, control: Point(x: middle.x, y: middle.y + 2 * height))
            }
        }
    }
}
