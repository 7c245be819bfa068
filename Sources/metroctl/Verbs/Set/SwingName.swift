// SPDX-License-Identifier: Apache-2.0

import MetronomeControl
import MetronomeRhythm

enum SwingName: SettingVerbName {
    static let verb = "swing"

    static func told(_ status: Status) -> String {
        let swing = status.settings.others[verb]?.string ?? "even"
        let parts = status.settings.others["subdivision"]?.integer ?? 1
        if swing == "even" { return "swing is off (metroctl swing on, or swing 55% for a little)" }
        return "swing \(swing)" + (parts.isMultiple(of: 2) ? "" : unheard(status))
    }

    static func hint(on change: Change, asked value: String, after former: Status?, status: () -> Status?) -> String {
        guard let swing = change.values[verb]?.string,
            let parts = status()?.settings.others["subdivision"]?.integer
        else { return "" }
        if swing == "even", parts > 1 {
            return "\n(each beat is still divided by \(parts); metroctl subdivision off ends that)"
        }
        guard swing != "even" else { return "" }
        return parts.isMultiple(of: 2) ? notes(status()) : unheard(status())
    }

    /// Which notes swing, where these are no eighths.
    static func notes(_ status: Status?) -> String {
        guard let status, status.settings.others["subdivision"]?.integer == 2, let beat = status.beatLength,
            beat != .one,
            let spoken = NoteValue.name(of: beat),
            let half = beat.multiplied(by: Ratio(1, over: 2) ?? .one).flatMap(NoteValue.name)
        else { return "" }
        func words(_ name: String) -> String { name.replacing("dotted-", with: "dotted ") }
        // What is swung is said of eighths.
        let isOfQuarters = half != "eighth" && (try? Meter(parsing: status.meter).counted(in: .one)) != nil
        return "\n(each beat is one \(words(spoken)): its two \(words(half))s swing"
            + (isOfQuarters ? "; metroctl beat quarter makes eighths swing)" : ")")
    }

    /// Says that nothing swings yet, and what makes it heard: a swing is of the two halves of a beat.
    private static func unheard(_ status: Status?) -> String {
        let beat = status?.beatLength ?? .one
        let halves = ["eighths", "sixteenths"].first { (try? SubdivisionName.parts($0, of: beat)) == "2" }
        return ", not heard yet: metroctl \(halves ?? "subdivision 2") halves the beat"
    }
}
