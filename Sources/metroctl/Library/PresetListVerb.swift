// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import MetronomeControl

struct PresetListVerb: ParsableCommand {
    static let configuration = CommandConfiguration.verb("preset.list", name: "list")
    // For completions, which ask no daemon.
    @Flag(help: .hidden) var known = false
    @Argument(help: .hidden) var others: [String] = []
    @OptionGroup var options: Options

    func validate() throws {
        guard let name = others.first else { return }
        if ["rename", "copy", "move"].contains(name) {
            let verbs = PresetVerb.configuration.subcommands.compactMap { $0.configuration.commandName }
            let (old, new) = (others.dropFirst().first ?? "OLD", others.dropFirst(2).first ?? "NEW")
            throw ValidationError(
                "preset has no verb \(name), but \(verbs.joined(separator: ", ")): metroctl load \(old), then metroctl save \(new) keeps it by that name."
            )
        }
        throw ValidationError(
            "there is no preset \(name): metroctl set bpm=80 meter=4/4, then metroctl save \(name) keeps that; metroctl load \(name) brings it back."
        )
    }

    func run() throws {
        if known { return try Output.names(LibraryFiles.names(in: "presets")) }
        try options.perform("preset.list") { (list: PresetList) in
            if list.presets.isEmpty {
                return "there is no preset yet: metroctl preset save NAME keeps what is set as one"
            }
            let lists = try options.ask(options.connect(), "setlist.list", as: SetLists.self).setlists.map(\.name)
            return ListTable.text(list.presets.map { ($0.name, $0.trouble ?? $0.summary) })
                + (lists.isEmpty ? "" : "\nset lists: \(lists.joined(separator: ", "))")
        }
    }
}
