// SPDX-License-Identifier: Apache-2.0

internal import Rhythm
internal import Session

/// A change of the tempo that was asked for here while an outside clock leads, and waits for that clock's owner.
struct Proposal {
    /// All that was asked for.
    var edit: Edit
    /// The tempo among it.
    let tempo: Tempo
    let source: Conductor.EditSource
    let parameter: (Key) -> String?
    let answer: (Conductor.Answer) -> Void
    /// Whether it came with a preset, so that nobody waits for the answer.
    let isLoaded: Bool

    /// What was asked for, and how it is answered.
    init(
        _ edit: Edit, _ tempo: Tempo, by source: Conductor.EditSource, _ parameter: @escaping (Key) -> String?,
        _ answer: @escaping (Conductor.Answer) -> Void, isLoaded: Bool = false
    ) {
        self.edit = edit
        self.tempo = tempo
        self.source = source
        self.parameter = parameter
        self.answer = answer
        self.isLoaded = isLoaded
    }

    /// The same with the tempo that the owner has taken, so that a value that was relative is counted once.
    func taken(with tempo: Tempo) -> Edit {
        var edit = edit
        for key in edit.keys where key.form == .tempo { edit[key] = .tempo(.to(tempo)) }
        return edit
    }
}
