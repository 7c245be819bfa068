// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import MetronomeBounds
import MetronomeControl
import MetronomeLinux
import MetronomeRhythm
import Programs

/// `metroctl groove`: plays a rhythm that has a name, lists them, or keeps the lanes as one.
struct GrooveVerb: ParsableCommand {
    static let configuration = CommandConfiguration.verb(
        "groove.set", usage: "metroctl groove [<name> | off | save <name> | remove <name>] [<options>]",
        with: ["groove.save", "groove.remove"], more: [("groove", "lists them")])

    @Argument(
        help: ArgumentHelp("Its name, or off; or save, or remove, and a name.", valueName: "name"),
        completion: .words(of: "groove") { completions(behind: $0, own: LibraryFiles.names(in: "grooves")) })
    var words: [String] = []
    @OptionGroup var options: ChangeOptions

    /// What may stand behind some words: the grooves of metronomed's own are neither replaced nor removed.
    static func completions(behind words: [String], own: [String]) -> [String] {
        switch words {
        case []: own + Groove.all.map(\.name) + ["off", "save", "remove"]
        case ["save"], ["remove"]: own
        default: []
        }
    }

    func run() throws {
        switch words.first {
        case nil: try list()
        case "save" where words.count < 3: try edit("groove.save", { $0.replaced == true ? "replaced" : "saved" })
        case "remove" where words.count < 3: try edit("groove.remove", { _ in "removed" })
        default:
            let all = options.options
            let former = all.json || all.quiet ? nil : try? all.status()
            let lanes = former?.patternLanes ?? []
            let isOff = words.first == "off"
            try all.perform(["groove"] + words, at: options.at, as: Change.self) { change in
                "groove \(words.first ?? ""): " + change.sentence(exact: all.verbose)
                    + (former?.playing == false && !isOff ? "; start plays it" : "")
                    + (isOff || lanes.isEmpty
                        ? ""
                        : "\n(in place of the \(lanes.count == 1 ? "lane" : "lanes") \(lanes.joined(separator: ", ")))")
            }
        }
    }

    private func edit(_ method: String, _ done: @escaping (LibraryFile) -> String) throws {
        guard words.count == 2 else {
            throw ProgramFailure.usage("say its name: metroctl groove \(words[0]) mine", reason: "missing_param")
        }
        try options.checkNoPlace()
        try options.options.perform(method, ["name": .string(words[1])]) { (file: LibraryFile) in
            "\(done(file)) \(file.path)"
        }
    }

    private func list() throws {
        try options.checkNoPlace()
        try options.options.perform(["groove"]) { (list: GrooveList) in
            let width = list.grooves.map(\.name.columns).max() ?? 0
            let indent = "\n" + String(repeating: " ", count: width + 2)
            return list.grooves.map { groove in
                let name = groove.name.padded(to: width + 2)
                if let trouble = groove.trouble { return name + trouble.printable }
                let what = [groove.meter, groove.summary].filter { !$0.isEmpty }.joined(separator: "  ")
                return name + what + indent + groove.lanes + indent + "from: " + groove.source.printable
            }.joined(separator: "\n")
        }
    }
}
