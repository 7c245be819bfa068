// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import MetronomeControl

struct ShutdownVerb: ParsableCommand {
    static let configuration = CommandConfiguration.verb("shutdown")
    @OptionGroup var options: Options

    func run() throws {
        try options.perform(["shutdown"]) { (_: JSONValue) in "the daemon ends" }
    }
}
