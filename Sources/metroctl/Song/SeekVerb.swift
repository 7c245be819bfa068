// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import MetronomeControl

struct SeekVerb: ParsableCommand {
    static let configuration = CommandConfiguration.verb("seek")
    @Argument(help: "A label, or the number of a bar as it is written.") var place: String
    @OptionGroup var options: ChangeOptions

    /// The parameters of the method.
    var params: [String: JSONValue] { ["place": .string(place)] }

    func run() throws {
        try options.options.change("seek", params, at: options.at)
    }
}
