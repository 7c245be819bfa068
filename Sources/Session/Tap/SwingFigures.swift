// SPDX-License-Identifier: Apache-2.0

internal import MetronomeRhythm

/// How beats are played in two: where the stroke between two beats lies.
struct SwingFigures: Sendable, Hashable {
    /// Which parts of a beat its second stroke may be at, as written.
    private static let seconds = 0.45...0.8
    /// How many such strokes tell the ratio.
    private static let fewest = 4

    private var (beats, between, others) = (0, 0, 0)
    /// The means of what was played, in parts of a beat.
    private var (beat, part) = (0.0, 0.0)

    /// Takes a tap or a stroke in.
    mutating func add(_ hit: Score.Hit) {
        guard hit.periodNs > 0 else { return }
        let written = hit.place.phase
        let played = written + Double(hit.asynchronyNs) / Double(hit.periodNs)
        if written == 0 {
            beats += 1
            beat += (played - beat) / Double(beats)
        } else if Self.seconds.contains(written) {
            between += 1
            part += (played - part) / Double(between)
        } else {
            others += 1
        }
    }

    /// How long the first part is, as a multiple of the second; nil where too few strokes say it, or beats are played in more parts.
    var ratio: Double? {
        guard beats >= Self.fewest, between >= Self.fewest, others == 0 else { return nil }
        let first = part - beat
        return first > 0 && first < 1 ? first / (1 - first) : nil
    }
}
