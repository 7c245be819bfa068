// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import MetronomeControl
import MetronomeSession

/// A place of the music, as one names it on a command line.
struct PlaceName: Sendable, Hashable {
    static let all = ["beat", "bar", "section", "prompt", "end", "stopped"]

    let place: MusicalPlace
    /// Whether a metronome that does not play is there already.
    let isMetByStopped: Bool

    /// Reads `beat`, `bar`, `section`, `prompt`, `@17`, `@17.3`, `end` or `stopped`; the label of a section goes with `section`.
    init(_ text: String, label: String? = nil) throws(ValidationError) {
        isMetByStopped = text == "stopped"
        guard label == nil || text == "section" else {
            throw ValidationError("Unexpected argument \(JSONValue.string(label ?? "").text)")
        }
        switch text {
        case "end", "stopped": place = .end
        case "prompt": place = .prompt
        default:
            switch Cue(parsing: text) {
            case .beat: place = .beat
            case .bar: place = .bar
            case .section: place = .section(label: label)
            case .place(let bar, let beat): place = .place(bar: bar, beat: beat)
            case .now, .after, nil:
                let hint = CommandTable.suggestion(for: text, among: Self.all).map { "did you mean \($0)?" }
                let places = "there are beat, bar, section, prompt, a place such as @17 or @17.3, end and stopped"
                throw ValidationError("There is no place \(JSONValue.string(text).text): \(hint ?? places)")
            }
        }
    }
}
