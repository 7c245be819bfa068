// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import MetronomeControl

struct SetlistCloseVerb: ParsableCommand {
    static let configuration = CommandConfiguration.verb("setlist.close", name: "close")
    @OptionGroup var options: Options

    func run() throws {
        try options.perform("setlist.close") { (change: Change) in
            let status = try options.status()
            let song = status.pending.contains { $0.changes["song"] == .null } ? nil : status.song?.name
            return "set list closed"
                + (change.values["timer"] == nil || !status.playing
                    ? "" : "; what plays does not stop by itself any more")
                + (song.map { "\n(the song \($0) stays loaded; metroctl song off ends that)" } ?? "")
        }
    }
}
