// SPDX-License-Identifier: Apache-2.0

import MetronomeMotion

/// The beat's accent in text: its number lights up on every beat, and fully on the bell.
///
/// Lanes have a row each below it. Parts: "number" is the beat of the bar, in its colour; "lanes" holds the rows.
struct ColourFace: Face {
    let name = "colour"
    let summary = "the number of the beat, which lights up with its accent"

    /// The colour of the number while nothing sounds.
    static func dark(_ theme: Theme) -> Color {
        theme.hasColors ? theme.faint.mix(with: theme.ink, by: 0.6) : theme.faint
    }

    func drawing(at moment: Moment, size: Size, theme: Theme) -> Drawing {
        var drawing = Drawing(size: size)
        let height = Double.minimum(size.height, size.width)
        let color = Self.dark(theme).mix(with: theme.accent, by: moment.value("colour.mix"))
        let rows = LaneRows(moment, theme, in: size)
        let middle = Point(x: size.width / 2, y: size.height / 2 - 0.06 * height - rows.height / 2)
        drawing.group("number") { group in
            let word = "\(moment.beatInBar)"
            let font = Font.fitting(
                word, width: 0.9 * size.width, height: 0.5 * height - rows.height / 2, weight: .bold)
            group.draw(Text(word, font: font, at: middle), color)
        }
        let lit = theme.hasColors ? color : theme.accent
        let below = Point(x: middle.x, y: middle.y + 0.38 * height - rows.height / 4)
        let lamps = BeatLamps(
            center: below, width: 0.9 * size.width, radius: 0.028 * height, unlit: theme.faint, lit: lit, bell: lit)
        lamps.draw(in: &drawing, moment)
        rows.draw(in: &drawing, Rect(x: 0, y: size.height - rows.height, width: size.width, height: rows.height))
        return drawing
    }
}
