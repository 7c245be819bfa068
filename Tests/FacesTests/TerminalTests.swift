// SPDX-License-Identifier: Apache-2.0

import MetronomeMotion
import MetronomeRhythm
import Testing

@testable import Faces

@Suite struct TerminalTests {
    private let size = TerminalFormat(columns: 4, rows: 2)

    /// The left half blue; text, if any, in the middle of the right half's first row.
    private func picture(blue: Double = 20, text: String? = nil, _ format: TerminalFormat) -> Drawing {
        var drawing = Drawing(size: format.drawingSize)
        drawing.fill(Path(drawing.bounds), .black)
        drawing.fill(Path(Rect(x: 0, y: 0, width: blue, height: 40)), Color(hex: 0x0000FF))
        if let text {
            drawing.draw(Text(text, font: Font(size: 12), at: Point(x: 30, y: 10)), Color(hex: 0xFFFFFF))
        }
        return drawing
    }

    private func text(_ bytes: [UInt8]) -> String {
        String(decoding: bytes, as: UTF8.self).replacing("\u{1B}", with: "^")
    }

    @Test func `a first frame writes every cell, with few bytes and no colours left behind`() throws {
        let renderer = try TerminalRenderer(size, theme: .dark)
        let first = text(try renderer.frame(picture(size)))
        #expect(
            first == "^[?2026h^[1;1H^[48;2;0;0;255m  ^[48;2;0;0;0m  ^[2;1H^[48;2;0;0;255m  ^[48;2;0;0;0m  ^[0m^[?2026l")
    }

    @Test func `the same picture again costs nothing`() throws {
        let renderer = try TerminalRenderer(size, theme: .dark)
        #expect(try !renderer.frame(picture(size)).isEmpty)
        #expect(try renderer.frame(picture(size)).isEmpty)
    }

    @Test func `a change writes the cells that changed`() throws {
        let renderer = try TerminalRenderer(size, theme: .dark)
        _ = try renderer.frame(picture(size))
        let change = text(try renderer.frame(picture(blue: 30, size)))
        #expect(change == "^[?2026h^[1;3H^[48;2;0;0;255m ^[2;3H ^[0m^[?2026l")
    }

    @Test(arguments: FaceTable.names, [TerminalFormat.Colors.truecolor, .indexed256, .none])
    func `a face drawn by its changes is the one drawn whole`(name: String, colors: TerminalFormat.Colors) throws {
        let face = try #require(FaceTable.face(named: name))
        let format = TerminalFormat(columns: 53, rows: 17, colors: colors)
        let theme = colors == .none ? Theme.plain : .dark
        let changing = try TerminalRenderer(format, theme: theme)
        for frame in 0..<8 {
            // With a jump, another tempo half-way, and a stop.
            let beats = 3.7 + Double(frame) / 11 + (frame == 5 ? 5 : 0)
            let moment = Moment(beats: beats, tempo: try Tempo(frame < 4 ? 90 : 133), isPlaying: frame < 7)
            let picture = face.picture(at: moment, size: format.drawingSize, theme: theme)
            let whole = try TerminalRenderer(format, theme: theme)
            _ = try whole.frame(picture)
            _ = try changing.frame(picture)
            // The edges of a clip may round a shade otherwise.
            let cells = zip(try #require(changing.shown), try #require(whole.shown))
            let different = cells.filter { !$0.looksLike($1, colors) }.count
            #expect(different <= 20, "\(name) at \(beats): \(different) of \(format.columns * format.rows)")
        }
    }

    @Test(arguments: [(80, 24), (120, 40)])
    func `every line of a quotation is written in letters, not in blocks`(columns: Int, rows: Int) throws {
        let format = TerminalFormat(columns: columns, rows: rows)
        let renderer = try TerminalRenderer(format, theme: .dark)
        for beat in [0, 8, 16] {
            let moment = Moment(beats: Double(beat), tempo: try Tempo(90))
            let picture = QuotesFace().picture(at: moment, size: format.drawingSize, theme: .dark)
            _ = try renderer.frame(picture)
            let cells = try #require(renderer.shown)
            let rows = stride(from: 0, to: cells.count, by: columns).map { row in
                String(cells[row..<row + columns].compactMap { Unicode.Scalar($0.letter).map(Character.init) })
            }
            let lines = picture.strings(in: "quote")
            #expect(!lines.isEmpty && lines.allSatisfy { line in rows.contains { $0.contains(line) } }, "\(lines)")
        }
    }

    @Test(arguments: [
        Size(width: 819, height: 2730), Size(width: 65_535, height: 65_535), Size(width: -1, height: 3), .zero,
        Size(width: Double.nan, height: 20), Size(width: 0.4, height: 0.4), Size(width: 250, height: 250),
        Size(width: 4, height: 5),
    ])
    func `pixels of a size that no cell has are not believed, and too many are not drawn`(cell: Size) throws {
        for medium in [TerminalFormat.Medium.sixel, .kitty, .symbols] {
            for (columns, rows) in [(80, 24), (1000, 1000), (1, 1)] {
                let format = TerminalFormat(columns: columns, rows: rows, medium: medium, cell: cell).drawable
                #expect(format.columns <= columns && format.rows <= rows && format.columns > 0 && format.rows > 0)
                guard medium != .symbols else { continue }
                let pixels = Double(format.columns * format.rows) * format.cell.width * format.cell.height
                #expect(pixels <= (medium == .kitty ? 100_001 : 500_001))
            }
            var format = TerminalFormat(columns: 80, rows: 24, medium: medium, cell: cell)
            let frame = try TerminalRenderer(format, theme: .dark).frame(picture(format))
            #expect(!frame.isEmpty)
            (format.columns, format.rows) = (1, 1)
            #expect(try !TerminalRenderer(format, theme: .dark).frame(picture(format)).isEmpty)
        }
    }

    @Test func `half a cell is half a block`() throws {
        let renderer = try TerminalRenderer(size, theme: .dark)
        let frame = text(try renderer.frame(picture(blue: 15, size)))
        #expect(frame.contains("▌") || frame.contains("▐"))
    }

    @Test func `small text is written, on the colour behind it`() throws {
        let renderer = try TerminalRenderer(size, theme: .dark)
        let frame = text(try renderer.frame(picture(text: "e\u{301}8", size)))
        #expect(frame.contains("^[38;2;255;255;255;48;2;0;0;0mé8"))
    }

    /// The rows of a screen of 20 columns on which a line is drawn in its middle row.
    private func rows(_ words: String, fontSize: Double = 12, isUnicode: Bool = true) throws -> [String] {
        var format = format(20)
        format.isUnicode = isUnicode
        var drawing = Drawing(size: format.drawingSize)
        drawing.fill(Path(drawing.bounds), .black)
        drawing.draw(Text(words, font: Font(size: fontSize), at: Point(x: 5, y: 30), alignment: .leading), .white)
        let renderer = try TerminalRenderer(format, theme: .dark)
        _ = try renderer.frame(drawing)
        let letters = try #require(renderer.shown).compactMap { Unicode.Scalar($0.letter) }.map(Character.init)
        return stride(from: 0, to: letters.count, by: 20).map { String(letters[$0..<$0 + 20]) }
    }

    @Test(arguments: [
        ("B♭, F♯ – G♮ … ♪", "B♭, F♯ – G♮ … ♪"), ("C → D “x”", "C → D “x”"), ("C 漢 😀 ü", "C ? ? ü"),
        ("a\u{9B}b\u{7F}c", "a?b?c"), ("a\u{200B}b", "a?b"), ("a\u{AD}b", "a?b"), ("5 € ★ ♥ ≈ ™ −", "5 € ★ ♥ ≈ ™ −"),
        ("Đồng quê ẁ ẞ", "Đồng quê ẁ ẞ"), ("o\u{302}\u{300}", "ồ"),
    ]) func `a small line is written also where some of its letters cannot be`(words: String, line: String) throws {
        let rows = try rows(words)
        #expect(rows[1].trimmingPrefix(" ").hasPrefix(line), "\(rows)")
        #expect([rows[0], rows[2]].allSatisfy { $0.allSatisfy { $0 == " " } }, "nothing of it is drawn")
    }

    @Test func `a small line is ASCII where the terminal has no more`() throws {
        #expect(try rows("B♭ – ü", isUnicode: false)[1].trimmingPrefix(" ").hasPrefix("B? ? ?"))
        #expect(try rows("96 bpm · And…", isUnicode: false)[1].trimmingPrefix(" ").hasPrefix("96 bpm - And~"))
    }

    @Test func `a large line is drawn where it could not be written whole`() throws {
        func isWritten(_ words: String) throws -> Bool { try rows(words, fontSize: 60).joined().contains("C") }
        #expect(try isWritten("C♭") && !isWritten("C漢"))
    }

    @Test func `a line that is written begins, or ends, where it is drawn to`() throws {
        var drawing = Drawing(size: format(20).drawingSize)
        drawing.fill(Path(drawing.bounds), .black)
        for (alignment, y) in [(Text.Alignment.leading, 10.0), (.center, 30), (.trailing, 50)] {
            drawing.draw(Text("illicit", font: Font(size: 12), at: Point(x: 100, y: y), alignment: alignment), .white)
        }
        let renderer = try TerminalRenderer(format(20), theme: .dark)
        _ = try renderer.frame(drawing)
        let cells = try #require(renderer.shown)
        let columns = (0..<3).map { row in cells[20 * row..<20 * row + 20].firstIndex { $0.letter == 0x69 } }
        #expect(columns == [10, 20 + 7, 40 + 3])
    }

    @Test(arguments: [
        ("illicit", 160.0, "             illicit"), ("illicit, then finishing", 5, "illicit, then finis…"),
        ("illicit", 185, "                   i"),
    ])
    func `a line that the picture has room for stays on the screen, from its begin on`(
        words: String, x: Double, line: String
    ) throws {
        var drawing = Drawing(size: format(20).drawingSize)
        drawing.fill(Path(drawing.bounds), .black)
        drawing.draw(Text(words, font: Font(size: 12), at: Point(x: x, y: 30), alignment: .leading), .white)
        let renderer = try TerminalRenderer(format(20), theme: .dark)
        _ = try renderer.frame(drawing)
        let cells = try #require(renderer.shown)[20..<40]
        let scalars = cells.compactMap { Unicode.Scalar($0.letter) }.map(Character.init)
        #expect(String(scalars) == line)
    }

    private func format(_ columns: Int) -> TerminalFormat { TerminalFormat(columns: columns, rows: 3) }

    @Test(arguments: [(8.0, false), (12, true), (60, true), (80, false)])
    func `without colours, text is written that is neither tiny nor large`(size: Double, isWritten: Bool) throws {
        var format = self.size
        format.colors = .none
        var small = picture(format)
        small.group { $0.draw(Text("R", font: Font(size: size, weight: .bold), at: Point(x: 30, y: 10)), .black) }
        let renderer = try TerminalRenderer(format, theme: .plain)
        #expect(text(try renderer.frame(small)).contains("R") == isWritten)
    }

    @Test func `text that turns, or that an ASCII terminal cannot write, is drawn`() throws {
        var turned = picture(size)
        turned.group(transform: AffineTransform(rotation: .degrees(5))) { group in
            group.draw(Text("ab", font: Font(size: 12), at: Point(x: 30, y: 10)), .white)
        }
        let renderer = try TerminalRenderer(size, theme: .dark)
        #expect(!text(try renderer.frame(turned)).contains("a"))

        var format = size
        format.isUnicode = false
        let plain = try TerminalRenderer(format, theme: .dark)
        let bytes = try plain.frame(picture(text: "é8", format))
        #expect(bytes.allSatisfy { $0 < 0x80 })
    }

    @Test(arguments: [
        (TerminalFormat.Colors.indexed256, "48;5;"), (.indexed16, "104m"), (.none, ""),
    ])
    func `fewer colours are said in their own way`(colors: TerminalFormat.Colors, sign: String) throws {
        var format = size
        format.colors = colors
        let frame = text(try TerminalRenderer(format, theme: .dark).frame(picture(format)))
        #expect(!frame.contains("8;2;"))
        if colors == .none { #expect(!frame.contains("m")) } else { #expect(frame.contains(sign)) }
    }

    @Test func `without colours, what is nearer to the ink is drawn`() throws {
        var format = size
        format.colors = .none
        var drawing = Drawing(size: format.drawingSize)
        drawing.fill(Path(drawing.bounds), .white)
        drawing.fill(Path(Rect(x: 10, y: 0, width: 20, height: 20)), .black)
        let frame = text(try TerminalRenderer(format, theme: .plain).frame(drawing))
        #expect(frame.contains("^[1;1H ██ "))
    }

    @Test(arguments: [(true, "░"), (false, ":")])
    func `without colours, what is faint is seen, and an edge of ink is not`(isUnicode: Bool, faint: String) throws {
        var format = size
        (format.colors, format.isUnicode) = (.none, isUnicode)
        var drawing = Drawing(size: format.drawingSize)
        drawing.fill(Path(drawing.bounds), .white)
        drawing.fill(Path(Rect(x: 10, y: 0, width: 10, height: 20)), Theme.plain.faint)
        drawing.fill(Path(Rect(x: 20, y: 0, width: 0.9, height: 20)), .black)
        let frame = text(try TerminalRenderer(format, theme: .plain).frame(drawing))
        #expect(frame.contains("^[1;1H \(faint)  "))
    }

    @Test func `graphics begin at the corner, and an old picture of kitty's is deleted`() throws {
        var format = size
        format.medium = .sixel
        let sixels = text(try TerminalRenderer(format, theme: .dark).frame(picture(format)))
        #expect(sixels.hasPrefix("^[?2026h^[1;1H^P"))
        format.medium = .kitty
        let kitty = text(try TerminalRenderer(format, theme: .dark).frame(picture(format)))
        #expect(kitty.hasPrefix("^[?2026h^_Ga=d,d=A,q=2^\\^[1;1H^_G"))
    }

    @Test(arguments: [
        (["TERM": "xterm-256color"], TerminalFormat.Colors.indexed256),
        (["TERM": "xterm-256color", "COLORTERM": "truecolor"], .truecolor),
        (["TERM": "xterm-256color", "COLORTERM": "truecolor", "NO_COLOR": "1"], .none),
        (["TERM": "xterm", "NO_COLOR": ""], .indexed16),
        (["TERM": "linux"], .indexed16), (["TERM": "dumb"], .none), ([:], .none),
    ])
    func `colours are what the environment says`(environment: [String: String], colors: TerminalFormat.Colors) {
        #expect(TerminalFormat(columns: 80, rows: 24, environment: environment).colors == colors)
    }

    @Test(arguments: [
        (["TERM": "xterm-kitty"], TerminalFormat.Medium.kitty), (["TERM": "mlterm"], .sixel),
        (["TERM": "xterm-256color"], .symbols), (["TERM": "xterm-kitty", "TMUX": "/tmp/tmux,1,0"], .symbols),
        (["TERM": "tmux-256color"], .symbols), ([:], .symbols),
    ])
    func `graphics are shown where the terminal says so`(
        environment: [String: String], medium: TerminalFormat.Medium
    ) {
        #expect(TerminalFormat(columns: 80, rows: 24, environment: environment).medium == medium)
    }

    @Test func `letters beyond ASCII need a locale that has them`() {
        #expect(TerminalFormat(columns: 1, rows: 1, environment: ["LANG": "C.UTF-8"]).isUnicode)
        #expect(!TerminalFormat(columns: 1, rows: 1, environment: ["LANG": "C.UTF-8", "LC_ALL": "C"]).isUnicode)
        #expect(!TerminalFormat(columns: 1, rows: 1, environment: [:]).isUnicode)
    }

    @Test func `a terminal without cells is refused`() {
        #expect(throws: PictureError.self) {
            try TerminalRenderer(TerminalFormat(columns: 0, rows: 24), theme: .dark)
        }
    }
}

extension TerminalCell {
    /// Whether both look the same: in all colours they may differ by a few shades.
    fileprivate func looksLike(_ other: TerminalCell, _ colors: TerminalFormat.Colors) -> Bool {
        if self == other { return true }
        guard colors == .truecolor, letter == other.letter else { return false }
        func isNear(_ one: Int32, _ other: Int32) -> Bool {
            [16, 8, 0].allSatisfy { abs((one >> $0 & 0xFF) - (other >> $0 & 0xFF)) <= 4 }
        }
        return isNear(foreground, other.foreground) && isNear(background, other.background)
    }
}
