// SPDX-License-Identifier: Apache-2.0

internal import MetronomeControl
internal import MetronomeRhythm

extension Status {
    /// How long a beat of the metronome is, in quarter notes; nil for a meter that is not understood.
    var beatLength: Ratio? {
        if let note = settings.others["beat"]?.string.flatMap({ try? NoteValue.length(named: $0) }) { return note }
        return try? Meter(parsing: meter).beatLength
    }
}
