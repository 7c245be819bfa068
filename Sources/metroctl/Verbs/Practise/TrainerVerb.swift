// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import MetronomeControl
import MetronomeSession

/// `metroctl trainer`: practises with a tempo that changes and with silences, or without words tells where the trainers are.
struct TrainerVerb: ParsableCommand {
    private static let names = Trainer.Kind.endedByOff.map(\.rawValue)
    static let configuration = CommandConfiguration.verb(
        "speed_trainer.set", name: "trainer", abstract: "Practise with a changing tempo, and with silences",
        usage: "metroctl trainer [\(names.map { "\($0) <words> | " }.joined())off] [<options>]",
        with: Trainer.Kind.endedByOff.dropFirst().map { $0.member + ".set" } + ["trainers.off"],
        more: [("trainer", "tells where they are")])

    /// Ends all, and tells those that there were.
    private func end() throws {
        let all = options.options
        let status = try all.status()
        let members = Trainer.Kind.endedByOff.map(\.member).filter {
            status.settings.others[$0]?.string ?? "off" != "off"
        }
        try all.perform(["trainer", "off"], at: options.at, as: Change.self) { change in
            var told = change
            let others = ["pending", "cancelled"].filter { change.values[$0] != nil }
            if members.isEmpty, others.isEmpty { return "no trainer was on" }
            if !members.isEmpty || others == ["cancelled"] {
                told.values = change.values.filter { (members + others).contains($0.key) }
            }
            return told.sentence(exact: all.verbose)
        }
    }

    @Argument(
        help:
            "\(names.dropLast().joined(separator: ", ")) or \(names.last ?? "") and what follows it, or off to end all of them.",
        completion: .words(of: "trainer", completions))
    var words: [String] = []
    // `start 60 faster by 5 every 4 bars up to 100`
    @Flag(help: .hidden) var start = false
    @OptionGroup var options: ChangeOptions

    /// What may stand behind some words.
    static func completions(behind words: [String]) -> [String] {
        words.isEmpty ? names + ["off"] : words.count == 1 && names.contains(words[0]) ? ["off"] : []
    }

    func run() throws {
        if words == ["off"] { return try end() }
        guard words.isEmpty else {
            let all = options.options
            let starts = start ? try !all.status().playing : false
            try all.perform(["trainer"] + words, at: options.at, as: Change.self) { change in
                let plays = change.atBeat != nil
                let isResting = !plays && !start && change.values["pending"] == nil && words.last != "off"
                return change.sentence(exact: all.verbose) + (isResting ? "; start plays it" : "")
            }
            if starts { try all.change("start", [:], at: nil) }
            return
        }
        try options.tell(Trainer.Kind.endedByOff.map(\.member) + ["practice"], report: \.trainers)
    }
}
