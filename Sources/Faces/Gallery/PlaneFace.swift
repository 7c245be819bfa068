// SPDX-License-Identifier: Apache-2.0

import MetronomeMotion

/// A plane that flies a lying eight once in a bar, its nose along the tangent, past a light for every beat.
///
/// Parts: "track" is a plane where the eight is 340 wide; "plane" has its middle at (0, 0) and its nose at (30, 0);
/// "beat.1" and so on are the lights, each with its middle at (0, 0).
struct PlaneFace: Face {
    let name = "plane"
    let summary = "a plane that flies its path once in a bar, with a light for every beat"
    let defaultSize = Size(width: 480, height: 360)

    static let design = Rect(x: -224, y: -168, width: 448, height: 336)
    /// From the crossing up to the right, round the right lobe, and round the left one.
    static let path = Path { path in
        path.move(to: .zero)
        for side in [1.0, -1] {
            func point(_ x: Double, _ y: Double) -> Point { Point(x: side * x, y: y) }
            path.addCurve(to: point(170, 0), control1: point(75, -150), control2: point(170, -138))
            path.addCurve(to: .zero, control1: point(170, 138), control2: point(75, 150))
        }
        path.closeSubpath()
    }
    static let measure = path.measured()
    /// The first beat is half-way up the right lobe, so that the others are not at the crossing.
    static let begin = 0.125

    /// The part of the path that is flown after a part of the bar, 0..<1.
    static func way(atBar progress: Double) -> Double {
        let way = progress + begin
        return way - way.rounded(.down)
    }

    func drawing(at moment: Moment, size: Size, theme: Theme) -> Drawing {
        var drawing = Drawing(size: size)
        let progress = moment.value("plane.progress")
        drawing.group("track", transform: Fit(Self.design, in: drawing.bounds).transform) { track in
            let style = StrokeStyle(width: 5, cap: .round, join: .round)
            track.stroke(Self.path, .color(theme.faint), style)
            drawTrail(in: &track, behind: progress, theme)
            drawBeats(in: &track, moment, theme)
            let flight = FollowEffect(along: Self.measure, progress: Self.way(atBar: progress))
            track.group("plane", effects: [flight]) { plane in
                let edge = StrokeStyle(width: 5, join: .round)
                plane.stroke(Self.silhouette, .color(theme.background), edge)
                plane.fill(Self.silhouette, theme.accent)
                let cabin = Path(roundedRect: Rect(x: 12, y: -2.5, width: 11, height: 5), cornerRadius: 2.5)
                plane.fill(cabin, Color(white: 1, opacity: 0.75))
            }
        }
        return drawing
    }

    /// The last part of the way, fainter and fainter.
    private func drawTrail(in track: inout Drawing, behind progress: Double, _ theme: Theme) {
        let pieces = 8.0
        for piece in stride(from: pieces, through: 1, by: -1) {
            let start = Self.way(atBar: progress - piece * 0.02)
            let color = theme.accent.opacity(0.55 * (1 - (piece - 1) / pieces))
            for (from, to) in [(start, .minimum(1, start + 0.02)), (0, start + 0.02 - 1)] where to > from {
                track.stroke(Self.measure.trimmed(from: from, to: to), color, width: 5)
            }
        }
    }

    private func drawBeats(in track: inout Drawing, _ moment: Moment, _ theme: Theme) {
        let count = moment.beatsPerBar
        let radius = Double.minimum(8, 56 / Double(count))
        for beat in 1...count {
            guard let place = Self.measure.place(at: Self.way(atBar: Double(beat - 1) / Double(count))) else {
                continue
            }
            let isLit = moment.isPlaying && beat == moment.beatInBar
            let lit = moment.ringsBell ? theme.highlight : theme.accent
            let shift = OffsetEffect(Size(width: place.point.x, height: place.point.y))
            track.group("beat.\(beat)", effects: [shift]) { light in
                light.fill(Path(center: .zero, radius: radius + 3), theme.background)
                light.fill(Path(center: .zero, radius: radius), isLit ? lit : theme.unlit)
            }
            guard count <= 12 else { continue }
            // Outside of the lobe on which it lies.
            let lobe = Point(x: place.point.x < 0 ? -92 : 92, y: 0)
            let away = place.point - lobe
            let number = Text(
                "\(beat)", font: Font(size: 18, weight: .bold), at: place.point + away * (40 / away.length))
            track.draw(number, isLit ? lit : theme.ink.opacity(0.7))
        }
    }

    /// From above, flying to the right: from −28 to 30, with wings to ±28.
    private static let silhouette = Path { path in
        let half: [(x: Double, y: Double)] = [
            (20, -5), (8, -5.5), (-7, -28), (-14, -28), (-6, -5), (-18, -4), (-24, -12), (-29, -12), (-25, 0),
        ]
        path.move(to: Point(x: 30, y: 0))
        path.addQuadCurve(to: Point(x: 20, y: -5), control: Point(x: 29, y: -4.5))
        for corner in half.dropFirst() { path.addLine(to: Point(x: corner.x, y: corner.y)) }
        for corner in half.dropLast().reversed() { path.addLine(to: Point(x: corner.x, y: -corner.y)) }
        path.addQuadCurve(to: Point(x: 30, y: 0), control: Point(x: 29, y: 4.5))
        path.closeSubpath()
    }
}
