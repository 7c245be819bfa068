// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import MetronomeControl

struct PresetRemoveVerb: ParsableCommand {
    static let configuration = CommandConfiguration.verb("preset.remove", name: "remove")
    @Argument(help: "The name of the preset.", completion: .presets) var name: String
    @OptionGroup var options: Options

    func run() throws {
        try options.perform("preset.remove", ["name": .string(name)]) { (file: LibraryFile) in
            "removed preset \(file.name)" + (options.verbose ? ": \(file.path)" : "")
        }
    }
}
