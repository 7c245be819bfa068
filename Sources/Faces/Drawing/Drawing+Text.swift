// SPDX-License-Identifier: Apache-2.0

import MetronomeMotion

/// A line of letters as it lies in the picture, for what writes letters instead of drawing them.
struct PlacedText: Sendable, Hashable {
    var string: String
    /// The middle of the line, half-way up the capital letters.
    var center: Point
    /// From the first letter to the last, in points of the picture.
    var width: Double
    /// In points of the picture.
    var capHeight: Double
    /// With the opacity of what it is part of.
    var color: Color
    /// Numbers and headings are bold, what is to be read is not.
    var weight: Font.Weight
    /// Which part of the line stays where it is when its letters become wider or narrower.
    var alignment: Text.Alignment

    /// Where the line begins when it is as long as a width, in points of the picture.
    func left(ofWidth other: Double) -> Double {
        switch alignment {
        case .leading: center.x - width / 2
        case .center: center.x - other / 2
        case .trailing: center.x + width / 2 - other
        }
    }

    /// Whether it stays half as far from the edge of a clip as it is high, so that it is not about to be cut off.
    func isClear(of clip: Rect?) -> Bool {
        guard let clip else { return true }
        let reach = Point(x: width / 2, y: capHeight)
        return clip.contains(center - reach) && clip.contains(center + reach)
    }
}

extension Drawing {
    /// The picture without its level text of one colour that a rule chooses, and that text.
    func takingText(where isTaken: (PlacedText) -> Bool) -> (picture: Drawing, texts: [PlacedText]) {
        var texts: [PlacedText] = []
        var rest = Drawing(size: size)
        rest.elements = Self.take(elements, .identity, 1, nil, isTaken, &texts)
        return (rest, texts)
    }

    private static func take(
        _ elements: [Element], _ transform: AffineTransform, _ opacity: Double, _ clip: Rect?,
        _ isTaken: (PlacedText) -> Bool, _ texts: inout [PlacedText]
    ) -> [Element] {
        var rest: [Element] = []
        for element in elements {
            switch element {
            case .text(let text, .color(let color)):
                if let placed = place(text, color.opacity(opacity), transform), placed.isClear(of: clip),
                    isTaken(placed)
                {
                    texts.append(placed)
                } else {
                    rest.append(element)
                }
            case .group(var group):
                let inner = group.transform.concatenating(transform)
                let clip = group.clip.map { $0.boundingRect.applying(inner) } ?? clip
                group.elements = take(
                    group.elements, inner, opacity * group.opacity, clip, isTaken, &texts)
                rest.append(.group(group))
            default: rest.append(element)
            }
        }
        return rest
    }

    /// Nil for text that leans, is turned or mirrored.
    private static func place(_ text: Text, _ color: Color, _ transform: AffineTransform) -> PlacedText? {
        guard abs(transform.b) + abs(transform.c) < 1e-9, transform.a > 0, transform.d > 0 else { return nil }
        let width = text.width
        var center = text.point
        switch text.alignment {
        case .leading: center.x += width / 2
        case .center: break
        case .trailing: center.x -= width / 2
        }
        if text.baseline == .letters { center.y -= text.font.capHeight / 2 }
        return PlacedText(
            string: text.string, center: center.applying(transform), width: width * transform.a,
            capHeight: text.font.capHeight * transform.d, color: color, weight: text.font.weight,
            alignment: text.alignment)
    }
}
