// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

struct PresetVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "preset", abstract: "Keep what is set by a name, and load it",
        discussion: """
            A preset keeps tempo, meter, accents, lanes, sounds, count-in and trainers, or the song that is loaded, as a file of \
            the form of the configuration that you can write and edit too.

            Examples:
              metroctl preset save waltz
              metroctl preset load waltz --at bar
            """,
        subcommands: [
            PresetListVerb.self, PresetSaveVerb.self, PresetLoadVerb.self, PresetShowVerb.self, PresetRemoveVerb.self,
        ],
        defaultSubcommand: PresetListVerb.self)
}
