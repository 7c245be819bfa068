// SPDX-License-Identifier: Apache-2.0

import Control
import Glibc
import Testing

/// Sound files that cannot be decoded or played.
@Suite(.waits) struct BadSoundTests {
    /// Every bad file by its name, and a part of the error message.
    private static let files = [
        ("missing", "No such file"), ("empty", "empty"), ("folder", "not a file"), ("truncated", "cut short"),
        ("long", "30 s"), ("text", "cannot decode"), ("noise", "cannot decode"), ("silent", "silent"),
        ("slow", "8000"), ("crowd", "channels"), ("pipe", "not a file"),
    ]

    private func makeFiles(in folder: TestFolder) throws {
        try folder.write([], to: "bad/empty.wav")
        mkdir(folder("bad/folder.wav"), 0o700)
        mkfifo(folder("bad/pipe.wav"), 0o600)
        let click = WAVFile.click(level: 0.5)
        try folder.write(Array(click.bytes.dropLast(100)), to: "bad/truncated.wav")
        // 10 minutes.
        try folder.write(
            WAVFile(samples: [Int16](repeating: 1000, count: 600 * 8000), rate: 8000).bytes, to: "bad/long.wav")
        try folder.write("This is not audio at all, whatever its name says.\n", to: "bad/text.wav")
        var generator = SystemRandomNumberGenerator()
        try folder.write((0..<10000).map { _ in UInt8.random(in: 0..<128, using: &generator) }, to: "bad/noise.wav")
        try folder.write(WAVFile(samples: [Int16](repeating: 0, count: 4800), rate: 48000).bytes, to: "bad/silent.wav")
        try folder.write(WAVFile(samples: [Int16](repeating: 1000, count: 480), rate: 4000).bytes, to: "bad/slow.wav")
        var crowd = WAVFile(samples: [Int16](repeating: 1000, count: 4800), rate: 48000)
        crowd.channels = 6
        try folder.write(crowd.bytes, to: "bad/crowd.wav")
    }

    @Test func `as a flag it is one clear line, and exit 2`() throws {
        let home = try Home()
        try makeFiles(in: home.folder)
        for (name, complaint) in Self.files {
            let file = home.folder("bad/\(name).wav")
            let outcome = try home.run(["--bpm", "300", name == "empty" ? "--bell-sound" : "--beat-sound", file])
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
