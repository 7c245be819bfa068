// SPDX-License-Identifier: Apache-2.0

import MetronomeControl
import MetronomeRhythm
import Programs

enum SubdivisionName: SettingVerbName {
    static let verb = "subdivision"

    /// The notes whose number in a beat the meter says.
    static let notes: Set = ["quarters", "eighths", "sixteenths"]

    static func value(of word: String, _ options: Options) throws -> String {
        guard notes.contains(word) else { return word }
        let beat = try options.status().beatLength ?? .one
        return try parts(word, of: beat)
    }

    /// How many of these notes are a beat. Throws where a beat is no whole number of them.
    static func parts(_ name: String, of beat: Ratio) throws(ProgramFailure) -> String {
        let note = try? NoteValue.length(named: String(name.dropLast()))
        if let note, let parts = beat.multiplied(by: note.inverse), parts.denominator == 1 {
            return "\(parts.numerator)"
        }
        let spoken = NoteValue.name(of: beat)?.replacing("dotted-", with: "dotted ") ?? "beat"
        throw ProgramFailure.failed(
            "a beat is one \(spoken) here, and no whole number of \(name): subdivision 2 halves it",
            reason: "invalid")
    }

    /// Says that a beat is the note already that was asked for.
    static func hint(on change: Change, asked value: String, after former: Status?, status: () -> Status?) -> String {
        guard notes.contains(value), change.values[verb]?.integer == 1 else { return "" }
        let finer = ["quarters": "eighths", "eighths": "sixteenths"][value] ?? "subdivision 2"
        return "\n(a beat is one of these \(value) already; metroctl \(finer) divides it)"
    }

    static func check(_ value: String) throws(ProgramFailure) {
        if !value.hasPrefix("+"), let number = Int(value), (1...9).contains(number) { return }
        throw ProgramFailure.usage(
            "subdivision must be 1...9, or a name such as triplets, not \(JSONValue.string(value).text)")
    }
}
