// SPDX-License-Identifier: Apache-2.0

public import Rhythm

/// The way that a render takes: how long it is, and through which tempi it goes.
public struct Course: Sendable {
    /// How long a render is.
    public enum Length: Sendable, Hashable {
        /// So many frames.
        case frames(Int64)
        /// From beat 0 up to the onset of the beat that would follow the last.
        case beats(Int64)

        /// How many changes of tempo have room in it: one in a beat, or in a hundred frames.
        public var mostChanges: Int64 {
            switch self {
            case .frames(let frames): frames / 100
            case .beats(let beats): beats
            }
        }
    }

    /// The tempo at the start.
    public let tempo: Tempo
    /// Of the frames.
    public let sampleRate: SampleRate
    /// In order, the first after frame 0.
    public let changes: [TempoPoint]
    /// How many frames it is long.
    public let frames: Int64

    /// A course with so many changes of tempo, at most `length.mostChanges`: one in each of as many equal parts, at any
    /// frame there in mid-beat, to any tempo from half of the first to its double. The same seed makes the same course.
    ///
    /// No change is within four frames of an onset, where it would be rounded to it.
    public init(tempo: Tempo, sampleRate: SampleRate, length: Length, changes count: Int = 0, seed: UInt64 = 1) {
        precondition(0...length.mostChanges ~= Int64(count), "more tempo changes than there is room for")
        var random = SplitMix(state: seed)
        var grid = ExactGrid(tempo: tempo, sampleRate: sampleRate)
        var changes: [TempoPoint] = []
        changes.reserveCapacity(count)
        for part in 0..<count {
            // In the first nine tenths of its part: so the last is inside, and no two are at the same place.
            let place = Int128(part) << 32 + Int128(random.next(below: (9 << 32) / 10))
            var frame =
                switch length {
                case .frames(let frames): Int64(place * Int128(frames) / (Int128(count) << 32))
                case .beats(let beats): grid.frame(atOrAfter: place * Int128(beats) / Int128(count), over: 1 << 32)
                }
            if abs(grid.error(ofFrame: frame, beat: grid.nearestBeat(toFrame: frame)).frames) <= 4 { frame += 9 }
            let change = TempoPoint(frame: frame, tempo: random.tempo(near: tempo))
            grid.change(to: change.tempo, atFrame: change.frame)
            changes.append(change)
        }
        self.tempo = tempo
        self.sampleRate = sampleRate
        self.changes = changes
        frames =
            switch length {
            case .frames(let frames): frames
            case .beats(let beats): grid.frame(ofBeat: beats)
            }
    }

    /// Where its beats belong.
    var grid: ExactGrid { ExactGrid(tempo: tempo, sampleRate: sampleRate, changes: changes) }
}

/// Random numbers that are the same for the same seed, whatever the toolchain: SplitMix64 (Steele, Lea, Flood 2014).
private struct SplitMix {
    var state: UInt64

    mutating func next(below limit: UInt64) -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return (mixed ^ (mixed >> 31)).multipliedFullWidth(by: limit).high
    }

    /// Half to double, in wholes, thirds, sevenths, tenths, hundredths or thousandths of a bpm.
    mutating func tempo(near center: Tempo) -> Tempo {
        let denominator: Int64 = [1, 3, 7, 10, 100, 1000][Int(next(below: 6))]
        let numerator = center.numerator * denominator
        let low = max(denominator, (numerator + 2 * center.denominator - 1) / (2 * center.denominator))
        let high = min(1000 * denominator, 2 * numerator / center.denominator)
        let chosen = low + Int64(next(below: UInt64(max(0, high - low)) + 1))
        return (try? Tempo(chosen, over: denominator)) ?? center
    }
}
