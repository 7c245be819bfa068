// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import MetronomeControl
import MetronomeSession

/// `metroctl count-in`: counts bars before the first, or without a number tells how many.
struct CountInVerb: ParsableCommand {
    static let configuration = CommandConfiguration.verb(
        "count_in.set", usage: "metroctl count-in [<bars> | sound <name>] [<options>]",
        with: ["count_in_sound.set"], more: [("count-in", "tells them")])

    @Argument(
        help: "Bars, 0 for none; or sound and its name.",
        completion: .words(of: "count-in") { completions(behind: $0, names: SoundFiles.names) })
    var words: [String] = []
    @OptionGroup var options: ChangeOptions

    /// What may stand behind some words.
    static func completions(behind words: [String], names: [String]) -> [String] {
        words.isEmpty ? ["0", "1", "2", "sound"] : words == ["sound"] ? names + [SoundChoice.voice, "auto"] : []
    }

    func run() throws {
        guard words.isEmpty else { return try options.perform(["count-in"] + words) }
        try options.tell(["count_in", "count_in_sound"]) { status in
            let bars = status.settings.others["count_in"]?.text ?? "0"
            return "count-in \(bars), sound \(status.settings.others["count_in_sound"]?.string ?? "auto")"
        }
    }
}
