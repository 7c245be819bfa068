// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

struct SetlistVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "setlist", abstract: "Play presets and songs one after the other",
        discussion: """
            A set list is a file of names of presets and paths of songs that you can write and edit too. While it plays, the next \
            entry begins at the next bar without a gap.

            Examples:
              metroctl setlist add friday waltz shuffle evening.toml
              metroctl setlist add friday ballad --place 2 --bars 32 --note 'capo 2'
              metroctl setlist load friday --count-in 1 && metroctl start
              metroctl setlist advance
              metroctl setlist next
            """,
        subcommands: [
            SetlistShowVerb.self, SetlistLoadVerb.self, PlainVerb<SetlistNextName>.self,
            PlainVerb<SetlistAdvanceName>.self, PlainVerb<SetlistPreviousName>.self,
            SetlistGoVerb.self, SetlistListVerb.self, SetlistAddVerb.self, SetlistNoteVerb.self, SetlistBarsVerb.self,
            SetlistMoveVerb.self,
            SetlistRemoveVerb.self,
            SetlistCloseVerb.self,
        ],
        defaultSubcommand: SetlistShowVerb.self)
}
