// SPDX-License-Identifier: Apache-2.0

import MetronomeMotion
import Resources
import Synchronization

/// The outlines of the letters that can be drawn, so that text looks the same on every machine.
///
/// They are read from the text that `Scripts/make-glyphs` writes, each letter when it is first asked for.
final class Outlines: Sendable {
    /// A letter in ems, its baseline at y = 0.
    struct Letter: Sendable {
        /// How far it is to the next letter.
        let advance: Double
        let path: Path
    }

    static let regular = Outlines("regular.outlines")
    static let bold = Outlines("bold.outlines")

    private static let unitsPerEm = 2048.0
    /// Everything after the letter in its line. Characters compare by canonical equivalence: é is e with an accent.
    private let lines: [Character: Substring]
    private let letters = Mutex<[Character: Letter]>([:])
    /// How far it is to the next letter, of the first 128 ones, in ems.
    private let advances: [Double]

    private init(_ name: String) {
        let text = Resource.outlines.first { $0.name == name }?.bytes ?? []
        let lines = Dictionary(
            String(decoding: text, as: UTF8.self).split(separator: "\n").map { ($0[$0.startIndex], $0.dropFirst(2)) },
            uniquingKeysWith: { first, _ in first })
        self.lines = lines
        advances = (0..<128).map { code in
            Self.advance(lines[Character(Unicode.Scalar(UInt8(code)))] ?? lines["\u{FFFD}"] ?? "0")
        }
    }

    /// How long a line of text is, in ems.
    func width(of string: String) -> Double {
        // Pictures hold many texts, which are asked for it at every frame.
        if string.utf8.allSatisfy({ $0 < 128 }) { return string.utf8.reduce(0) { $0 + advances[Int($1)] } }
        return string.reduce(0) { $0 + self[$1].advance }
    }

    /// Whether there is an outline for the character.
    func has(_ character: Character) -> Bool { lines[character] != nil }

    /// The outline of a character; of the replacement character where there is none.
    subscript(character: Character) -> Letter {
        letters.withLock { known in
            if let letter = known[character] { return letter }
            let line = lines[character] ?? lines["\u{FFFD}"] ?? "0"
            let letter = Self.letter(line)
            known[character] = letter
            return letter
        }
    }

    private static func advance(_ line: Substring) -> Double {
        Double(line.prefix { $0 != " " }).map { $0 / unitsPerEm } ?? 0
    }

    private static func letter(_ line: Substring) -> Letter {
        let parts = line.split(separator: " ", maxSplits: 1)
        var path = Path()
        var pen = (x: 0, y: 0)
        for contour in parts.dropFirst().first?.split(separator: ";") ?? [] {
            let points = contour.split(separator: " ").map { word -> (at: Point, isControl: Bool) in
                let isControl = word.first == "~"
                let way = (isControl ? word.dropFirst() : word).split(separator: ",").map { Int($0) ?? 0 }
                pen = (pen.x + (way.first ?? 0), pen.y + (way.last ?? 0))
                return (Point(x: Double(pen.x), y: Double(pen.y)) * (1 / unitsPerEm), isControl)
            }
            add(points, to: &path)
        }
        return Letter(advance: advance(line), path: path)
    }

    /// A closed contour; the first point lies on it, and a point half-way between two control points in a row.
    private static func add(_ points: [(at: Point, isControl: Bool)], to path: inout Path) {
        guard let start = points.first?.at else { return }
        path.move(to: start)
        var control: Point?
        for point in points.dropFirst() {
            if let between = control {
                let end = point.isControl ? between.interpolated(towards: point.at, amount: 0.5) : point.at
                path.addQuadCurve(to: end, control: between)
                control = point.isControl ? point.at : nil
            } else if point.isControl {
                control = point.at
            } else {
                path.addLine(to: point.at)
            }
        }
        if let control { path.addQuadCurve(to: start, control: control) }
        path.closeSubpath()
    }
}
