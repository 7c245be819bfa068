// SPDX-License-Identifier: Apache-2.0

internal import MetronomeRhythm

/// Where one lane is: its next onset, and the last one whose sound has begun. Real-time safe.
struct LaneCursor: BitwiseCopyable {
    /// The frame at which there is something to be done: the sound of the next onset begins, or the next pass is looked into.
    var wake: Int64 = .max
    /// The lane in the arrangement; negative where the pass has no more for it.
    var lane = -1
    /// The number of the next onset.
    var onset: Int64 = 0
    /// Its position, from which on nothing has been started.
    var position = Position.zero
    /// Its frame.
    var frame: Int64 = 0
    /// The pass that holds it.
    var place: PassPlace
    /// The position of the last onset whose sound has begun, and its frame, which no later plan moves.
    var committedPosition = Position(ticks: .min)
    var committedFrame = Int64.min

    @_noLocks init(place: PassPlace) { self.place = place }

    /// Goes back to a position: of the onsets from there on, whose sounds were cut, none was heard.
    @_noLocks mutating func takeBack(to position: Position) {
        self.position = position
        committedPosition = position.justBefore()
        committedFrame = .min
    }
}
