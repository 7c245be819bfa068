// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

struct ToggleVerb: ParsableCommand {
    static let configuration = CommandConfiguration.verb("toggle")
    @OptionGroup var options: Options

    func run() throws {
        try options.change(["toggle"])
    }
}
