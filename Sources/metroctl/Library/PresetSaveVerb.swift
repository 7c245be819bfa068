// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import MetronomeControl

struct PresetSaveVerb: ParsableCommand {
    static let configuration = CommandConfiguration.verb("preset.save", name: "save")
    @Argument(help: "The name of the preset.", completion: .presets) var name: String
    @OptionGroup var options: Options

    func run() throws {
        // What waits for its place is not in force, so it is not saved.
        let client = try options.connect()
        let status = try options.status(of: client)
        let waiting = status.pending.map(\.sentence)
        // A song is saved as a whole, at its own tempo or scaled.
        let unsaved = status.song.flatMap { $0.practice != nil ? "practised" : $0.loop != nil ? "repeated" : nil }
        try options.perform("preset.save", ["name": .string(name)]) { (file: LibraryFile) in
            let presets = try options.ask(client, "preset.list", as: PresetList.self).presets
            let summary = presets.first { $0.name == file.name }.map { ": \($0.trouble ?? $0.summary)" } ?? ""
            return (file.replaced == true ? "replaced " : "saved ") + file.name + summary
                + (waiting.isEmpty ? "" : "; not in it, because it has not begun: " + waiting.joined(separator: "; "))
                + (unsaved.map {
                    "; a preset does not keep which bars are \($0): metroctl song unload, then save keeps what is set instead"
                } ?? "")
                + (options.verbose ? "\n" + file.path : "")
        }
    }
}
