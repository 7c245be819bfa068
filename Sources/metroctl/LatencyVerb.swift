// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Control
import Session

struct LatencyVerb: ParsableCommand {
    static let configuration = CommandConfiguration.verb("latency.set")

    @Argument(help: "low, normal or quiet.", completion: .list(LatencyProfile.allCases.map(\.rawValue)))
    var latency: String
    @OptionGroup var options: Options

    func run() throws {
        try options.change(["latency", latency])
    }
}
