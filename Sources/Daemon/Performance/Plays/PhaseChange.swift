// SPDX-License-Identifier: Apache-2.0

internal import MetronomeSession

/// How the beats get to another phase: which one is wanted, what is on its way to it, and who waits for it.
struct PhaseChange: Equatable {
    /// Where the beats are to fall, until a plan leads there; nil where the phase is kept.
    var wanted: PhaseBridge.Target?
    /// The phase to which a plan leads that was sent; nil for none.
    var sent: PhaseBridge.Target?
    /// The way to another phase that the plan has which is being adopted; nil for none.
    var bridge: PhaseBridge?
    /// What is answered once a plan has the way to the phase that is wanted.
    var answers: [PendingAnswer.PhaseAnswer] = []

    /// Whether the beats are to be moved.
    var isMoving: Bool { wanted != nil || sent != nil }

    /// Has the beats moved to a phase, whatever was wanted before; nil: they keep theirs.
    mutating func replace(by target: PhaseBridge.Target?) { (wanted, sent) = (target, nil) }

    /// The plan that led to a phase is not played: the phase is wanted still.
    mutating func miss() {
        guard let missed = sent else { return }
        replace(by: wanted?.added(to: missed) ?? missed)
    }
}
