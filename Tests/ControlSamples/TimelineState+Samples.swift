// SPDX-License-Identifier: Apache-2.0

public import MetronomeControl

extension TimelineState {
    /// A run in bars of four at 120 bpm, whose first beat is heard at second 2, unless stated otherwise.
    public static func sample(
        run: Int = 3, _ segments: [Segment] = [.sample()], _ bars: [Bars] = [.sample()], end: Int? = nil
    ) -> TimelineState {
        TimelineState { ($0.run, $0.segments, $0.bars, $0.endBeat) = (run, segments, bars, end) }
    }
}

extension TimelineState.Segment {
    /// A beat, or a part of it, that is heard at a time, and the tempo from there on.
    public static func sample(
        beat: Int = 0, _ fraction: Double = 0, atNs: Int64 = 2_000_000_000, bpm: Int = 120, over: Int = 1,
        ppm: Double = 0
    ) -> TimelineState.Segment {
        TimelineState.Segment {
            $0.origin = .init(beat: beat, fraction: fraction); $0.atNs = atNs
            $0.tempo = .init(numerator: bpm, denominator: over); $0.ratePPM = ppm
        }
    }
}

extension TimelineState.Bars {
    /// Bars from a beat on, which begins the first of them unless another is their origin.
    public static func sample(
        from beat: Int = 0, origin: Int? = nil, bar: Int = 1, beats: Int = 4, bell: BellState? = nil,
        length: (Int, Int)? = nil, song: (Int, Int)? = nil
    ) -> TimelineState.Bars {
        TimelineState.Bars {
            $0.fromBeat = beat; $0.origin = .init(beat: origin ?? beat, bar: bar); $0.beats = beats; $0.bell = bell
            $0.beatLength = length.map { .init(numerator: $0.0, denominator: $0.1) }
            $0.songBegin = song.map { .init(numerator: $0.0, denominator: $0.1) }
        }
    }
}
