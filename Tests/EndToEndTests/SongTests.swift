// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import MetronomeControl
import Testing

/// Songs: the programs as `Docs/Songs.md` uses them.
@Suite(.waits) struct SongTests {
    private static let guide = URL(filePath: #filePath).deletingLastPathComponent().appending(
        path: "../../Docs/Songs.md")

    /// The blocks of the guide in a language, in order.
    private func blocks(_ language: String) throws -> [String] {
        try String(contentsOf: Self.guide, encoding: .utf8).components(separatedBy: "```\(language)\n").dropFirst()
            .map { $0.components(separatedBy: "```")[0] }
    }

    private func metroctl(_ words: [String], in home: Home) throws -> Outcome {
        let child = try ChildProcess(Built.metroctl, words, environment: home.environment, in: home.folder)
        return Outcome(end: try child.end(), stdout: child.stdout, stderr: child.stderr)
    }

    /// A folder with the first song of the guide.
    private func home() throws -> Home {
        let home = try Home()
        try home.folder.write(try blocks("toml")[0], to: "evening.toml")
        return home
    }

    private func sound(_ home: Home, _ name: String) throws -> WAVFile {
        try #require(WAVFile(home.folder.bytes(name)))
    }

    @Test func `every command of the guide works, and makes the file that it names`() throws {
        let home = try home()
        let programs = URL(filePath: Built.metroctl).deletingLastPathComponent().path
        let environment = home.environment.merging(["PATH": "\(programs):/usr/bin:/bin"]) { $1 }
        let commands = try blocks("sh")[0].split(separator: "\n")
        #expect(commands.count == 6)
        for command in commands {
            let child = try ChildProcess(
                "/bin/sh", ["-c", Built.patientShell + command], environment: environment, in: home.folder)
            #expect(try child.end() == .exit(0), "\(command): \(child.stderr)")
        }
        for name in ["evening.wav", "coda.flac", "evening.mid", "onsets.csv"] {
            #expect(home.folder.has(name), "\(name)")
        }
        // The first block without a language is what check prints of it.
        let text = try String(contentsOf: Self.guide, encoding: .utf8)
        let page = text.components(separatedBy: "\n```\n  from")[1].components(separatedBy: "```")[0]
        #expect(try metroctl(["song", "check", "evening.toml"], in: home).stdout == "  from" + page)
    }

    @Test func `a render has an onset on each frame that the table names, and ends where the song does`() throws {
        // Without its lanes, whose sounds ring on over the beats.
        let home = try Home()
        let lines = try blocks("toml")[0].split(separator: "\n").filter { !$0.hasPrefix("lanes") }
        try home.folder.write(lines.joined(separator: "\n"), to: "evening.toml")
        let outcome = try home.run(["--song", "evening.toml", "--render", "a.wav", "--sounds", home.folder("sounds")])
        #expect(outcome.end == .exit(0) && outcome.stderr.isEmpty, "\(outcome.stderr)")
        let table = try metroctl(["song", "export", "evening.toml", "--to", "csv"], in: home).stdout
        let rows = table.split(separator: "\n").dropFirst().map {
            $0.split(separator: ",", omittingEmptySubsequences: false)
        }
        let file = try sound(home, "a.wav")
        let onsets = Capture(samples: file.samples).onsets
        #expect(onsets.map(\.frame) == rows.compactMap { Int($0[1]) })
        // A bell where the table has one, at the volume of its section.
        let middle = (Capture.beatLevel + Capture.bellLevel) / 2 * 0.8
        for (onset, row) in zip(onsets, rows) {
            let volume: Float = row[2] == "coda" ? 0.5 : 1
            #expect((onset.level > middle * volume) == (row[7] == "bell"), "\(row)")
        }
        #expect(outcome.stdout.contains("evening.toml: \(file.frames) frames at 48000 Hz"))
        // Count-in, intro, the verse twice with its first ending, then from 96 to 72 with a held beat, and the coda.
        let slowing = 60.0 / (72 - 96) * 8
        let ramp = slowing * log(75 / 96.0) + 2 * slowing * log(72 / 75.0)
        let seconds = (4 + 16 + 28 + 4 + 28) * 60.0 / 96 + ramp + 8
        #expect(abs(Double(file.frames) - seconds * 48000) <= 1)
    }

    @Test func `from a label or a bar on, it is what follows there`() throws {
        let home = try home()
        for place in ["coda", "15"] {
            let flags = ["--song", "evening.toml", "--from", place, "--rate", "44100", "--render", "a.wav"]
            #expect(try home.run(flags).end == .exit(0))
            let file = try sound(home, "a.wav")
            // A bar of count-in and four bars, of two beats of a second each.
            #expect(file.rate == 44100 && file.frames == 10 * 44100)
        }
    }

    @Test func `a map of klick's is played to the sample where klick's export has it`() throws {
        let home = try Home()
        try home.folder.write("8 60-180\n", to: "tempo.map")
        #expect(
            try home.run(["--song", "tempo.map", "--render", "a.wav", "--sounds", home.folder("sounds")]).end
                == .exit(0))
        let file = try sound(home, "a.wav")
        // The length and the first onsets of klick 0.12.2.
        #expect(0...1 ~= file.frames - 843_734)
        let klick = [0, 46559, 90457, 131_980, 171_374, 208_845]
        for (onset, frame) in zip(Capture(samples: file.samples).onsets, klick) {
            #expect(0...1 ~= onset.frame - frame)
        }
    }

    @Test func `each sign of a pattern has a level of its own, and a section its volume`() throws {
        let home = try Home()
        try home.folder.write(
            "tempo = 60\npattern = \"XAxo.\"\nmeter = \"5/4\"\n[[section]]\nbars = 1\n[[section]]\nbars = 1\nvolume = 0.5\n",
            to: "a.toml")
        let flags = ["--song", "a.toml", "--render", "a.wav", "--sounds", home.folder("sounds"), "--volume", "0.4"]
        #expect(try home.run(flags).end == .exit(0))
        let levels = Capture(samples: try sound(home, "a.wav").samples).onsets.map(\.level)
        try #require(levels.count == 8)
        #expect(abs(levels[1] / levels[2] - 1.5) < 0.01 && abs(levels[3] / levels[2] - 0.4) < 0.01)
        for index in 0..<4 { #expect(abs(levels[index + 4] / levels[index] - 0.5) < 0.01) }
    }

    @Test(arguments: ["a.wav", "a.flac"])
    func `an empty song is not rendered, and the file that was there stays`(name: String) throws {
        let home = try Home()
        try home.folder.write("# nothing yet\n", to: "a.klick")
        try home.folder.write("old", to: name)
        let outcome = try home.run(["--song", "a.klick", "--render", name])
        #expect(outcome.end == .exit(1) && outcome.stderr.contains("there is no entry in it"), "\(outcome.stderr)")
        #expect(outcome.stderr.contains("cannot write '\(name)': there is nothing to be rendered"))
        #expect(try home.folder.bytes(name) == Array("old".utf8))
    }

    @Test(arguments: [
        (["--song", "evening.toml", "--rate", "44100"], "--rate goes with --render FILE"),
        (["--from", "a"], "--from goes with --song FILE"),
        (["--format", "klick"], "--format goes with --song FILE"),
        (["--song", "evening.toml", "--render", "a.wav", "--bars", "3"], "--bars goes without --song"),
        (["--song", "evening.toml", "--render", "a.wav", "--bpm", "90"], "--bpm goes without --song"),
        (["--song", "evening.toml", "--render", "a.wav", "--verify"], "--verify goes without --song"),
        (["--song", "evening.toml", "--render", "a.wav", "--format", "mp3"], "there are toml, klick, ctronome, smf"),
        (["--song", "evening.toml", "--render", "a.wav", "--from", "solo"], "its labels are intro, verse, coda"),
        (["--song", "missing.toml", "--render", "a.wav"], "missing.toml"),
        (["--song", "song.txt", "--render", "a.wav"], "--format says"),
        (["--song", "bad.map", "--render", "a.wav"], "bad.map:2:9: the volume comes after the pattern"),
    ])
    func `what cannot be is refused in clear words, and no file is made`(flags: [String], words: String) throws {
        let home = try home()
        try home.folder.write("1 120\n1 120 1 Xxxx\n1 0\n", to: "bad.map")
        let outcome = try home.run(flags)
        #expect(outcome.end == .exit(2))
        #expect(outcome.stderr.contains(words), "\(outcome.stderr)")
        #expect(!home.folder.has("a.wav"))
    }

    @Test func `check tells every mistake with its place, and ends with 1`() throws {
        let home = try Home()
        try home.folder.write("1 7 120\n1 120 1.5 Xxxx\n1 0\n", to: "tempo.map")
        let outcome = try metroctl(["song", "check", "tempo.map"], in: home)
        #expect(outcome.end == .exit(1) && outcome.stdout.isEmpty)
        let guide = try blocks("").first { $0.hasPrefix("tempo.map:1:5") }
        #expect(outcome.stderr.hasPrefix(try #require(guide)))
        #expect(outcome.lines.count == 3 && outcome.lines.last == "tempo.map:3:3: \"0\": a tempo is more than 0")

        let json = try JSONLine.parse(
            Array(try metroctl(["song", "check", "--json", "tempo.map"], in: home).stdout.utf8))
        #expect(json["ok"] == false && json["remarks"]?.array?.count == 3)
        #expect(json["remarks"]?[1]?["line"] == 2 && json["remarks"]?[1]?["column"] == 11)
    }

    @Test func `check reads standard input, and tells all of a song as JSON`() throws {
        let home = try home()
        let child = try ChildProcess(
            "/bin/sh",
            [
                "-c", "echo '4 120' | \"$0\" song check --format klick -q -; \"$0\" --json song check evening.toml",
                Built.metroctl,
            ],
            environment: home.environment, in: home.folder)
        #expect(try child.end() == .exit(0), "\(child.stderr)")
        let json = try JSONLine.parse(Array(child.stdout.utf8))
        #expect(json["ok"] == true && json["title"] == "Evening" && json["bars"] == 18)
        #expect(json["sections"]?.array?.map { $0["label"] ?? .null } == ["intro", "verse", "coda"])
        #expect(json["sections"]?[1]?["seconds"] == 10 && json["sections"]?[1]?["first_bar"] == 5)
    }

    @Test func `an export is read again as the same music`() throws {
        let home = try home()
        for (form, name) in [("klick", "b.klick"), ("smf", "b.mid")] {
            #expect(
                try metroctl(["song", "export", "evening.toml", "--to", form, "-o", name], in: home).end == .exit(0))
            #expect(
                try home.run(["--song", name, "--render", "b.wav", "--sounds", home.folder("sounds")]).end == .exit(0))
            #expect(
                try home.run(["--song", "evening.toml", "--render", "a.wav", "--sounds", home.folder("sounds")]).end
                    == .exit(0))
            let (one, other) = (try sound(home, "a.wav"), try sound(home, name == "b.mid" ? "b.wav" : "b.wav"))
            // The count-in is left out: four beats at 96.
            #expect(abs(one.frames - 120_000 - other.frames) <= 6)
        }
    }

    @Test(arguments: [
        (["song", "export", "evening.toml"], "--to klick", 2),
        (["song", "export", "evening.toml", "--to", "smf", "--rate", "48000"], "--rate goes", 2),
        (["song", "export", "evening.toml", "--to", "csv", "--rate", "1"], "8000...192000", 2),
        (["song", "export", "evening.toml", "--to", "csv", "-o", "no/where.csv"], "cannot write no/where.csv", 1),
        (["song", "check", "empty.toml"], "there is no section in it", 1),
        (["song", "check", "missing.toml"], "cannot read missing.toml", 1),
        (["song", "check", "a.txt"], "--format says", 2),
        (["song", "check", "evening.toml", "--format", "xml"], "toml", 2),
        (["song", "export", "evening.toml", "--to", "csv", "--json"], "--json goes with song check", 2),
    ])
    func `what metroctl cannot do with a song it says`(words: [String], advice: String, code: Int32) throws {
        let home = try home()
        try home.folder.write("title = \"Nothing yet\"\n", to: "empty.toml")
        let outcome = try metroctl(words, in: home)
        #expect(outcome.end == .exit(code), "\(words)")
        #expect((outcome.stderr + outcome.stdout).contains(advice), "\(words): \(outcome.stderr)\(outcome.stdout)")
    }
}
