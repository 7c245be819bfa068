// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import MetronomeControl

struct SetlistGoVerb: ParsableCommand {
    static let configuration = CommandConfiguration.verb("setlist.go", name: "go")
    @Argument(help: "The number of the entry, from 1, or its name.") var entry: String
    @OptionGroup var options: ChangeOptions

    func run() throws {
        try options.options.change("setlist.go", ["entry": Self.value(entry)], at: options.at)
    }

    /// An entry by its number or its name.
    static func value(_ entry: String) -> JSONValue { Int64(entry).map(JSONValue.integer) ?? .string(entry) }
}
