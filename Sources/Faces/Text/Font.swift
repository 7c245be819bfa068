// SPDX-License-Identifier: Apache-2.0

public import MetronomeMotion

/// A weight and a size of the one typeface there is, DejaVu Sans, whose outlines are part of the program.
///
/// It holds the letters of European languages in Latin, Greek and Cyrillic script, digits of one width, and a few
/// signs; anything else is drawn as �.
public struct Font: Sendable, Hashable {
    /// How heavy the letters are.
    public enum Weight: Sendable, Hashable, CaseIterable { case regular, bold }

    /// The em, in points.
    public var size: Double
    /// How heavy the letters are.
    public var weight: Weight

    /// A font; size in points.
    public init(size: Double, weight: Weight = .regular) {
        self.size = size
        self.weight = weight
    }

    /// The height of capital letters, in points.
    public var capHeight: Double { size * 1493 / 2048 }
    /// From baseline to baseline, in points.
    public var lineHeight: Double { size * 1.25 }

    /// Whether a character can be drawn.
    public func has(_ character: Character) -> Bool { outlines.has(character) }

    /// How far it is from a letter to the next, in points.
    public func advance(of character: Character) -> Double { outlines[character].advance * size }

    /// How long a line of text is, in points.
    func width(of string: String) -> Double { outlines.width(of: string) * size }

    /// The outline of a letter that starts at (0, 0) on its baseline, in points.
    public func path(of character: Character) -> Path {
        outlines[character].path.applying(AffineTransform(scaleX: size, y: size))
    }

    private var outlines: Outlines {
        switch weight {
        case .regular: .regular
        case .bold: .bold
        }
    }
}
