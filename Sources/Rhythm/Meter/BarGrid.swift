// SPDX-License-Identifier: Apache-2.0

internal import MetronomeBounds

/// Which beat of which bar a beat is. Beats are numbered from 0 as in `BeatPosition`; bars, and beats within
/// a bar, from 1. Before the origin bars are counted down: 0, −1.
public struct BarGrid: Sendable, Hashable, BitwiseCopyable {
    /// The beat from which the bars are counted.
    public let originBeat: Int64
    /// The number of the bar that begins at `originBeat`.
    public let originBar: Int64
    /// At least 1.
    public let beatsPerBar: Int

    /// Real-time safe.
    @_noLocks
    public init(originBeat: Int64 = 0, originBar: Int64 = 1, beatsPerBar: Int) {
        precondition(beatsPerBar >= 1)
        self.originBeat = originBeat
        self.originBar = originBar
        self.beatsPerBar = beatsPerBar
    }

    /// The bar that holds a beat. Real-time safe.
    @_noLocks
    public func bar(ofBeat beat: Int64) -> Int64 {
        originBar + (beat - originBeat).flooredDivision(by: Int64(beatsPerBar)).quotient
    }

    /// The place of a beat in its bar, 1...beatsPerBar. Real-time safe.
    @_noLocks
    public func beatInBar(ofBeat beat: Int64) -> Int {
        Int((beat - originBeat).flooredDivision(by: Int64(beatsPerBar)).remainder) + 1
    }

    /// The first beat of a bar, from a beat on.
    public func firstBar(fromBeat beat: Int64) -> Int64 {
        let place = Int64(beatInBar(ofBeat: beat))
        return place == 1 ? beat : beat + Int64(beatsPerBar) + 1 - place
    }

    /// A beat of a bar, both as they are numbered in bars.
    public func beat(ofBar bar: Int64, _ beat: Int) -> Int64 {
        originBeat + (bar - originBar) * Int64(beatsPerBar) + Int64(beat - 1)
    }

    /// The grid from a beat on, where a new bar of another length begins. It takes the next bar number,
    /// or keeps its own if a bar begins there anyway. Real-time safe.
    @_noLocks
    public func changing(beatsPerBar: Int, atBeat beat: Int64) -> BarGrid {
        let beginsAnyway = beatInBar(ofBeat: beat) == 1
        return BarGrid(
            originBeat: beat, originBar: bar(ofBeat: beat) + (beginsAnyway ? 0 : 1), beatsPerBar: beatsPerBar)
    }

    /// Real-time safe.
    @_noLocks
    public static func == (left: BarGrid, right: BarGrid) -> Bool {
        left.originBeat == right.originBeat && left.originBar == right.originBar
            && left.beatsPerBar == right.beatsPerBar
    }
}
