// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Bridges
import MetronomeControl

/// `metrobridge mpris`: a media player.
struct MPRISVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mpris", abstract: "Obey media keys: a media player on the session bus (MPRIS)",
        discussion: """
            Media keys, the buttons of a headset, playerctl and the players' menu of a desktop start and stop the beat, set \
            the volume, and go to the next and previous entry of the set list, or without one to those sections of the song. In a \
            song, pause goes on with the bar where it was, and stop at its start. They show the song or preset, or the tempo.

            Examples:
              metrobridge mpris
              playerctl -p metronomed play-pause
              metrobridge mpris --socket /tmp/other.sock --instance stage    a second daemon
            """)

    @Option(
        help: ArgumentHelp(
            "What its name on the bus ends with, org.mpris.MediaPlayer2.metronomed.NAME; letters, digits and _.",
            valueName: "name"))
    var instance: String?
    @OptionGroup var options: Options

    func validate() throws {
        guard let instance else { return }
        let isName = instance.utf8.allSatisfy { $0 == 95 || 48...57 ~= $0 || 65...90 ~= $0 || 97...122 ~= $0 }
        guard isName, 1...64 ~= instance.utf8.count, instance.first?.isNumber == false else {
            throw ValidationError("--instance takes 1 to 64 letters, digits and _, and does not begin with a digit.")
        }
    }

    func run() throws { try options.run("mpris") { try MPRISBridge(instance: instance) } }
}
