// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import MetronomeControl

struct OffsetVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "offset", abstract: "Tell or set how late the device in use is heard",
        usage: "metroctl offset [<ms> | by <ms> | tap | measure] [<options>]",
        discussion: OffsetSetVerb.configuration.discussion,
        subcommands: [OffsetSetVerb.self, OffsetTapVerb.self, OffsetMeasureVerb.self],
        defaultSubcommand: OffsetSetVerb.self)
}

extension OffsetVerb: LineSharing {
    static var line: VerbLine {
        VerbLine(Self.self, with: SettingVerb<LatencyName>.self, "Tell or set how late it is heard, and how promptly")
    }
}
