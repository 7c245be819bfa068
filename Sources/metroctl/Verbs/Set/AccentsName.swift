// SPDX-License-Identifier: Apache-2.0

import MetronomeControl
import Programs

enum AccentsName: SettingVerbName {
    static let verb = "accents"

    static func told(_ status: Status) -> String {
        let accents = status.settings.others[verb]?.string ?? "auto"
        var signs = Array(status.heard.accents)
        if let bell = status.heard.bell, bell.every > 0, signs.count.isMultiple(of: bell.every) {
            for index in signs.indices where (index + 1 - bell.on).isMultiple(of: bell.every) { signs[index] = "X" }
        }
        return "accents \(accents)" + (accents == "auto" ? ": \(String(signs))" : "")
            + "\n(X is the bell, A an accent, x a beat, o a soft one, . none)"
    }

    /// Stands behind the beats of a bar that are accented, and no other: `2,4 only`.
    static let only = " only"

    static func value(of word: String, _ options: Options) throws -> String {
        guard word.hasSuffix(only) else { return word }
        return try signs(String(word.dropLast(only.count)), ofBeats: options.status().beatsInBar ?? 4)
    }

    /// The signs of a bar in which these beats alone are accented: `2,4` of four is `xAxA`. Throws for a beat that it does not have.
    static func signs(_ text: String, ofBeats count: Int) throws(ProgramFailure) -> String {
        let accented = text.split(separator: ",").map(String.init)
        if let other = accented.first(where: { Int($0).map { !(1...max(1, count)).contains($0) } ?? true }) {
            throw ProgramFailure.failed(
                "there is no beat \(other) in this bar: its beats are 1...\(max(1, count))",
                reason: "out_of_range")
        }
        let beats = Set(accented.compactMap { Int($0) })
        return String((1...max(1, count)).map { beats.contains($0) ? "A" : "x" })
    }

    /// What the signs of accents mean; and that the bell still rings on the first beat, where accents name other beats only.
    static func hint(on change: Change, asked value: String, after former: Status?, status: () -> Status?) -> String {
        let signs = "\n(X is the bell, A an accent, x a beat, o a soft one, . none)"
        guard value.contains("="), !value.split(separator: ",").contains(where: { $0.hasPrefix("1=") }),
            let bell = change.values["bell"], bell["on"]?.integer == 1
        else { return value == "auto" ? "" : signs }
        return signs + "\n(the bell still rings on 1; metroctl accents 1=x makes that a plain beat)"
    }
}
