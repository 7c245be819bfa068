// SPDX-License-Identifier: Apache-2.0

internal import MetronomeBounds
import MetronomeMotion
import MetronomeRhythm

/// A card that is turned over once in a bar, in perspective, and round in its plane in two.
///
/// Its front shows a bar and a suit, its back the tempo; bar and suit change on the turn, while it is seen from its
/// edge. What is written stays level, however the card lies.
///
/// Part: "front" or "back", whichever side is seen.
struct CardsFace: Face {
    let name = "cards"
    let summary = "a card that is turned over bar by bar: the bar in front, the tempo on its back"
    let cycle = Cycle.endless

    static let card = Size(width: 265, height: 400)
    static let middle = Point(x: 132.5, y: 200)
    /// From the middle to the corner nearest to the eye, at most, as the perspective shows it.
    static let reach = 300.0

    func drawing(at moment: Moment, size: Size, theme: Theme) -> Drawing {
        let flip = Self.flip(moment)
        let view = Self.view(moment, size)
        let level = Self.level(in: view)
        var drawing = Drawing(size: size)
        drawing.append(flip.isFlipped ? back(moment, theme, level: level) : front(moment, theme, level: level))
        return drawing.projected(by: view)
    }

    private static func flip(_ moment: Moment) -> FlipEffect {
        FlipEffect(.degrees(moment.value("cards.angle")), axis: (x: 1, y: 5))
    }

    /// From the plane of the side that is seen to the picture.
    static func view(_ moment: Moment, _ size: Size) -> ProjectionTransform {
        let flip = flip(moment)
        let turn = RotationEffect(.degrees(moment.value("cards.rotation")))
        let design = Rect(
            x: middle.x - reach, y: middle.y - reach, width: 2 * reach, height: 2 * reach)
        let fit = Fit(design, in: Rect(origin: .zero, size: size))
        // The back is drawn as it is seen when the card is turned over.
        let side = flip.isFlipped ? AffineTransform(a: -1, b: 0, c: 0, d: 1, tx: card.width, ty: 0) : .identity
        return ProjectionTransform(side)
            .concatenating(flip.effectValue(size: card))
            .concatenating(turn.effectValue(size: card))
            .concatenating(ProjectionTransform(fit.transform))
    }

    /// A turn about the origin, from what is level in the card's plane to what is level in the picture.
    static func level(in view: ProjectionTransform) -> AffineTransform {
        let place = middle.applying(view)
        guard let back = view.inverted() else { return .identity }
        let way = Point(x: place.x + 1, y: place.y).applying(back) - middle
        let length = way.distance(to: .zero)
        guard length > 0, length.isFinite else { return .identity }
        let (x, y) = (way.x / length, way.y / length)
        return AffineTransform(a: x, b: y, c: -y, d: x, tx: 0, ty: 0)
    }

    /// The front in the card's own plane: a suit in all corners, and the bar in the middle.
    func front(_ moment: Moment, _ theme: Theme, level: AffineTransform = .identity) -> Drawing {
        var drawing = Drawing(size: Self.card)
        let image = Int64(clamping: moment.value("cards.image"))
        drawing.group("front") { side in
            let suit = Suit(rawValue: Int(image.flooredDivision(by: 4).remainder)) ?? .hearts
            let color = suit.isRed ? theme.accent : Color(hex: 0x1C1F24)
            Self.drawSheet(in: &side, fill: .color(.white), theme)
            for corner in 0..<2 {
                let turn = AffineTransform(rotation: .degrees(Double(corner) * 180), about: Self.middle)
                side.group(transform: turn) { half in
                    for x in [42.0, Self.card.width - 42] {
                        half.fill(suit.path(at: Point(x: x, y: 48), size: 50), color)
                    }
                }
            }
            Self.drawMedallion(
                in: &side, level: level, fill: color, ink: .white, big: "\(image + 1)", small: "bar")
        }
        return drawing
    }

    /// The back in the card's own plane: a pattern, and the tempo in the middle.
    func back(_ moment: Moment, _ theme: Theme, level: AffineTransform = .identity) -> Drawing {
        var drawing = Drawing(size: Self.card)
        drawing.group("back") { side in
            Self.drawSheet(in: &side, fill: .color(.white), theme)
            let field = Rect(origin: .zero, size: Self.card).insetBy(dx: 14, dy: 14)
            let outline = Path(roundedRect: field, cornerRadius: 8)
            let wood = Gradient(theme.shade, theme.primary)
            side.fill(outline, .linear(wood, from: field.origin, to: Point(x: field.maxX, y: field.maxY)))
            side.stroke(Self.lattice(in: field.insetBy(dx: 2, dy: 2)), theme.onPrimary.opacity(0.22), width: 2.5)
            side.stroke(outline, theme.edge, width: 2)
            Self.drawMedallion(
                in: &side, level: level, fill: .white, ink: Color(hex: 0x1C1F24), big: moment.tempo.shown, small: "bpm")
        }
        return drawing
    }

    /// Lines both ways at 45°, from edge to edge: none reaches beyond the card, so it stays before the eye.
    private static func lattice(in field: Rect) -> Path {
        Path { path in
            for shift in stride(from: -field.height, to: field.width, by: 26.5) {
                let top = Double.maximum(0, -shift), bottom = Double.minimum(field.height, field.width - shift)
                for (x, way) in [(field.minX, 1.0), (field.maxX, -1)] {
                    path.addLines([
                        Point(x: x + way * (shift + top), y: field.minY + top),
                        Point(x: x + way * (shift + bottom), y: field.minY + bottom),
                    ])
                }
            }
        }
    }

    private static func drawSheet(in side: inout Drawing, fill: Paint, _ theme: Theme) {
        // White on white is seen by its edge alone.
        let (edge, width) = theme.hasColors ? (Color(white: 0.62), 3.0) : (theme.edge, 12)
        let sheet = Rect(origin: .zero, size: card).insetBy(dx: width / 2, dy: width / 2)
        let outline = Path(roundedRect: sheet, cornerRadius: 18)
        side.fill(outline, fill)
        side.stroke(outline, edge, width: width)
    }

    private static func drawMedallion(
        in side: inout Drawing, level: AffineTransform, fill: Color, ink: Color, big: String, small: String
    ) {
        side.fill(Path(ellipseIn: Rect(x: middle.x - 86, y: middle.y - 86, width: 172, height: 172)), fill)
        let place = level.concatenating(AffineTransform(translationX: middle.x, y: middle.y))
        side.group(transform: place) { words in
            let font = Font.fitting(big, width: 134, height: 62, weight: .bold)
            words.draw(Text(big, font: font, at: Point(x: 0, y: -10)), ink)
            words.draw(Text(small, font: Font(size: 24), at: Point(x: 0, y: 48)), ink.opacity(0.8))
        }
    }
}
