// SPDX-License-Identifier: Apache-2.0

import MetronomeMotion

/// The cells of a terminal as places for the text of a picture.
struct TextCells {
    private let format: TerminalFormat
    /// In points of the picture.
    private let cell: Size

    init(_ format: TerminalFormat, _ picture: Size) {
        self.format = format
        cell = Size(width: picture.width / Double(format.columns), height: picture.height / Double(format.rows))
    }

    /// How high the capitals are that are written, in rows. Lower ones would take twice the room they have, and run into
    /// what is beside them; higher ones can be read as letters made of blocks, without colours only if larger still.
    /// What is to be read is written where a number is drawn already.
    private func capHeights(_ text: PlacedText) -> Range<Double> {
        0.38..<(text.weight == .regular ? 4 : format.colors == .none ? 2.6 : 1.9)
    }

    /// Capitals that are lower than this number of rows are a blur when they are made of blocks.
    private static let leastDrawn = 1.9

    /// Whether letters of the terminal's font say more than letters made of blocks.
    func isBetterWritten(_ text: PlacedText) -> Bool {
        let height = text.capHeight / cell.height
        return capHeights(text).contains(height) && text.color.opacity > 0
            && (height < Self.leastDrawn || letters(text).allSatisfy(isWritten))
    }

    /// Whether the terminal shows a letter, in one cell: those of the picture's own font, the others of its scripts, and
    /// the signs of punctuation, currency, arrows, mathematics and music.
    private func isWritten(_ letter: Unicode.Scalar) -> Bool {
        switch letter.value {
        case 0x20..<0x7F: true
        case 0xA0..<0xAD, 0xAE..<0x300, 0x370..<0x530, 0x1E00..<0x2000, 0x2010...0x2027, 0x2030...0x205E,
            0x20A0...0x20C0, 0x2100...0x22FF, 0x2669...0x266F:
            format.isUnicode
        // A terminal gives no cell to a soft hyphen, for which the font has an outline.
        case 0xAD: false
        default: format.isUnicode && Outlines.regular.has(Character(letter))
        }
    }

    /// What stands for the signs of the faces where a terminal shows nothing beyond ASCII.
    private static let plain: [Unicode.Scalar: Unicode.Scalar] = ["·": "-", "…": "~"]

    private func letters(_ text: PlacedText) -> [Unicode.Scalar] { text.string.precomposed }

    /// Lays a text over the cells, as near to its place as they allow. Letters are wider than they are drawn: a line that the
    /// picture has room for stays on the screen, if need be without its end.
    func write(_ text: PlacedText, into cells: inout [TerminalCell]) {
        var letters = letters(text).map { isWritten($0) ? $0 : Self.plain[$0] ?? "?" }
        let edges = (text.center.x - text.width / 2) / cell.width...(text.center.x + text.width / 2) / cell.width
        let isWhole = edges.lowerBound >= 0 && edges.upperBound <= Double(format.columns)
        if isWhole, letters.count > format.columns {
            letters.removeSubrange(max(0, format.columns - 1)...)
            while letters.last == " " { letters.removeLast() }
            letters.append(format.isUnicode ? "…" : "~")
        }
        let first = text.left(ofWidth: Double(letters.count) * cell.width) / cell.width
        guard let row = Int(exactly: (text.center.y / cell.height).rounded(.down)), (0..<format.rows).contains(row),
            var column = Int(exactly: first.rounded())
        else { return }
        if isWhole { column = max(0, min(column, format.columns - letters.count)) }
        // Most letters lie on the same ground as the one before.
        var (ground, number): (Int32?, Int32) = (nil, -1)
        for (index, letter) in letters.enumerated() where (0..<format.columns).contains(column + index) {
            let at = row * format.columns + column + index
            if letter.value == 0x20 { continue }
            var written = cells[at]
            written.background = written.ground(format.colors)
            written.letter = letter.value
            if ground != written.background {
                ground = written.background
                number = TerminalPalette.number(of: text.color, over: written.background, colors: format.colors)
            }
            written.foreground = number
            cells[at] = written
        }
    }
}

extension String {
    /// Where letters with accents lie.
    private static let composed: [Range<UInt32>] = [0xC0..<0x250, 0x1E00..<0x2000]

    /// Its scalars, an accent and its letter as one where there is one for both; other accents are left out.
    fileprivate var precomposed: [Unicode.Scalar] {
        compactMap { character in
            if character.unicodeScalars.count == 1 { return character.unicodeScalars.first }
            // Characters compare by canonical equivalence.
            return Self.composed.lazy.joined().compactMap(Unicode.Scalar.init).first { Character($0) == character }
                ?? character.unicodeScalars.first
        }
    }
}
