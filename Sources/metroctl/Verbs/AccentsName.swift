// SPDX-License-Identifier: Apache-2.0

import MetronomeControl

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

    /// Of accents by their beats, that the first beat has the bell all the same.
    static func hint(on change: Change, asked value: String, after former: Status?, status: () -> Status?) -> String {
        let signs = "\n(X is the bell, A an accent, x a beat, o a soft one, . none)"
        guard value.contains("="), !value.split(separator: ",").contains(where: { $0.hasPrefix("1=") }),
            let bell = change.values["bell"], bell["on"]?.integer == 1
        else { return value == "auto" ? "" : signs }
        return signs + "\n(the bell still rings on 1; metroctl accents 1=x makes that a plain beat)"
    }
}
