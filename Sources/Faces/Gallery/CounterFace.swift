// SPDX-License-Identifier: Apache-2.0

import MetronomeMotion

/// The tempo on rolling digits, as on an old odometer: they spring to a new one.
///
/// A fraction of a beat per minute shows as a last digit that is part of its way on, and in the line below, which is that of the
/// section where a song plays. Parts:
/// "digit.2" to "digit.0", the hundreds to the units, each a window on its digit; "digit.3" only above 999.
struct CounterFace: Face {
    let name = "counter"
    let summary = "the tempo on three rolling digits, which spring to a new one"
    let defaultSize = Size(width: 480, height: 360)

    static let design = Rect(x: -200, y: -128, width: 400, height: 268)
    static let window = Rect(x: -50, y: -74, width: 100, height: 148)
    /// From a digit to the next.
    static let spacing = 112.0
    static let font = Font(size: 120, weight: .bold)

    func drawing(at moment: Moment, size: Size, theme: Theme) -> Drawing {
        var drawing = Drawing(size: size)
        let counter = RollingDigits(moment.value("counter.value"))
        let places = counter.value > 999 ? 4 : 3
        let scale = places > 3 ? 0.82 : 1
        drawing.group(transform: Fit(Self.design, in: drawing.bounds).transform) { plane in
            plane.group(transform: AffineTransform(translationX: 0, y: -34).scaledBy(x: scale, y: scale)) { row in
                for place in (0..<places).reversed() {
                    let x = (Double(places - 1) / 2 - Double(place)) * Self.spacing
                    let shift = AffineTransform(translationX: x, y: 0)
                    let isLeading = counter.value < (place == 2 ? 99 : place == 1 ? 9 : 0)
                    row.group("digit.\(place)", transform: shift, clip: Self.outline) { window in
                        draw(counter.digit(at: place), isLeading: isLeading, in: &window, theme)
                    }
                    row.group(transform: shift) { $0.stroke(Self.outline, theme.edge, width: 3) }
                }
            }
            let words = moment.section?.line ?? moment.tempoLine
            let font = Font.fitting(words, width: 380, height: Font(size: 21).capHeight, weight: .regular)
            let line = Text(words, font: font, at: Point(x: 0, y: 74))
            plane.draw(line, theme.ink)
            let lamps = BeatLamps(
                center: Point(x: 0, y: 112), width: 340, radius: 8, unlit: theme.faint, lit: theme.accent,
                bell: theme.highlight)
            lamps.draw(in: &plane, moment)
        }
        return drawing
    }

    private static let outline = Path(roundedRect: window, cornerRadius: 14)

    /// The drum behind a window: the digit, and while it rolls the next one below it.
    private func draw(_ digit: RollingDigits.Digit, isLeading: Bool, in window: inout Drawing, _ theme: Theme) {
        let box = Self.window
        let drum = Gradient(theme.shade, theme.primary, theme.primary, theme.shade)
        let (top, bottom) = (Point(x: 0, y: box.minY), Point(x: 0, y: box.maxY))
        window.fill(Path(box), .linear(drum, from: top, to: bottom))
        // A zero before the number stays in the background, until it rolls.
        let color = theme.onPrimary.opacity(isLeading ? 0.25 : 1)
        func draw(_ digit: Int, at y: Double) {
            window.draw(Text("\(digit)", font: Self.font, at: Point(x: 0, y: y)), color)
        }
        let rolled = digit.roll * box.height
        draw(digit.digit, at: -rolled)
        if digit.roll > 0 { draw((digit.digit + 1) % 10, at: box.height - rolled) }
    }
}
