// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import MetronomeControl

/// `metroctl song list`: the songs that are known by name.
struct SongListVerb: ParsableCommand {
    static let configuration = CommandConfiguration.verb("song.list", name: "list")
    @OptionGroup var options: Options

    func run() throws {
        try options.perform("song.list") { (list: SongList) in
            list.songs.isEmpty
                ? "no song is known by name yet: put songs into metronomed/songs in $XDG_DATA_HOME"
                : list.songs.map(\.name).joined(separator: "\n")
        }
    }
}
