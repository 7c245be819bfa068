// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

struct OffsetVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "offset", abstract: "Tell or set how late the device in use is heard",
        usage: "metroctl offset [<ms> | by <ms> | tap | measure] [<options>]",
        discussion: OffsetSetVerb.configuration.discussion,
        subcommands: [OffsetSetVerb.self, OffsetTapVerb.self, OffsetMeasureVerb.self],
        defaultSubcommand: OffsetSetVerb.self)
}
