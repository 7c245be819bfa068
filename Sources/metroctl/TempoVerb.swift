// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Control
import Rhythm

/// `metroctl tempo`: sets the tempo, or without a value tells it.
struct TempoVerb: ParsableCommand {
    static let configuration = CommandConfiguration.verb(
        "tempo.set", name: "tempo", more: [("tempo", "tells it")])

    @Argument(
        help: ArgumentHelp("Beats per minute, a change of them, or a name.", valueName: "bpm"),
        completion: .list(Tempo.allNames.map(\.name)))
    var bpm: String?
    @Flag(help: "List the names of tempi.")
    var names = false
    @OptionGroup var options: ChangeOptions

    func validate() throws {
        if names, bpm != nil { throw ValidationError("--names goes without a tempo.") }
    }

    func run() throws {
        if names {
            let width = Tempo.allNames.map(\.name.count).max() ?? 0
            for (name, tempo) in Tempo.allNames {
                try Output.line(name + String(repeating: " ", count: width - name.count + 2) + "\(tempo) bpm")
            }
        } else if let bpm {
            try options.perform(["tempo", bpm])
        } else {
            try options.options.tell(["bpm"]) { "\($0.bpmText) bpm, \($0.tempoName)" }
        }
    }
}
