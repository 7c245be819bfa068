// SPDX-License-Identifier: Apache-2.0

/// A kind of place in the music that a program can wait for.
package enum MusicalPlace: Sendable, Hashable {
    /// Every beat.
    case beat
    /// The first beat of every bar.
    case bar
    /// A beat of a bar of the run, both from 1.
    case place(bar: Int, beat: Int)
    /// The begin of every section of a song, or of those of a label.
    case section(label: String?)
    /// The first beat of every prompt.
    case prompt
    /// The end of the run, wherever it comes.
    case end

    /// The place in words, as what a program waits for.
    var words: String {
        switch self {
        case .beat: "the next beat"
        case .bar: "the next bar"
        case .place(let bar, let beat): "@\(bar).\(beat)"
        case .section(nil): "the next section"
        case .section(let label?): "section \(label)"
        case .prompt: "the next prompt"
        case .end: "the end"
        }
    }
}
