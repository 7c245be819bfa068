// SPDX-License-Identifier: Apache-2.0

import MetronomeMotion
import MetronomeRhythm

/// Three ribbons that slide to the right in one bar and back in the next, and slant while they are on their way.
///
/// Part: "banner" has its middle at (0, 0); its design is 400 wide, so it goes 108 from side to side.
struct BannerFace: Face {
    let name = "banner"
    let summary = "ribbons that slide from side to side, bar by bar, slanting on their way"
    let cycle = Cycle.bars(2)

    static let ribbon = Size(width: 190, height: 64)
    /// How far the middle of the banner goes.
    static let way = 108.0

    func drawing(at moment: Moment, size: Size, theme: Theme) -> Drawing {
        var drawing = Drawing(size: size)
        let fit = Fit(Rect(x: -200, y: -125, width: 400, height: 250), in: drawing.bounds)
        // In a wide picture the way is longer, and the banner no larger.
        let reach = Self.way + .maximum(0, size.width / fit.scale - 400)
        let offset = (moment.value("banner.offset") - 0.5) * reach
        let slide = SkewedOffset(offset: offset, skew: moment.value("banner.skew"))
        drawing.group("plane", transform: fit.transform) { plane in
            plane.group("banner", effects: [slide]) { banner in drawRibbons(in: &banner, moment, theme) }
        }
        return drawing
    }

    private func drawRibbons(in banner: inout Drawing, _ moment: Moment, _ theme: Theme) {
        let rows: [(color: Color, ink: Color)] = [
            (theme.primary, theme.onPrimary), (theme.accent, .white), (theme.shade, theme.onPrimary),
        ]
        for (row, colors) in rows.enumerated() {
            let y = Double(row - 1) * (Self.ribbon.height + 14)
            let box = Rect(
                x: -Self.ribbon.width / 2, y: y - Self.ribbon.height / 2, width: Self.ribbon.width,
                height: Self.ribbon.height)
            let outline = Path(roundedRect: box, cornerRadius: 10)
            banner.fill(outline, colors.color)
            banner.stroke(outline, theme.edge, width: 2)
            switch row {
            case 0: draw(moment.tempoName, at: y, colors.ink, in: &banner)
            case 1: draw("\(moment.tempo.shown) bpm", at: y, colors.ink, in: &banner)
            default:
                let lamps = BeatLamps(
                    center: Point(x: 0, y: y), width: Self.ribbon.width - 30, radius: 9,
                    unlit: theme.hasColors ? colors.ink.opacity(0.3) : theme.faint, lit: colors.ink,
                    bell: theme.highlight)
                lamps.draw(in: &banner, moment)
            }
        }
    }

    private func draw(_ string: String, at y: Double, _ color: Color, in banner: inout Drawing) {
        let font = Font.fitting(string, width: Self.ribbon.width - 30, height: 24, weight: .bold)
        banner.draw(Text(string, font: font, at: Point(x: 0, y: y)), color)
    }
}
