// SPDX-License-Identifier: Apache-2.0

internal import MetronomeBounds

/// How strongly each beat is played: what the bar says, and the bell on top of it.
public struct BeatAccents: Sendable, Hashable {
    /// The accent of each beat of a bar; never empty.
    public let bar: [Accent]
    /// The bell, whatever the bar says; nil for none beside the bar's own.
    public let bell: BellPattern?

    /// The accents of a bar's beats, at least one.
    public init(bar: [Accent], bell: BellPattern? = nil) {
        precondition(!bar.isEmpty)
        self.bar = bar
        self.bell = bell
    }

    /// An accent on the first beat of every group but the first, which the bell is for.
    public init(of meter: Meter, bell: BellPattern?) {
        self.init(bar: (0..<meter.beats).map { $0 > 0 && meter.beginsGroup($0) ? .accent : .normal }, bell: bell)
    }

    /// The group of beats of which one rings the bell; nil where none does, or more than one of a bar.
    public var bellGroup: BellPattern? {
        if let bell { return bell }
        let beats = bar.indices.filter { bar[$0] == .bell }
        return beats.count == 1 ? try? BellPattern(every: bar.count, on: beats[0] + 1) : nil
    }

    /// The accent of a beat.
    public func accent(ofBeat beat: Int64, in grid: BarGrid) -> Accent {
        if let bell, bell.rings(onBeat: beat, in: grid) { return .bell }
        return bar[Int((beat - grid.originBeat).flooredDivision(by: Int64(bar.count)).remainder)]
    }

    /// Whether any beat of the bar is silent.
    package var rests: Bool { bar.contains(.mute) }

    /// The fewest beats after which everything repeats.
    var cycle: Int {
        let ofBar = Set(bar).count == 1 ? 1 : bar.count
        return leastCommonMultiple(Int64(ofBar), Int64(bell?.every ?? 1)).flatMap { Int(exactly: $0) } ?? ofBar
    }
}

extension Pattern {
    /// The metronome's beats, each a quarter note. It begins with a beat that is counted from the beginning of the bars, from 0.
    ///
    /// Where `beatsPerBar` is given its beats are numbered, and it repeats after whole bars.
    public init(_ accents: BeatAccents, fromBeat first: Int64 = 0, numberedInBarsOf beatsPerBar: Int? = nil) {
        let grid = BarGrid(originBeat: -first, beatsPerBar: accents.bar.count)
        let cycle = leastCommonMultiple(Int64(accents.cycle), Int64(beatsPerBar ?? 1)).flatMap { Int32(exactly: $0) }
        let onsets = (0..<(cycle ?? Int32(accents.cycle))).map {
            Onset(place: $0, accent: accents.accent(ofBeat: Int64($0), in: grid))
        }
        self.init(
            uncheckedCycle: cycle ?? Int32(accents.cycle), denominator: 1,
            onsets: beatsPerBar.map { onsets.numbered(beatsPerBar: $0, from: first) } ?? onsets)
    }

    /// What lies between two beats, each a quarter note: `parts` equal parts, of which each second one is moved by the swing
    /// where their number is even. Nil for 1. A beat has 1...9 parts.
    public init?(subdivision parts: Int, swing: Swing = .even) {
        guard Self.subdivisions.contains(parts), parts > 1 else { return nil }
        let swings = parts.isMultiple(of: 2)
        let (first, both) = swings ? (swing.part.numerator, swing.part.denominator) : (1, 2)
        // Two parts last `2 * both` of the pattern's.
        self.init(
            uncheckedCycle: Int32(parts) * Int32(both), denominator: Int32(parts) * Int32(both),
            onsets: (1..<Int32(parts)).map { part in
                let place =
                    part.isMultiple(of: 2) || !swings ? part * Int32(both) : (part - 1) * Int32(both) + 2 * Int32(first)
                return Onset(place: place, accent: .normal)
            })
    }

    /// The pattern of a beat, as it is played in bars with these accents: not in the beats that are silent. It begins with a bar.
    package func silenced(by accents: BeatAccents) -> Pattern {
        guard accents.rests else { return self }
        let (grid, beats) = (BarGrid(originBeat: 0, beatsPerBar: accents.bar.count), accents.cycle)
        let heard = (0..<Int64(beats)).filter { accents.accent(ofBeat: $0, in: grid) != .mute }
        let onsets = heard.flatMap { beat in
            self.onsets.map { $0.moved(to: Int32(clamping: beat * Int64(cycle) + Int64($0.place))) }
        }
        return (try? Pattern(cycle: beats * Int(cycle), denominator: Int(denominator), onsets: onsets)) ?? self
    }

    /// The parts that a beat may have.
    public static let subdivisions = 1...9
}
