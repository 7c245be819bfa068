// SPDX-License-Identifier: Apache-2.0

internal import MetronomeRhythm

/// Where a change of the music can hold.
extension PlayedSong {
    /// The most spans that are looked through for a place.
    private static let farthest = 200_000

    /// The first beat, not before another, at which a change can hold that waits for a cue; nil where the song does not get
    /// there.
    func beat(of cue: Cue, notBefore from: Int64) -> Int64? {
        guard var span = span(at: from) else {
            // Something else may follow on its last beat.
            switch cue {
            case .now, .beat, .bar, .after: return from == endBeat ? from : nil
            case .section, .place: return nil
            }
        }
        // Once round a loop, and to the end of it.
        for _ in 0..<min(Self.farthest, 2 * course.stretches.count + 66) {
            let rule = rule(of: span)
            switch cue {
            case .now, .beat: return from
            case .bar, .after: return min(rule.grid.firstBar(fromBeat: max(from, span.begin)), span.end)
            case .section: if span.begin >= from, rule.section?.fromBeat == span.begin { return span.begin }
            case .place(let bar, let beat):
                let found = rule.grid.beat(ofBar: Int64(bar), min(beat, rule.grid.beatsPerBar))
                if max(span.begin, from)..<span.end ~= found { return found }
            }
            guard let next = self.span(at: span.end) else { return nil }
            span = next
        }
        return nil
    }

    /// How many beats its loop has, where a pass of it is over with a beat of the run; nil elsewhere.
    func passLength(endingAt beat: Int64) -> Int64? {
        guard let loop, songBeat(at: beat - 1) == loop.upperBound - 1, songBeat(at: beat) == loop.lowerBound else {
            return nil
        }
        return Int64(loop.count)
    }

    /// Whether it is repeated without end.
    package var isEndless: Bool { endBeat == nil }

    /// Whether it gets to a place where its loop is repeated no more from a beat of the run on.
    package func reaches(_ cue: Cue, withoutLoopFrom beat: Int64) -> Bool {
        var straight = going(to: songBeat(at: beat) ?? place, atBeat: beat)
        straight.loop = nil
        return straight.beat(of: cue, notBefore: beat) != nil
    }

    /// Whether a place of it lies before what is played at a beat of the run.
    package func isBehind(_ cue: Cue, atBeat beat: Int64) -> Bool {
        guard let present = songBeat(at: beat) else { return false }
        var whole = going(to: 0, atBeat: beat)
        whole.loop = nil
        return whole.beat(of: cue, notBefore: beat).map { $0 - beat < present } ?? false
    }
}
