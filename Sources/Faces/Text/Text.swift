// SPDX-License-Identifier: Apache-2.0

public import MetronomeMotion

/// One line of letters at a place.
public struct Text: Sendable, Hashable {
    /// Which part of the line lies at its place.
    public enum Alignment: Sendable, Hashable { case leading, center, trailing }
    /// What of the letters lies at the height of its place.
    public enum Baseline: Sendable, Hashable {
        /// The line that letters stand on.
        case letters
        /// Half-way up the capital letters: what looks centred.
        case middle
    }

    /// The letters, without line breaks.
    public var string: String
    /// Weight and size.
    public var font: Font
    /// Its place, in points.
    public var point: Point
    /// Which part of the line lies at its place.
    public var alignment: Alignment
    /// What of the letters lies at the height of its place.
    public var baseline: Baseline

    /// A line of letters at a place; centred on it both ways unless said otherwise.
    public init(
        _ string: String, font: Font, at point: Point, alignment: Alignment = .center, baseline: Baseline = .middle
    ) {
        self.string = string
        self.font = font
        self.point = point
        self.alignment = alignment
        self.baseline = baseline
    }

    /// How long the line is, in points.
    public var width: Double { font.width(of: string) }

    /// Where every letter starts on the baseline, in points, for those who draw them one by one.
    public var letters: [(character: Character, origin: Point)] {
        var x = point.x
        switch alignment {
        case .leading: break
        case .center: x -= width / 2
        case .trailing: x -= width
        }
        let y = point.y + (baseline == .middle ? font.capHeight / 2 : 0)
        return string.map { character in
            defer { x += font.advance(of: character) }
            return (character, Point(x: x, y: y))
        }
    }

    /// The outline of the whole line, in points.
    public var path: Path {
        var path = Path()
        for (character, origin) in letters {
            let shift = AffineTransform(translationX: origin.x, y: origin.y)
            path.addPath(font.path(of: character), transform: shift)
        }
        return path
    }

    /// The lines into which words are broken so that none is longer than a width in points, unless a word is.
    public static func lines(of string: String, font: Font, width: Double) -> [String] {
        var lines: [String] = []
        var line = ""
        for word in string.split(whereSeparator: \.isWhitespace) {
            let longer = line.isEmpty ? String(word) : line + " " + word
            if line.isEmpty || Text(longer, font: font, at: .zero).width <= width {
                line = longer
            } else {
                lines.append(line)
                line = String(word)
            }
        }
        return line.isEmpty ? lines : lines + [line]
    }
}
