// SPDX-License-Identifier: Apache-2.0

import MetronomeMotion
import MetronomeRhythm

/// A wave through the tempo's name, once in a bar: it makes each letter up to twice as large, and colours it.
///
/// Parts: "letter 0", "letter 1" and so on have the left end of their baseline at (0, 0).
struct WaveFace: Face {
    let name = "wave"
    let summary = "a wave through the name of the tempo, once in a bar"

    /// How many letters the wave is wide.
    static let width = 6.0

    func drawing(at moment: Moment, size: Size, theme: Theme) -> Drawing {
        var drawing = Drawing(size: size)
        let letters = Array(moment.tempoName)
        let wave = TextWave(count: letters.count, width: Self.width)
        let font = font(letters, wave, size)
        let scales = letters.indices.map { wave.scale(of: $0, progress: moment.value("wave.progress")) }
        let advances = zip(letters, scales).map { font.advance(of: $0) * $1 }
        // Word, wave and tempo together are in the middle of the picture.
        let middle = size.height / 2 - 0.9 * font.capHeight
        // The letters make room for each other, and the word stays in the middle.
        var x = (size.width - advances.reduce(0, +)) / 2
        for (index, letter) in letters.enumerated() {
            let scale = scales[index]
            let place = Size(width: x, height: middle + font.capHeight * scale / 2)
            drawing.group("letter \(index)", effects: [ScaleEffect(scale), OffsetEffect(place)]) { group in
                let color = theme.ink.mix(with: theme.accent, by: scale - 1)
                group.draw(Text("\(letter)", font: font, at: .zero, alignment: .leading, baseline: .letters), color)
            }
            x += advances[index]
        }
        drawTempo(in: &drawing, moment, theme, font: Font(size: font.size / 2), y: middle + 2.6 * font.capHeight)
        return drawing
    }

    /// The largest font in which the word fits, wherever the wave is, with room for the tempo below.
    private func font(_ letters: [Character], _ wave: TextWave, _ size: Size) -> Font {
        let em = Font(size: 1, weight: .bold)
        let longest = (0...32).map { step in
            letters.indices.reduce(0.0) { length, index in
                length + em.advance(of: letters[index]) * wave.scale(of: index, progress: Double(step) / 32)
            }
        }
        let width = 0.92 * size.width / (longest.max() ?? 1)
        return Font(size: .minimum(width, 0.17 * size.height / em.capHeight), weight: .bold)
    }

    private func drawTempo(in drawing: inout Drawing, _ moment: Moment, _ theme: Theme, font: Font, y: Double) {
        let word = "\(moment.tempo.shown) bpm"
        drawing.draw(Text(word, font: font, at: Point(x: drawing.size.width / 2, y: y)), theme.ink.opacity(0.6))
    }
}
