// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import MetronomeControl

struct VersionVerb: ParsableCommand {
    static let configuration = CommandConfiguration.verb("version")
    @OptionGroup var options: Options

    func run() throws {
        try options.perform(["version"]) { (version: Version) in
            let number = "\(version.protocol.major).\(version.protocol.minor)"
            return "daemon \(version.daemon), protocol \(number)\nmetroctl \(Product.version)"
        }
    }
}
