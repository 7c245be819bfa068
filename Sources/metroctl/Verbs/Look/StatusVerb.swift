// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import MetronomeControl

struct StatusVerb: ParsableCommand {
    static let configuration = CommandConfiguration.verb("status")

    @Argument(
        help: "What moves, by names that metroctl properties lists: also where that is, and where it goes.",
        completion: .list(PropertyList.choreography.properties.map(\.name)))
    var properties: [String] = []
    @OptionGroup var options: Options

    func run() throws {
        try options.perform(["status"] + properties, as: Status.self, report: \.report)
    }
}
