// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import MetronomeControl

/// `metroctl song show`: the sections of the song that is loaded.
struct SongShowVerb: ParsableCommand {
    static let configuration = CommandConfiguration.verb("song.show", name: "show")
    @OptionGroup var options: Options

    func run() throws { try options.perform(["song", "show"]) { (page: SongPage) in page.text } }
}
