// SPDX-License-Identifier: Apache-2.0

import Faces
internal import MetronomeBounds
import MetronomeMotion
import MetronomeRhythm
import Programs

extension FaceRequest {
    /// Draws the face and writes the result, or shows it live until it ends.
    func perform() throws(ProgramFailure) {
        do {
            switch result {
            case .png(let beat):
                let picture = picture(atBeat: beat)
                try Output.write(try CairoRenderer.png(picture), to: path)
                noteMissing(picture.strings)
            case .svg(let beat):
                let picture = picture(atBeat: beat)
                try Output.write(try CairoRenderer.svg(picture), to: path)
                noteMissing(picture.strings)
            case .live(let rate, let offsetMs, let socket):
                var live = try Live(self, framesPerSecond: rate, offsetMs: offsetMs, socket: socket)
                try live.run()
            case .gif(let bars, let rate): try Output.write(try loop(bars: bars, framesPerSecond: rate), to: path)
            }
        } catch let failure as ProgramFailure {
            throw failure
        } catch {
            throw .failed("\(error)")
        }
    }

    private func picture(atBeat beat: Double) -> Drawing {
        face.picture(at: Moment(beats: beat, tempo: tempo, meter: meter), size: size, theme: theme ?? .light)
    }

    private func loop(bars asked: Int?, framesPerSecond: Double) throws -> [UInt8] {
        let cycle = face.barsPerCycle(beatsPerBar: meter.beats)
        let timing = try GIFTiming(
            bars: asked ?? cycle ?? 1, beatsPerBar: meter.beats, tempo: tempo, framesPerSecond: framesPerSecond)
        let canvas = try Canvas(width: Int(clamping: size.width), height: Int(clamping: size.height))
        var strings: Set<String> = []
        let file = try GIFWriter.file(
            width: canvas.width, height: canvas.height, delays: timing.delays
        ) { index throws(PictureError) in
            let picture = picture(atBeat: timing.beats(ofFrame: index))
            strings.formUnion(picture.strings)
            try canvas.draw(picture)
            return canvas.pixels
        }
        note(timing, cycle)
        noteMissing(strings)
        return file
    }

    /// Writes a note of the letters that the font has no outline for.
    private func noteMissing(_ strings: some Sequence<String>) {
        let missing = Set(strings.joined()).filter { !Font(size: 1).has($0) }.sorted()
        guard !missing.isEmpty else { return }
        let (shown, more) = (String(missing.prefix(20)), missing.count > 20 ? " and \(missing.count - 20) more" : "")
        Metroface.say(
            "note: the font, which has Latin, Greek and Cyrillic letters, has no \(shown)\(more): � stands for each")
    }

    private static func bars(_ count: Int) -> String { count == 1 ? "1 bar" : "\(count) bars" }

    /// Writes a note where the loop has a seam, or is not exactly as long as its bars.
    private func note(_ timing: GIFTiming, _ cycle: Int?) {
        if cycle.map({ timing.bars.remainder(by: $0) != 0 }) ?? true {
            let repeats = cycle.map { "repeats after \(Self.bars($0))" } ?? "never repeats"
            Metroface.say("note: \(face.name) \(repeats), so a loop of \(timing.bars) has a seam")
        }
        let milliseconds = (timing.excess * 10_000).rounded() / 10
        if abs(milliseconds) >= 0.1 {
            let way = milliseconds < 0 ? "shorter" : "longer"
            // A loop of these bars has no seam either.
            let exact =
                (1...64).first {
                    $0.isMultiple(of: timing.exactBars) && $0.isMultiple(of: max(1, cycle ?? 1))
                } ?? .max
            Metroface.say(
                "note: GIF counts hundredths of a second, so each round is \(abs(milliseconds)) ms \(way) than "
                    + "\(Self.bars(timing.bars)) at \(tempo) bpm"
                    + (exact <= 64 ? "; --bars \(exact) is exact" : ""))
        }
    }
}
