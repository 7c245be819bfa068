// SPDX-License-Identifier: Apache-2.0

import Motion

/// The beat's accent in text: its number lights up on every beat, and fully on the bell.
///
/// Part: "number" is the beat of the bar, in its colour.
struct ColourFace: Face {
    let name = "colour"
    let summary = "the number of the beat, which lights up with its accent"

    /// The colour of the number while nothing sounds.
    static func dark(_ theme: Theme) -> Color {
        theme.hasColors ? theme.faint.mix(with: theme.ink, by: 0.3) : theme.faint
    }

    func drawing(at moment: Moment, size: Size, theme: Theme) -> Drawing {
        var drawing = Drawing(size: size)
        let height = Double.minimum(size.height, size.width)
        let color = Self.dark(theme).mix(with: theme.accent, by: moment.value("colour.mix"))
        let middle = Point(x: size.width / 2, y: size.height / 2 - 0.06 * height)
        drawing.group("number") { group in
            let word = "\(moment.beatInBar)"
            let font = Font.fitting(word, width: 0.9 * size.width, height: 0.5 * height, weight: .bold)
            group.draw(Text(word, font: font, at: middle), color)
        }
        let lit = theme.hasColors ? color : theme.accent
        let lamps = BeatLamps(
            center: Point(x: middle.x, y: middle.y + 0.38 * height), width: 0.9 * size.width, radius: 0.028 * height,
            unlit: theme.faint, lit: lit, bell: lit)
        lamps.draw(in: &drawing, moment)
        return drawing
    }
}
