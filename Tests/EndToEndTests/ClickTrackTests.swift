// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import MetronomeControl
import MetronomeRhythm
import Testing

/// `metroctl render`: a click track of what is set.
@Suite(.waits) struct ClickTrackTests {
    private func metroctl(_ words: [String], in home: Home) throws -> Outcome {
        let child = try ChildProcess(Built.metroctl, words, environment: home.environment, in: home.folder)
        return Outcome(end: try child.end(), stdout: child.stdout, stderr: child.stderr)
    }

    @Test func `a click track is what the daemon is set to, at full volume, all lanes in one or each in its file`()
        throws
    {
        let home = try Home()
        try home.withDaemon(["--no-play"]) { daemon in
            let client = try daemon.connect()
            for words in ["groove waltz", "tempo 300", "count-in 1"] { _ = try client.say(words) }
            let outcome = try metroctl(["render", "a.wav", "--bars", "4"], in: home)
            #expect(
                outcome.end == .exit(0)
                    && outcome.stdout == "wrote a.wav, 4 bars, after 1 bar of count-in\n",
                "\(outcome.stderr)")
            let waltz = try #require(Groove.named("waltz"))
            let flags = [
                "--bpm", "300", "--meter", "3/4", "--count-in", "1", "--lanes", waltz.text, "--volume", "1",
            ]
            #expect(try home.run(flags + ["--no-config", "--render", "b.wav", "--bars", "4"]).end == .exit(0))
            #expect(try home.folder.bytes("a.wav") == home.folder.bytes("b.wav"))
            let stems = try metroctl(["render", "c.wav", "2", "bars", "each", "lane"], in: home)
            #expect(
                stems.end == .exit(0)
                    && stems.stdout
                        == "wrote c-beat.wav, c-hat.wav, c-kick.wav, c-snare.wav, 2 bars, after 1 bar of count-in\n"
            )
            for name in ["beat", "kick", "snare", "hat"] { #expect(home.folder.has("c-\(name).wav"), "\(name)") }
            #expect(!home.folder.has("c.wav"))
            // A preset keeps all of it.
            for words in ["preset save w", "reset", "tempo 90"] { _ = try client.say(words) }
            #expect(try metroctl(["render", "d.wav", "--preset", "w", "--bars", "4"], in: home).end == .exit(0))
            #expect(try home.folder.bytes("d.wav") == home.folder.bytes("a.wav"))
        }
    }

    @Test func `a click track has the sounds that the daemon plays, wherever they lie, and none of another shell's`()
        throws
    {
        var home = try Home()
        home.environment["TMPDIR"] = home.folder.path
        let levels = [("data/metronomed/sounds/rim", 0.9), ("mine/tick", 0.8), ("other/metronomed/sounds/bell", 0.1)]
        for (name, level) in levels {
            try home.folder.write(WAVFile.click(level: Float(level)).bytes, to: name + ".wav")
        }
        let mine = home.folder("mine")
        try home.folder.write(
            "[sounds]\ndirectory = \"\(mine)\"\nbeat = \"tick\"\n", to: "config/metronomed/config.toml")
        try home.withDaemon(["--no-play"]) { daemon in
            var shell = home
            shell.environment["XDG_DATA_HOME"] = home.folder("other")
            for sound in ["tick", "rim"] {
                _ = try daemon.connect().say("sound beat \(sound)")
                let outcome = try metroctl(["render", "a.wav", "--bars", "2"], in: shell)
                #expect(outcome.end == .exit(0) && outcome.stderr.isEmpty, "\(outcome)")
                let played = ["--sounds", mine, "--beat-sound", sound, "--volume", "1", "--no-config"]
                #expect(try home.run(played + ["--render", "b.wav", "--bars", "2"]).end == .exit(0))
                #expect(try home.folder.bytes("a.wav") == home.folder.bytes("b.wav"), "\(sound)")
            }
        }
        #expect(!home.folder.names.contains { $0.contains(".metronomed-") }, "\(home.folder.names)")
    }

    @Test func `a click track is as long as was asked for, whatever would end the music before`() throws {
        let home = try Home()
        try home.withDaemon(["--no-play"]) { daemon in
            let client = try daemon.connect()
            for words in ["trainer speed 300 to 600 by 300 every 1 then stop", "timer 1 bars"] {
                _ = try client.say(words)
            }
            let outcome = try metroctl(["render", "a.wav", "--bars", "5"], in: home)
            #expect(outcome.stdout == "wrote a.wav, 5 bars\n", "\(outcome)")
            let wave = try #require(WAVFile(home.folder.bytes("a.wav")))
            // A bar at 300 bpm and four at 600.
            #expect(wave.frames == wave.rate * 24 / 10, "\(wave.frames)")
        }
    }

    @Test func `a song whose name does not say what it is becomes sound as what it was loaded as`() throws {
        let home = try Home()
        try home.folder.write("1 4/4 600 Xxxx\n", to: "map.txt")
        try home.withDaemon(["--no-play"]) { daemon in
            for words in [
                "song load map.txt --format klick", "render a.wav", "preset save kk", "render b.wav --preset kk",
                "song unload", "song export map.txt --format klick -o c.wav",
                "render d.wav --song map.txt --format klick",
            ] {
                let outcome = try metroctl(words.split(separator: " ").map(String.init), in: home)
                #expect(outcome.end == .exit(0), "\(words): \(outcome)")
            }
            let sound = try home.folder.bytes("a.wav")
            for name in ["b", "c", "d"] { #expect(try sound == home.folder.bytes("\(name).wav"), "\(name)") }
        }
    }

    @Test func `a song from standard input becomes sound as one from a file does`() throws {
        let home = try Home()
        try home.folder.write("1 4/4 600 Xxxx\n", to: "map.klick")
        try home.withDaemon(["--no-play"]) { _ in
            func shell(_ line: String) throws -> Outcome {
                let words = ["-c", line, Built.metroctl]
                let child = try ChildProcess("/bin/sh", words, environment: home.environment, in: home.folder)
                return Outcome(end: try child.end(), stdout: child.stdout, stderr: child.stderr)
            }
            #expect(try metroctl(["song", "export", "map.klick", "-o", "a.wav"], in: home).end == .exit(0))
            for line in [
                "cat map.klick | $0 song export - --format klick -o b.wav",
                "$0 song export - c.wav --format klick < map.klick",
            ] {
                let outcome = try shell(line)
                #expect(outcome.end == .exit(0), "\(line): \(outcome)")
            }
            let sound = try home.folder.bytes("a.wav")
            #expect(try sound == home.folder.bytes("b.wav") && sound == home.folder.bytes("c.wav"))
            let unknown = try shell("$0 song export - -o d.wav < map.klick")
            #expect(unknown.end == .exit(2) && unknown.stderr.contains("--format"), "\(unknown)")
        }
    }

    @Test func `a song that is known by its name is rendered by that name, one of the present folder before it`() throws
    {
        let home = try Home()
        try home.folder.write("tempo = 600\n[[section]]\nbars = 1\n", to: "data/metronomed/songs/known.toml")
        try home.folder.write("1 4/4 300\n", to: "other.klick")
        try home.withDaemon(["--no-play"]) { _ in
            func frames(_ song: String) throws -> Int? {
                let outcome = try metroctl(["render", "a.wav", "--song", song], in: home)
                #expect(outcome.end == .exit(0), "\(outcome)")
                return try WAVFile(home.folder.bytes("a.wav")).map { $0.frames * 1000 / $0.rate }
            }
            #expect(try frames("known") == 400 && frames("known.toml") == 400 && frames("other") == 800)
            try home.folder.write("1 4/4 300\n", to: "known.klick")
            #expect(try frames("known") == 800 && frames("known.toml") == 400)
            #expect(try metroctl(["render", "a.wav", "--song", "none"], in: home).end == .exit(1))
        }
    }

    @Test func `each lane of a song has a file, silent where a section is without it, and all of them are the song`()
        throws
    {
        let home = try Home()
        let song = """
            tempo = 600
            [[section]]
            bars = 2
            lanes = "kick x...x... | hat xxxx mute"
            [[section]]
            bars = 2
            lanes = "hat x.x.x.x."
            """
        try home.folder.write(song, to: "song.toml")
        try home.withDaemon(["--no-play"]) { daemon in
            for words in [["a.wav", "--song", "song.toml"], ["a.wav", "--song", "song.toml", "--stems"]] {
                let outcome = try metroctl(["render"] + words, in: home)
                #expect(outcome.end == .exit(0), "\(outcome.stderr)")
            }
            func samples(_ name: String) throws -> [Float] {
                try #require(WAVFile(home.folder.bytes(name))).samples
            }
            let whole = try samples("a.wav")
            let stems = try ["beat", "kick", "hat"].map { try samples("a-\($0).wav") }
            #expect(stems.allSatisfy { $0.count == whole.count } && !home.folder.has("a-subdivision.wav"))
            let half = whole.count / 2
            #expect(stems[1][..<half].contains { abs($0) > 0.01 } && stems[2][half...].contains { abs($0) > 0.01 })
            #expect(stems[2][..<(half - 4800)].allSatisfy { $0 == 0 }, "muted there")
            #expect(stems[1][(half + 24000)...].allSatisfy { $0 == 0 }, "not in that section")
            // Where it is not so loud that peaks are rounded.
            let sums = whole.indices.map { stems[0][$0] + stems[1][$0] + stems[2][$0] }
            let farthest = zip(sums, whole).filter { abs($0.0) < 0.7 }.map { abs($0 - $1) }.max()
            #expect(farthest.map { $0 < 0.001 } == true, "\(farthest ?? -1)")
            // The song that is loaded, too.
            _ = try daemon.connect().say("song load \(home.folder("song.toml"))")
            #expect(try metroctl(["render", "b.wav", "--stems"], in: home).end == .exit(0))
            #expect(try home.folder.bytes("b-hat.wav") == home.folder.bytes("a-hat.wav"))
            let export = ["song", "export", "song.toml", "--stems", "-o"]
            #expect(try metroctl(export + ["c.wav"], in: home).end == .exit(0))
            #expect(try home.folder.bytes("c-hat.wav") == home.folder.bytes("a-hat.wav"))
            #expect(try metroctl(export + ["c.mid"], in: home).stderr.contains("--stems goes with a sound file"))
        }
    }

    @Test func `why nothing was written is told as JSON too, and a signal ends what renders and leaves what was there`()
        throws
    {
        var home = try Home()
        home.environment["TMPDIR"] = home.folder.path
        try home.folder.write("old", to: "b.flac")
        try home.withDaemon(["--no-play"]) { _ in
            let refused = try metroctl(["render", "none/a.wav", "--bars", "1", "--json"], in: home)
            #expect(refused.end == .exit(1) && refused.stdout.contains("none/a.wav"), "\(refused)")
            #expect(refused.stderr.isEmpty, "\(refused)")
            let child = try ChildProcess(
                Built.metroctl, ["render", "b.flac", "--bars", "100000"], environment: home.environment, in: home.folder
            )
            func renderers() -> [String] {
                let folders = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
                return folders.filter { folder in
                    let line = try? Data(contentsOf: URL(filePath: "/proc/\(folder)/cmdline"))
                    let text = line.map { String(decoding: $0, as: UTF8.self) } ?? ""
                    return text.contains("--render\0b.flac\0--bars\0100000")
                }
            }
            try poll(for: "what renders") { renderers().isEmpty ? nil : true }
            child.signal(SIGTERM)
            #expect(try child.end() == .exit(1) && child.stderr.contains("ended by a signal"), "\(child.stderr)")
            #expect(renderers().isEmpty)
            #expect(try home.folder.bytes("b.flac") == Array("old".utf8))
            #expect(!home.folder.names.contains { $0.contains(".metronomed-") }, "\(home.folder.names)")
        }
    }

    @Test func `a song is rendered to its end, as fast as it is scaled, and what does not fit is said`() throws {
        let home = try Home()
        try home.folder.write("tempo = 300\n[[section]]\nbars = 4\n", to: "song.toml")
        try home.withDaemon(["--no-play"]) { daemon in
            let none = try metroctl(["render", "a.wav"], in: home)
            #expect(none.end == .exit(2) && none.stderr.contains("say how much to render: --bars 32, or --for 3m"))
            _ = try daemon.connect().say("song load \(home.folder("song.toml"))")
            _ = try daemon.connect().say("song scale 50%")
            #expect(try metroctl(["render", "a.wav"], in: home).end == .exit(0))
            let slow = try #require(WAVFile(home.folder.bytes("a.wav")))
            let flags = ["--song", home.folder("song.toml"), "--scale", "50%", "--volume", "1", "--render", "b.wav"]
            #expect(try home.run(flags).end == .exit(0))
            #expect(try home.folder.bytes("b.wav") == home.folder.bytes("a.wav"))
            #expect(try metroctl(["render", "c.wav", "--song", "song.toml"], in: home).end == .exit(0))
            let fast = try #require(WAVFile(home.folder.bytes("c.wav")))
            #expect(slow.data.count == 2 * fast.data.count && !fast.data.isEmpty)
            for words in [["song", "export", "song.toml", "-o", "e.wav"], ["song", "export", "f.wav"]] {
                #expect(try metroctl(words, in: home).end == .exit(0))
            }
            #expect(try home.folder.bytes("e.wav") == home.folder.bytes("c.wav"))
            #expect(try home.folder.bytes("f.wav") == home.folder.bytes("a.wav"))
            // What is counted in is heard in it, as in a run.
            _ = try daemon.connect().say("count-in 1")
            #expect(try metroctl(["song", "export", "h.wav"], in: home).end == .exit(0))
            let counted = try #require(WAVFile(home.folder.bytes("h.wav")))
            #expect(4 * counted.data.count == 5 * slow.data.count)
            _ = try daemon.connect().say("song unload")
            let unloaded = try metroctl(["song", "export", "g.wav"], in: home)
            #expect(unloaded.end == .exit(1) && unloaded.stderr.contains("no song is loaded"), "\(unloaded.stderr)")
            _ = try daemon.connect().say("song load \(home.folder("song.toml"))")
            let refused = try metroctl(["render", "d.wav", "--bars", "3"], in: home)
            #expect(refused.stderr.contains("a song is rendered to its end"), "\(refused.stderr)")
        }
    }
}
