// SPDX-License-Identifier: Apache-2.0

internal import MetronomeControl
internal import MetronomeRhythm
internal import MetronomeSession

/// A change of the tempo that was asked for here while an outside clock leads, and waits for that clock's owner.
struct Proposal: Equatable {
    /// All that was asked for.
    let edit: Edit
    /// The tempo among it.
    let tempo: Tempo
    let source: EditSource
    /// Who waits for the answer; nil: nobody, since it came with a preset.
    let ask: Ask?
    /// What the answer says besides.
    var more: [String: JSONValue] = [:]

    /// The edit with the tempo that the owner has taken, so that a relative value is counted once.
    func taken(with tempo: Tempo) -> Edit {
        var edit = edit
        for key in edit.keys where key.form == .tempo { edit[key] = .tempo(.to(tempo)) }
        return edit
    }
}
