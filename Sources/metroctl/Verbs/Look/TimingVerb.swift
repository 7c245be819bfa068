// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import MetronomeControl

struct TimingVerb: ParsableCommand {
    static let configuration = CommandConfiguration.verb("timing")
    @OptionGroup var options: Options

    func run() throws {
        let terminal = Terminal()
        try options.perform(["timing"], as: Timing.self) {
            TimingPage(isUnicode: terminal.isUnicode, columns: terminal.columns).text($0)
        }
    }
}
