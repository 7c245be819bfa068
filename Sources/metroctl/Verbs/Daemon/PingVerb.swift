// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import MetronomeControl
import MetronomeLinux

struct PingVerb: ParsableCommand {
    static let configuration = CommandConfiguration.verb("ping")
    @OptionGroup var options: Options

    func run() throws {
        let client = try options.connect()
        let begin = MonotonicClock.nowNs
        let result = try options.ask(client, "ping", as: JSONValue.self)
        let milliseconds = Double(MonotonicClock.nowNs - begin) / 1e6
        if options.quiet { return }
        try Output.line(options.json ? result.text : "answered in \(milliseconds.text(decimals: 2)) ms")
    }
}
