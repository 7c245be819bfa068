// SPDX-License-Identifier: Apache-2.0

import Glibc
import MetronomeControl
import Testing

/// Sound files that cannot be decoded or played.
@Suite(.waits) struct BadSoundTests {
    /// A file of each kind of reason, and a part of the error message.
    private static let files = [("missing", "No such file"), ("folder", "not a file"), ("text", "cannot decode")]

    private func makeFiles(in folder: TestFolder) throws {
        mkdir(folder("bad"), 0o700)
        mkdir(folder("bad/folder.wav"), 0o700)
        try folder.write("This is not audio at all, whatever its name says.\n", to: "bad/text.wav")
    }

    @Test func `as a flag it is one clear line, and exit 2`() throws {
        let home = try Home()
        try makeFiles(in: home.folder)
        for (name, complaint) in Self.files {
            let file = home.folder("bad/\(name).wav")
            let outcome = try home.run(["--bpm", "300", name == "text" ? "--bell-sound" : "--beat-sound", file])
            #expect(outcome.end == .exit(2), "\(name)")
            #expect(outcome.lines.count == 1, "\(name): \(outcome.stderr)")
            #expect(outcome.stderr.contains(file), "\(name): \(outcome.stderr)")
            #expect(outcome.stderr.contains(complaint), "\(name): \(outcome.stderr)")
        }
        let unknown = try home.run(["--beat-sound", "nothing"])
        #expect(unknown.end == .exit(2))
        #expect(unknown.stderr.contains("beat, bell"))
        #expect(!home.folder.has("s"))
    }

    @Test(arguments: [
        ("bpm = 90\nlanes = \"kick x...; foo x.x. sound=nope\"\n", ":2:1: lanes: no sound is called 'nope'"),
        ("[sounds]\nbeat = \"rim\"\nbell = \"./text.wav\"\n", ":3:1: sounds.bell: cannot decode"),
    ])
    func `in the file it is told with its place`(text: String, complaint: String) throws {
        let home = try Home()
        try home.folder.write("This is not audio.\n", to: "config/metronomed/text.wav")
        let file = try home.folder.write(text, to: "config/metronomed/config.toml")
        let outcome = try home.run([])
        #expect(outcome.end == .exit(2))
        #expect(outcome.stderr.hasPrefix("metronomed: \(file)\(complaint)"), "\(outcome.stderr)")
    }

    @Test(arguments: ["beat", "bell", "accent", "count_in"])
    func `a remembered voice without one of its files gives way to the default, with a warning`(role: String) throws {
        let home = try Home()
        try home.folder.write("This is not audio.\n", to: "data/metronomed/sounds/voice-3.wav")
        let state =
            role == "count_in"
            ? #"{"count_in_sound": "voice", "sounds": {"ghost": "rim"}}"#
            : #"{"sounds": {"\#(role)": "voice", "ghost": "rim"}}"#
        try home.folder.write(state, to: "state/metronomed/state.json")
        try home.withDaemon { daemon in
            try poll(for: "warning") { daemon.child.stderr.contains("the default plays instead") ? true : nil }
            let sounds = try daemon.status().settings.sounds
            #expect([sounds.beat, sounds.bell, sounds.accent, sounds.ghost] == ["beat", "bell", "auto", "rim"])
        }
        let flags = role == "count_in" ? ["--count-in-sound", "voice"] : ["--\(role)-sound", "voice"]
        #expect(try home.run(flags).end == .exit(2))
    }

    @Test(arguments: ["beat", "bell"])
    func `a file in place of the built-in beat or bell that cannot be played gives way to that, with a warning`(
        name: String
    ) throws {
        let home = try Home()
        for bytes in [Array("RIFFjunk".utf8), WAVFile.click(level: 0).bytes] {
            try home.folder.write(bytes, to: "data/metronomed/sounds/\(name).wav")
            try home.withDaemon { daemon in
                try poll(for: "warning") { daemon.child.stderr.contains("the default plays instead") ? true : nil }
                let sounds = try daemon.status().settings.sounds
                #expect(sounds.beat == "beat" && sounds.bell == "bell")
            }
            // What the configuration states is wrong all the same, and told with its place.
            let (other, wrong) = (name == "beat" ? "bell" : "beat", home.folder("wrong.toml"))
            try home.folder.write("[sounds]\n\(other) = \"nope\"", to: "wrong.toml")
            let stated = try home.run(["--config", wrong])
            #expect(stated.end == .exit(2) && stated.stderr.contains("\(wrong):2:1: sounds.\(other): "), "\(stated)")
            // Whoever names it is told what is wrong with it.
            let named = try home.run(["--\(name)-sound", name])
            #expect(named.end == .exit(2) && named.stderr.contains("\(name)"), "\(named)")
        }
    }

    @Test func `through the socket it is refused, and the old sound plays on`() throws {
        var home = try Home(.capture)
        try makeFiles(in: home.folder)
        home.environment["METRONOMED_SOUNDS"] = home.folder("bad")
        for name in ["beat", "bell"] {
            try home.folder.write(home.folder.bytes("sounds/\(name).wav"), to: "bad/\(name).wav")
        }
        try home.withDaemon(["--bpm", "300"]) { daemon in
            try daemon.waitForBeat(1)
            try daemon.isUndisturbed {
                let client = try daemon.connect()
                for (name, complaint) in Self.files {
                    let error = try client.refusal(of: "sound beat \(name)")
                    let reason = name == "missing" ? ErrorReason.notFound : .unusableSound
                    #expect(error.reason == reason.rawValue, "\(name)")
                    #expect(name == "missing" || error.message.contains(complaint), "\(name): \(error.message)")
                }
                // A good sound for the beat does not excuse a bad one for the bell.
                #expect(throws: ControlError.self) {
                    try client.call("sound.set", params: ["beat": "bell", "bell": "text"], timeout: patience).get()
                }
            }
            try daemon.end()
        }
        let onsets = try home.captured().onsets
        try #require(onsets.count >= 3)
        #expect(Grid(frame0: onsets[0].frame, tenthsOfBPM: 3000).largestDeviation(of: onsets) <= 0.5)
        // Beat, beat, beat, bell; the last one may be fading.
        let loud = onsets.dropLast().enumerated().filter { $1.level > 0.3 }.map(\.offset)
        #expect(loud.allSatisfy { $0 % 4 == 0 })
    }
}
