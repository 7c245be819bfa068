// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import MetronomeControl

struct PresetShowVerb: ParsableCommand {
    static let configuration = CommandConfiguration.verb("preset.show", name: "show")
    @Argument(help: "The name of the preset; what is set unless given.", completion: .presets) var name: String?
    @OptionGroup var options: Options

    func run() throws {
        var params: [String: JSONValue] = [:]
        params["name"] = name.map(JSONValue.string)
        try options.perform("preset.show", params) { (page: PresetPage) in
            let text = page.text.hasSuffix("\n") ? String(page.text.dropLast()) : page.text
            return ((page.path.isEmpty ? [] : ["# " + page.path]) + [text] + page.troubles.map { "# " + $0 }).joined(
                separator: "\n")
        }
    }
}
