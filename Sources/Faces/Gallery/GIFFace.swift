// SPDX-License-Identifier: Apache-2.0

internal import MetronomeBounds
import MetronomeMotion
import MetronomeRhythm

/// A GIF file played in time: its cycle takes four beats, or another span, whatever its delays add up to, and each
/// picture its share.
///
/// It begins with beat 0, is played as often as the file says, and then stays at its last picture. Without a file
/// a dancer is shown.
struct GIFFace: FileFace, SpanFace {
    let name = "gif"
    let summary = "a GIF played in time, its cycle in four beats, --over 2 in two; --file takes yours"
    var animation = GIFAnimation.dancer
    static let spanUnit = SpanUnit.beats
    /// How many beats its cycle takes.
    var span = Int(MotionProperty.beatsPerGIF)

    var cycle: Cycle { animation.loopCount == 0 ? .beats(span) : .endless }

    func showing(file bytes: [UInt8]) throws(PictureError) -> GIFFace {
        GIFFace(animation: try GIFAnimation(reading: bytes), span: span)
    }

    func drawing(at moment: Moment, size: Size, theme: Theme) -> Drawing {
        var drawing = Drawing(size: size)
        let frame = frame(at: moment)
        let design = Rect(x: 0, y: 0, width: Double(frame.width), height: Double(frame.height))
        let margin = 0.03 * Double.minimum(size.width, size.height)
        let fit = Fit(design, in: drawing.bounds.insetBy(dx: margin, dy: margin))
        drawing.group("gif", transform: fit.transform) { $0.draw(frame, in: design) }
        return drawing
    }

    /// The picture at a moment.
    func frame(at moment: Moment) -> Bitmap {
        // "gif.phase" says how much of four beats is over, which a cycle of another length counts on from.
        let beats = MotionProperty.beatsPerGIF
        let begun = Double(moment.beat.flooredDivision(by: beats).quotient * beats)
        let position = BeatPosition(beats: begun + moment.value("gif.phase") * Double(beats))
        return animation.frame(at: position, beatsPerCycle: span)
    }
}
