// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import MetronomeControl

struct SeekVerb: ParsableCommand {
    static let configuration = CommandConfiguration.verb("seek")
    @Argument(help: "A label, or the number of a bar as it is written.") var place: String
    @OptionGroup var options: ChangeOptions

    /// The parameters of the method.
    var params: [String: JSONValue] { ["place": .string(Minus.restored(place))] }

    func run() throws {
        try options.options.change("seek", params, at: options.at)
    }
}

extension SeekVerb: LineSharing {
    static var line: VerbLine {
        VerbLine(Self.self, with: LoopVerb.self, "Go to another place of the song, or repeat a part")
    }
}
