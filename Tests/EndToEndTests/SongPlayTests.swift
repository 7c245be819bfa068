// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import MetronomeControl
import SongSamples
import Testing

/// Songs as the daemon plays them.
@Suite(.waits, .serialized) struct SongPlayTests {
    private func home(_ text: String = WrittenSong.ofAllKinds) throws -> Home {
        let home = try Home(.capture)
        try home.folder.write(text, to: "song.toml")
        return home
    }

    private func render(_ home: Home, _ flags: [String] = []) throws -> Capture {
        let outcome = try home.run(
            [
                "--song", home.folder("song.toml"), "--render", "a.wav", "--sounds", home.folder("sounds"), "--volume",
                "1",
            ]
                + flags)
        #expect(outcome.end == .exit(0), "\(outcome.stderr)")
        return Capture(samples: try #require(WAVFile(home.folder.bytes("a.wav"))).samples)
    }

    /// The frames of onsets from the first one on.
    private func frames(_ capture: Capture) -> [Int] {
        let onsets = capture.onsets.map(\.frame)
        return onsets.map { $0 - (onsets.first ?? 0) }
    }

    /// Follows the events until the music is over.
    private func untilTheEnd(_ listener: ControlClient) throws -> [Event] {
        var events: [Event] = []
        var hasPlayed = false
        while true {
            let event = try listener.nextEvent()
            events.append(event)
            try #require(events.count < 3000, "it does not end")
            guard case .state(let state) = event else { continue }
            if state.state.playing { hasPlayed = true } else if hasPlayed { return events }
        }
    }

    private static let short = """
        title = "Short"
        tempo = 600
        count_in = 1
        [[section]]
        label = "intro"
        bars = 2
        pattern = "X.x."
        [[section]]
        label = "bridge"
        bars = 3
        meter = "7/8"
        tempo = { from = 300, to = 420, over = "time" }
        volume = "60%"
        """

    @Test func `a section of a song that plays is waited for`() throws {
        let home = try home(Self.short)
        try home.withDaemon(["--no-play", "--output", "clock", "--song", home.folder("song.toml")]) { daemon in
            let client = try daemon.connect()
            // Who has not subscribed by the second section waits for it in vain.
            try trials { number in
                let child = try ChildProcess(
                    Built.metroctl, ["wait", "section", "bridge", "--json"], environment: home.environment,
                    in: home.folder)
                defer { child.kill() }
                try poll(for: "its connection") { child.socketCount > 0 ? true : nil }
                wait(milliseconds: 100 << UInt32(number))
                try client.say("start")
                let end = try child.end(within: .seconds(30))
                try client.say("stop")
                try ensure(end == .exit(0), child.stdout)
                #expect(child.stdout.contains("\"section\":\"bridge\""), "\(child.stdout)")
            }
        }
    }

    @Test
    func `a song that plays live is heard as it is rendered, and ends with its last bar`() throws {
        let home = try home(Self.short)
        try home.withDaemon(["--volume", "1"]) { daemon in
            let (client, listener) = (try daemon.connect(), try daemon.connect())
            let answer = try client.say("song load \(home.folder("song.toml"))")
            #expect(answer["song"]?["title"]?.string == "Short" && answer["at_beat"] == .null)
            #expect(try client.status().bpm == 600)
            _ = try listener.subscribe("beat state section")
            try client.say("start")
            _ = try untilTheEnd(listener)
            try daemon.end()
        }
        let (live, render) = (try home.captured(), try render(home))
        #expect(live.onsets.count > 20 && frames(live) == frames(render))
        for (index, (one, other)) in zip(live.onsets, render.onsets).enumerated() {
            #expect(abs(one.level - other.level) < 0.01, "onset \(index)")
        }
    }

    @Test func `the sections of a song are told as they are written, and those that are not there are not waited for`()
        throws
    {
        let home = try home()
        try home.withDaemon(["--no-play"]) { daemon in
            let client = try daemon.connect()
            #expect(try client.refusal(of: "song show").reason == "no_song")
            try client.say("song load \(home.folder("song.toml"))")
            try client.say("song scale 50%")
            func metroctl(_ words: String...) throws -> Outcome {
                let child = try ChildProcess(Built.metroctl, words, environment: home.environment, in: home.folder)
                return Outcome(end: try child.end(), stdout: child.stdout, stderr: child.stderr)
            }
            let outcome = try metroctl("song", "show")
            #expect(
                outcome.stdout == """
                      bar  bars  meter  bpm                               section
                        1     2    4/4  150                               intro
                        3  5 x2    4/4  150 to 100                        verse
                        8     3    7/8  150 to 210 (quarter = 75 to 105)  bridge
                       11     4    6/8  120 to 80 (dotted-quarter)        coda
                    All of it: 14 bars, 0:28, \(home.folder("song.toml")) at 50%

                    """, "\(outcome.stdout)")
            let wait = try metroctl("wait", "section", "refrain")
            #expect(wait.end == .exit(1))
            #expect(
                wait.stderr.contains("no section \"refrain\": it has intro, verse, bridge, coda"), "\(wait.stderr)")
            try client.say("song unload")
            try trials(4) { number in
                let early = try metroctl("wait", "section", "refrain", "--timeout", "\(75 << (2 * number))ms")
                #expect(early.end == .exit(4))
                // A busy machine may have had no time to ask.
                try ensure(early.stderr.contains("no song is loaded"), early.stderr)
            }
            // Of a song that waits for its place the sections are told too.
            try client.say("start")
            try client.say("song load \(home.folder("song.toml")) at @900")
            #expect(try metroctl("song", "show").stdout.contains("bridge"))
        }
    }

    @Test func `a save is followed while it plays, also one that takes the place of the file`() throws {
        let head = "tempo = 300\n[[section]]\nlabel = \"a\"\nbars = 2\n"
        func text(_ bars: Int, _ bpm: String) -> String {
            head + "[[section]]\nlabel = \"b\"\nbars = \(bars)\ntempo = \(bpm)\n"
        }
        let home = try home(text(400, "600"))
        try home.withDaemon { daemon in
            let client = try daemon.connect()
            try client.say("song load \(home.folder("song.toml")) from b")
            try client.say("start")
            try home.folder.write(text(400, "500"), to: "song.toml")
            _ = try poll(for: "the new version") { try client.status().bpm == 500 ? true : nil }
            #expect(try client.status().song?.trouble == nil)
            // A mistake, by the way that editors replace a file.
            try home.folder.write(text(400, "\"fast\""), to: "song.toml.new")
            try #require(rename(home.folder("song.toml.new"), home.folder("song.toml")) == 0)
            let trouble = try poll(for: "the mistake") { try client.status().song?.trouble }
            #expect(trouble.contains("song.toml:8:"), "\(trouble)")
            let status = try client.status()
            #expect(status.playing && status.bpm == 500 && status.song?.section?.label == "b")
            try home.folder.write(text(400, "400"), to: "song.toml")
            _ = try poll(for: "the new tempo") { try client.status().bpm == 400 ? true : nil }
            #expect(try client.status().song?.trouble == nil)
        }
    }

    @Test func `every command of the guide to live songs works`() throws {
        let guide = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Docs/Songs.md")
        let text = try String(contentsOf: guide, encoding: .utf8)
        let live = text.components(separatedBy: "## Live")[1].components(separatedBy: "\n## ")[0]
        let commands = live.components(separatedBy: "```sh\n").dropFirst().flatMap {
            $0.components(separatedBy: "```")[0].split(separator: "\n")
        }
        #expect(commands.count > 6)
        let home = try home()
        let song = text.components(separatedBy: "```toml\n")[1].components(separatedBy: "```")[0]
        // The coda has not begun when it is waited for.
        try trials(3) { number in
            let fast = song.replacing("tempo = 96", with: "tempo = \(900 / number)")
            try home.folder.write(fast.replacing("to = 72", with: "to = \(800 / number)"), to: "evening.toml")
            try home.withDaemon { _ in
                for command in commands {
                    let patient = "\(Built.metroctl) --timeout \(Built.patience)"
                    let child = try ChildProcess(
                        "/bin/sh", ["-c", String(command.replacing("metroctl", with: patient))],
                        environment: home.environment, in: home.folder)
                    let end = try child.end()
                    try ensure(end == .exit(0) || !command.contains("metroctl wait"), "\(command): \(child.stderr)")
                    #expect(end == .exit(0), "\(command): \(child.stderr)")
                }
            }
        }
    }

    @Test func `a song whose sound is missing is not rendered, and the sound is named`() throws {
        let home = try home("tempo = 90\n[[section]]\nbars = 2\nlanes = \"hat xx sound=nosuch\"\n")
        let outcome = try home.run(["--song", home.folder("song.toml"), "--render", "a.wav"])
        #expect(outcome.end == .exit(2) && outcome.stderr.contains("song.toml: no sound is called 'nosuch'"))
    }
}
