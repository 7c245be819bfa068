// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import MetronomeControl
import MetronomeRhythm

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

    /// Of a song a change in percent is one of its scale. Returns false where no song is loaded, and for any other tempo.
    private func scaleSong(by text: String) throws -> Bool {
        let isStep = if case .times? = try? TempoChange(parsing: text) { true } else { false }
        guard isStep || Self.percent(text) != nil, try options.options.status().song != nil else { return false }
        try options.options.change("song.scale", ["scale": .string(text)], at: options.at)
        return true
    }

    /// `70%`: the tempo that is written for a song, or that which is set, as much of it; nil for any other tempo.
    private static func percent(_ text: String) -> Double? {
        text.last == "%" && text.first?.isNumber ?? false ? Double(text.dropLast()) : nil
    }

    private func set(_ bpm: String) throws {
        let all = options.options
        try all.perform(["tempo", bpm], at: options.at, as: Change.self) { change in
            let sentence = change.sentence(exact: all.verbose)
            guard bpm.contains("="), change.values["pending"] == nil else { return sentence }
            return sentence + (try all.status()).clicked(for: bpm)
        }
    }

    func run() throws {
        if names {
            try options.checkNoPlace()
            if options.options.json {
                let rows = Tempo.allNames.map { name, tempo in
                    JSONValue.object(["name": .string(name), "bpm": .number(tempo.beatsPerMinute)])
                }
                return try Output.line(JSONValue.object(["names": .array(rows)]).text)
            }
            if options.options.quiet { return }
            try Output.line(ListTable.text(Tempo.allNames.map { ($0.name, "\($0.tempo) bpm") }))
        } else if let bpm {
            if try !scaleSong(by: bpm) {
                try set(Self.percent(bpm).map { "x\(($0 / 100).text(decimals: 6))" } ?? bpm)
            }
        } else {
            try options.tell(["bpm"]) {
                "\($0.bpmText) bpm" + ($0.tempoName.isEmpty ? "" : ", " + $0.tempoName)
            }
        }
    }
}
