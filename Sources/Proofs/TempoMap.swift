// SPDX-License-Identifier: Apache-2.0

internal import MetronomeBounds
public import MetronomeRhythm
public import Sound

/// The tempi of a render, and how long it is.
public struct TempoMap: Sendable {
    /// How long a render is.
    public enum Length: Sendable, Hashable {
        /// A number of frames.
        case frames(Int64)
        /// From beat 0 up to the onset of the beat that would follow the last.
        case beats(Int64)

        /// The most changes of tempo: one in a beat, or in a hundred frames.
        public var mostChanges: Int64 {
            switch self {
            case .frames(let frames): frames / 100
            case .beats(let beats): beats
            }
        }
    }

    /// The tempo at the start.
    public let tempo: Tempo
    /// The rate of the frames.
    public let sampleRate: SampleRate
    /// In order, the first after frame 0.
    public let changes: [TempoStep]
    /// Its length in frames.
    public let frames: Int64

    /// A map with `count` changes of tempo, at most `length.mostChanges`: one in each of as many equal parts, at a random frame
    /// there, to a random tempo from half of the first to its double. The same seed makes the same map.
    public init(tempo: Tempo, sampleRate: SampleRate, length: Length, changes count: Int = 0, seed: UInt64 = 1) {
        precondition(0...length.mostChanges ~= Int64(count), "more tempo changes than there is room for")
        var random = SplitMix(state: seed)
        var timeline = ExactTimeline(tempo: tempo, sampleRate: sampleRate)
        var changes: [TempoStep] = []
        changes.reserveCapacity(count)
        for part in 0..<count {
            // In the first nine tenths of its part, so that the last is inside and no two are at the same place.
            let place = Int128(part) << 32 + Int128(random.next(below: (9 << 32) / 10))
            let frame =
                switch length {
                case .frames(let frames): Int64(clamping: (place * Int128(frames)).quotient(by: Int128(count) << 32))
                case .beats(let beats):
                    timeline.frame(atOrAfter: (place * Int128(beats)).quotient(by: Int128(count)), over: 1 << 32)
                }
            let change = TempoStep(frame: frame, tempo: random.tempo(near: tempo))
            timeline.change(to: change.tempo, atFrame: change.frame)
            changes.append(change)
        }
        self.tempo = tempo
        self.sampleRate = sampleRate
        self.changes = changes
        frames =
            switch length {
            case .frames(let frames): frames
            case .beats(let beats): timeline.frame(ofBeat: beats)
            }
    }

    /// Music that is played at the tempi of the map.
    public func edits(of music: Arrangement) -> [OfflineRender.Edit] {
        changes.map { OfflineRender.Edit(frame: $0.frame, arrangement: music.at($0.tempo)) }
    }

    /// The exact place of each beat.
    var timeline: ExactTimeline { ExactTimeline(tempo: tempo, sampleRate: sampleRate, changes: changes) }
}
