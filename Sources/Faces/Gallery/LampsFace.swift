// SPDX-License-Identifier: Apache-2.0

import MetronomeMotion

/// A large lamp for each beat of the bar, to be seen across a room.
///
/// Parts: "number" is the beat of the bar, "lamp" the one of the beat, "line" the tempo, or the section of a song.
struct LampsFace: Face {
    let name = "lamps"
    let summary = "a large lamp for each beat of the bar, to be seen across a room"
    let defaultSize = Size(width: 480, height: 360)

    private static let design = Rect(x: -220, y: -150, width: 440, height: 300)

    func drawing(at moment: Moment, size: Size, theme: Theme) -> Drawing {
        var drawing = Drawing(size: size)
        drawing.group(transform: Fit(Self.design, in: drawing.bounds).transform) { plane in
            plane.group("number") { number in
                let word = moment.isPlaying ? "\(moment.beatInBar)" : "–"
                number.draw(
                    Text(word, font: Font(size: 120, weight: .bold), at: Point(x: 0, y: -78)),
                    moment.isPlaying && moment.ringsBell ? theme.highlight : theme.ink)
            }
            let lamps = BeatLamps(
                center: Point(x: 0, y: 46), width: 420, radius: 42, unlit: theme.unlit, lit: theme.accent,
                bell: theme.highlight)
            lamps.draw(in: &plane, moment)
            plane.group("line") { line in
                let words = moment.section?.line ?? moment.tempoLine
                let font = Font.fitting(words, width: 420, height: Font(size: 21).capHeight, weight: .regular)
                line.draw(Text(words, font: font, at: Point(x: 0, y: 130)), theme.ink)
            }
        }
        return drawing
    }
}
