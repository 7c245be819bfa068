// SPDX-License-Identifier: Apache-2.0

internal import MetronomeBounds
import MetronomeMotion
import MetronomeRhythm

/// Quotations, the next one every eight beats or after another span: those of a text file, or a few on rhythm and time.
///
/// Parts: "quote" is what is said, "author" who said it; "lamp" is the beat under way of those until the next one.
struct QuotesFace: FileFace, SpanFace {
    let name = "quotes"
    let summary = "a quotation every eight beats, --over 4 every four; --file takes a text with one on each line"
    var quotes = Quotation.builtIn
    static let spanUnit = SpanUnit.beats
    /// For how many beats a quotation stays.
    var span = Int(MotionProperty.beatsPerQuote)

    var cycle: Cycle { .beats(quotes.count * span) }
    var defaultSize: Size { Size(width: 600, height: 400) }

    func showing(file bytes: [UInt8]) throws(PictureError) -> QuotesFace {
        QuotesFace(quotes: try Quotation.all(in: bytes), span: span)
    }

    func drawing(at moment: Moment, size: Size, theme: Theme) -> Drawing {
        var drawing = Drawing(size: size)
        let quote = quotes[Int(count(at: moment).flooredDivision(by: Int64(quotes.count)).remainder)]
        // A picture 100 units wide, or 70 high.
        let unit = Double.minimum(size.width / 100, size.height / 70)
        let middle = size.width / 2
        let room = Size(width: size.width - 12 * unit, height: size.height - (quote.author == nil ? 26 : 34) * unit)
        let (lines, font) = Self.setting(of: quote.text, in: room, largest: 9 * unit)
        let step = font.lineHeight
        let center = size.height / 2 + (quote.author == nil ? 2 : -1.5) * unit
        let first = center - Double(lines.count - 1) / 2 * step

        let mark = Font(size: 22 * unit, weight: .bold)
        let above = Point(x: middle, y: first - step / 2 + 6 * unit)
        drawing.draw(Text("“", font: mark, at: above, baseline: .letters), theme.accent)
        drawing.group("quote") { group in
            for (index, line) in lines.enumerated() {
                group.draw(Text(line, font: font, at: Point(x: middle, y: first + Double(index) * step)), theme.ink)
            }
        }
        if let author = quote.author {
            let below = Point(x: middle, y: first + (Double(lines.count) - 0.5) * step + 5 * unit)
            let font = Font.fitting(author, width: room.width, height: 2.6 * unit, weight: .regular)
            drawing.group("author") { $0.draw(Text(author, font: font, at: below), theme.ink.opacity(0.65)) }
        }
        drawLamps(in: &drawing, moment, theme, at: Point(x: middle, y: size.height - 6 * unit), unit: unit)
        return drawing
    }

    /// When the quotations change: one stays for the span, the first from beat 0 on.
    private var schedule: PeriodicSchedule<BeatPosition>? {
        Ratio(Int64(span)).flatMap { try? PeriodicSchedule(from: BeatPosition(whole: 0), by: $0) }
    }

    /// Which quotation it is, counted on: what "quotes.index" says, unless they stay for another number of beats.
    private func count(at moment: Moment) -> Int64 {
        guard Int64(span) == MotionProperty.beatsPerQuote else {
            return schedule?.id(atOrBefore: moment.position) ?? 0
        }
        return Int64(exactly: moment.value("quotes.index").rounded(.down)) ?? 0
    }

    /// The largest font, up to a size, in which the words fit, and their lines in it.
    private static func setting(of words: String, in room: Size, largest: Double) -> (lines: [String], font: Font) {
        var font = Font(size: largest)
        while true {
            let lines = Text.lines(of: words, font: font, width: room.width)
            let isInside =
                Double(lines.count) * font.lineHeight <= room.height
                && lines.allSatisfy { Text($0, font: font, at: .zero).width <= room.width }
            if isInside || font.size < largest / 20 { return (lines, font) }
            font.size *= 0.92
        }
    }

    /// The beats until the next quotation, closer together and smaller where they are many.
    private func drawLamps(in drawing: inout Drawing, _ moment: Moment, _ theme: Theme, at center: Point, unit: Double)
    {
        let begin = schedule?.entry(atOrBefore: moment.position)?.instant.whole ?? moment.beat
        let now = Int(moment.beat - begin)
        let step = Double.minimum(4, 88 / Double(span)) * unit
        for beat in 0..<span {
            let x = center.x + (Double(beat) - Double(span - 1) / 2) * step
            let isLit = moment.isPlaying && beat == now
            drawing.group(isLit ? "lamp" : nil) { group in
                group.fill(Path(center: Point(x: x, y: center.y), radius: step / 4), isLit ? theme.accent : theme.faint)
            }
        }
    }
}
