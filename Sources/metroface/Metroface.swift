// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Faces
import Glibc
import MetronomeBounds
import MetronomeControl
import MetronomeRhythm
import Programs

/// `metroface`: draws a face of the metronome.
@main
struct Metroface: Program {
    static let configuration = CommandConfiguration(
        commandName: "metroface",
        abstract: "Draw the beat: pendulum and other faces, live in the terminal, as pictures and loops",
        discussion: """
            A face alone is shown live: it follows the daemon by what is heard, and waits for it when it is not there. \
            Keys: space starts and stops; t or Enter taps the tempo; up and down, or + and -, change it by 1, left and \
            right, or [ and ], by 5; , and . the volume; m mutes; 2 to 9 the beats in a bar; s the parts of a beat; b the \
            bell; < and > the set list; u and r undo and redo; n and p the face; c its colours; ? shows the keys; q, Esc \
            or Ctrl-C end it. Colours, sixels and kitty graphics are used where the terminal says that it has them.

            As a file, a face is drawn from the beat alone, so the same words give the same picture everywhere.

            Examples:
              metroface                                  the pendulum
              metroface heart
              metroface --list
              metroface pendulum --fps 60 --offset 20    on a display that shows 20 ms late
              metroface pendulum --png pendulum.png --beat 2.25
              metroface pendulum --svg pendulum.svg --bpm 72 --theme dark --size 800x600
              metroface pendulum --gif pendulum.gif --bars 2 --bpm 120 --meter 3/4
              metroface ring --over 8                    closes over 8 bars
              metroface quotes --over 16                 a quotation every 16 beats
              metroface quotes --file quotes.txt
              metroface practice                         the trainers: tempo on its way, silent bars, time left
              metroface journal --png journal.png        what was played in 30 days, or in --over days

            Exit status: 0 done, 1 the picture could not be made or written, 2 wrong usage, or no terminal to \
            show it in, 3 no daemon, 4 a daemon of another protocol.
            """,
        version: Product.version(of: "metroface"))

    @Argument(help: "Which face; see --list. (default: pendulum)", completion: .list(FaceTable.names + [journal]))
    var face: String?

    @Flag(help: "List the faces and end.")
    var list = false

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Write one picture as PNG; - is standard output.", valueName: "file"),
        completion: .file(extensions: ["png"]))
    var png: String?
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Write one picture as SVG; - is standard output.", valueName: "file"),
        completion: .file(extensions: ["svg"]))
    var svg: String?
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Write a loop of whole bars as GIF; - is standard output.", valueName: "file"),
        completion: .file(extensions: ["gif"]))
    var gif: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The moment of a picture, in beats from 0: 2.25. (default: 0)", valueName: "beats"))
    var beat: Double?
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The length of a loop, 1...64. (default: as long as the face takes)", valueName: "n"))
    var bars: Int?
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Frames a second: live 1...120, of a loop 1...50. "
                + "(default: 30, with kitty graphics or sixels 12; of a loop 25)",
            valueName: "n"))
    var fps: Double?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("How late your display shows a frame; + draws so far ahead. (default: 0)", valueName: "ms"))
    var offset: Double?
    @Option(
        parsing: .unconditional, help: ArgumentHelp("The daemon's socket, for a live face.", valueName: "path"),
        completion: .file())
    var socket: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Beats per minute, 1...1000, or a name such as Allegro. (default: 90)", valueName: "bpm"),
        completion: .list(Tempo.allNames.map(\.name)))
    var bpm: String?
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Beats in a bar and the note that is one, such as 3/4. (default: 4/4)", valueName: "meter"),
        completion: .list(["2/4", "3/4", "4/4", "6/8"]))
    var meter: String?
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Width and height in pixels, 16...4096, of a GIF 16...2048. (default: the face's own)", valueName: "WxH"))
    var size: String?
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The colours: \(Theme.all.map(\.name).joined(separator: ", ")). (default: live dark, else light)",
            valueName: "name"), completion: .list(Theme.all.map(\.name)))
    var theme: String?
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "How long a quotation stays, a GIF's cycle or a turn of the ring takes, 1...64: "
                + FaceTable.spans.map { "\($0.name) in \($0.unit) (\($0.span))" }.joined(separator: ", ") + ".",
            valueName: "n"))
    var over: Int?
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "What gif and quotes show: a GIF, or a text in UTF-8 with a quotation on each line and, after -- or a dash "
                + "between spaces, who said it; lines that begin with # do not count.",
            valueName: "file"), completion: .file())
    var file: String?

    /// The word for the picture of the journal, which is no face.
    private static let journal = "journal"

    func run() throws {
        if list {
            let picture = [("--png", png), ("--svg", svg), ("--gif", gif)].first { $0.1 != nil }
            if let word = picture?.0 { throw ProgramFailure.usage("--list draws no picture: leave \(word) out") }
            let journal = (name: Self.journal, summary: "what was played on the last days, with --png or --svg")
            for face in FaceTable.all.map({ (name: $0.name, summary: $0.summary) }) + [journal] {
                try Output.write(Array((face.name.padded(to: 12) + face.summary + "\n").utf8), to: "-")
            }
            return
        }
        if face == Self.journal { return try JournalRequest(self).perform() }
        try FaceRequest(self).perform()
    }
}
