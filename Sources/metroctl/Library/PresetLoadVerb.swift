// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import MetronomeControl
import Programs

struct PresetLoadVerb: ParsableCommand {
    static let configuration = CommandConfiguration.verb("preset.load", name: "load")
    @Argument(help: "The name of the preset.", completion: .presets) var name: String
    @OptionGroup var options: ChangeOptions

    func run() throws {
        do { try options.options.change("preset.load", ["name": .string(name)], at: options.at) } catch let failure
            as ProgramFailure
        {
            let lists = try? options.options.ask(options.options.connect(), "setlist.list", as: SetLists.self).setlists
            guard failure.reason == "not_found", lists?.contains(where: { $0.name == name }) == true else {
                throw failure
            }
            throw ProgramFailure.failed(
                "\(name) is a set list: metroctl setlist load \(name)", reason: "not_found")
        }
    }
}
