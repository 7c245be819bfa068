// SPDX-License-Identifier: Apache-2.0

import MetronomeControl
import Testing

/// What a verb says with --json and with -q, and what it leaves behind where it is refused.
@Suite(.waits) struct TellingFormsTests {
    private func metroctl(_ words: String, in home: Home) throws -> Outcome {
        let child = try ChildProcess(
            Built.metroctl, words.split(separator: " ").map(String.init), environment: home.environment,
            in: home.folder)
        return Outcome(end: try child.end(), stdout: child.stdout, stderr: child.stderr)
    }

    private func json(_ words: String, in home: Home) throws -> JSONValue {
        let outcome = try metroctl(words + " --json", in: home)
        #expect(outcome.end == .exit(0), "\(words): \(outcome)")
        return try JSONLine.parse(Array(outcome.stdout.utf8))
    }

    @Test func `what is refused in words is refused as JSON and in silence`() throws {
        try withDaemon("--no-play") { daemon in
            for words in ["lane nosuch", "song scale"] {
                for form in ["", " --json", " -q"] {
                    let outcome = try metroctl(words + form, in: daemon.home)
                    #expect(outcome.end == .exit(1), "\(words)\(form): \(outcome)")
                }
            }
        }
    }

    @Test func `a lane that is asked for is told alone, and of a song its own`() throws {
        let home = try Home()
        try home.folder.write("tempo = 90\n[[section]]\nbars = 4\nlanes = \"kick x...x...\"\n", to: "tune.toml")
        try home.withDaemon(["--no-play"]) { daemon in
            let client = try daemon.connect()
            for words in ["lane hat x.x.", "lane rim x..."] { _ = try client.say(words) }
            func names(_ words: String) throws -> [String?] {
                try json(words, in: home)["lanes"]?.array?.map { $0["name"]?.string } ?? []
            }
            #expect(try names("lanes") == ["hat", "rim"] && names("lane rim") == ["rim"])
            #expect(try names("lane beat") == ["beat"])
            let told = try metroctl("song load tune.toml", in: home)
            #expect(
                told.stdout.hasSuffix("; start plays it\n(lanes hat, rim rest until the song is unloaded)\n"), "\(told)"
            )
            #expect(try names("lanes") == ["kick"] && names("lane kick") == ["kick"])
            #expect(try metroctl("lane hat --json", in: home).end == .exit(1))
        }
    }

    @Test func `a file that is written or added is told as JSON, and not in silence`() throws {
        let home = try Home()
        try home.folder.write(WAVFile.click(level: 0.5).bytes, to: "clap.wav")
        try home.withDaemon(["--no-play"]) { daemon in
            _ = try daemon.connect().say("lane hat x.x.")
            #expect(try json("render c.wav --bars 1 --stems", in: home) == ["files": ["c-beat.wav", "c-hat.wav"]])
            #expect(try json("render d.wav --bars 1", in: home) == ["file": "d.wav"])
            let added = try json("sound add clap.wav", in: home)
            #expect(added["name"] == "clap" && added["path"]?.string?.hasSuffix("/sounds/clap.wav") == true)
            for words in ["sound add clap.wav snap -q", "tempo --names -q"] {
                let outcome = try metroctl(words, in: home)
                #expect(outcome.end == .exit(0) && outcome.stdout.isEmpty && outcome.stderr.isEmpty, "\(outcome)")
            }
            let tempi = try json("tempo --names", in: home)["names"]?.array
            #expect(tempi?.contains(["name": "Andante", "bpm": 92]) ?? false)
        }
    }

    @Test func `a sound that is refused does not stay among the user's own`() throws {
        let home = try Home()
        try home.folder.write(WAVFile.click(level: 0.5).bytes, to: "clap.wav")
        // It begins as a sound does, and cannot be played.
        try home.folder.write("RIFFjunk", to: "bad.wav")
        try home.folder.write("junk", to: "junk.wav")
        try home.folder.write(
            WAVFile(samples: [Int16](repeating: 9999, count: 8000 * 40), rate: 8000).bytes, to: "long.wav")
        try home.withDaemon(["--no-play"]) { _ in
            for words in [
                "sound bell clap.wav --at bogus", "sound bell clap.wav --at +2", "sound bad.wav", "sound add junk.wav",
                "sound add bad.wav beat", "sound add bad.wav", "sound add ./long.wav rim",
            ] {
                let outcome = try metroctl(words, in: home)
                #expect(outcome.end == .exit(1) && outcome.stdout.isEmpty, "\(words): \(outcome)")
                #expect(!home.folder.names.contains { $0.hasPrefix("data/metronomed/sounds/") }, "\(words)")
                // The file is where it was, and not where it was tried.
                #expect(!outcome.stderr.contains("data/metronomed/sounds"), "\(words): \(outcome)")
            }
            let named = try metroctl("sound ./bad.wav", in: home)
            #expect(named.stderr.contains("./bad.wav"), "\(named)")
            let told = try metroctl("sound bell clap.wav", in: home)
            #expect(told.end == .exit(0) && told.stdout.contains("\nadded "), "\(told)")
            #expect(home.folder.has("data/metronomed/sounds/clap.wav"))
        }
    }

    @Test func `a file whose name the daemon knows by another file, which comes first, is refused and not kept`() throws
    {
        let home = try Home()
        try home.folder.write(WAVFile.click(level: 0.5).bytes, to: "mine/bell.wav")
        try home.folder.write(WAVFile.click(level: 0.25).bytes, to: "bell.wav")
        try home.withDaemon(["--no-play", "--sounds", home.folder("mine")]) { _ in
            for words in ["sound bell bell.wav", "sound bell.wav", "sound add bell.wav"] {
                let outcome = try metroctl(words, in: home)
                #expect(outcome.end == .exit(2) && outcome.stdout.isEmpty, "\(words): \(outcome)")
                #expect(outcome.stderr.contains("there is a sound bell already: \(home.folder("mine/bell.wav"));"))
                #expect(!home.folder.has("data/metronomed/sounds/bell.wav"))
            }
            let other = try metroctl("sound add bell.wav gong", in: home)
            #expect(other.end == .exit(0) && home.folder.has("data/metronomed/sounds/gong.wav"), "\(other)")
        }
        try home.withDaemon(["--no-play"]) { _ in
            let told = try metroctl("sound bell bell.wav", in: home)
            #expect(told.stdout.contains("(in place of the bell that comes with metronomed)"), "\(told)")
        }
    }
}
