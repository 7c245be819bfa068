// SPDX-License-Identifier: Apache-2.0

internal import MetronomeSession

extension Parameter {
    /// From where a change holds.
    static let at = place("")

    /// The same for what is done at once while nothing plays, wherever it was to hold.
    static let atWhilePlaying = place(" While nothing plays it holds at once.")

    private static func place(_ more: String) -> Parameter {
        Parameter(
            name: "at", forms: [.text("`now`, `beat`, `bar`, `section`, `+8`, or a place such as `@17` or `@17.3`")],
            isRequired: false,
            summary: """
                From where it holds: `now` (unless given), the next `beat`, `bar` or `section` of a song that can still be \
                changed, `+BARS` after the bar that is heard, or a beat of a bar, `@BAR` or `@BAR.BEAT`. Until then it waits, `status` lists it, and `cancel` takes it back.\(more)
                """)
    }
}

extension Arguments {
    /// From where a change holds, as the parameter `at` says. Throws `invalid`.
    func cue(unlessGiven usual: Cue = .now) throws(ControlError) -> Cue {
        guard let text = self["at"]?.string else { return usual }
        guard let cue = Cue(parsing: text) else {
            throw invalid(
                "at",
                "\(JSONValue.string(text).shortened) is no place: say now, beat, bar, section, +8 for eight bars on, or a beat of a bar such as @17 or @17.3"
            )
        }
        return cue
    }
}

extension [WordPattern] {
    /// These patterns, and each of them with a place; that one comes first where the other would take its words too.
    var withCue: [WordPattern] {
        flatMap { pattern in
            let placed = WordPattern(stringLiteral: "\(pattern) at <at>")
            return pattern.description.hasSuffix("…>") ? [placed, pattern] : [pattern, placed]
        }
    }
}
