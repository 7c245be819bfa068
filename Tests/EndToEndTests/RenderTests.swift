// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// `--render`: the engine without a clock.
@Suite(.waits) struct RenderTests {
    private func render(_ home: Home, _ name: String, _ flags: [String]) throws -> [UInt8] {
        let flags = flags + ["--sounds", home.folder("sounds"), "--render", home.folder(name)]
        let outcome = try home.run(flags)
        try #require(outcome.end == .exit(0), "\(outcome.stderr)")
        #expect(outcome.stderr.isEmpty)
        #expect(!home.folder.has("s"))
        return try home.folder.bytes(name)
    }

    @Test(arguments: [["--help"], ["--version"], ["--bpm", "120", "--verify", "--bars", "1"]])
    func `output that cannot be written is an error`(words: [String]) throws {
        let home = try Home()
        let child = try ChildProcess(
            "/bin/sh", ["-c", "exec \"$0\" \"$@\" >/dev/full", Built.metronomed] + words,
            environment: home.environment, in: home.folder)
        #expect(try child.end() == .exit(1))
        #expect(child.stderr == "metronomed: cannot write to standard output: No space left on device\n")
    }

    @Test func `trainers and a count-in are rendered as they are played, and end the file`() throws {
        let home = try Home()
        let flags = [
            "--bpm", "400", "--meter", "3/4", "--count-in", "1", "--trainer-gap", "1 1", "--trainer-speed",
            "400 to 600 by 100 every 2 then stop", "--bars", "100",
        ]
        let file = try #require(WAVFile(render(home, "a.wav", flags)))
        var (expected, begin) = ([0, 7200, 14_400], 21_600)
        for length in [7200, 5760, 4800] {
            expected += (0..<3).map { begin + $0 * length }
            begin += 6 * length
        }
        #expect(file.onsets.map(\.frame) == expected && file.frames == begin)
        let report = try home.run(flags + ["--render", home.folder("c.wav")])
        #expect(report.stdout.contains("trainer.gap 1 1 bars (--trainer-gap)") && report.stdout.contains("count_in 1"))
        #expect(!report.stdout.contains("timer"), "\(report.stdout)")
        let shorter = try #require(WAVFile(render(home, "b.wav", flags + ["--bars", "3"])))
        #expect(shorter.frames == 21_600 + 6 * 7200 + 3 * 5760)
    }

    @Test func `a timer of seconds ends a render with the bar under way, and is heard`() throws {
        let home = try Home()
        let flags = ["--bpm", "240", "--timer", "5 seconds", "--bars", "100"]
        let file = try #require(WAVFile(render(home, "a.wav", flags)))
        #expect(file.frames == 21 * 12_000 && file.onsets.filter { $0.frame < 20 * 12_000 }.count == 20)
        #expect(file.onsets.contains { $0.frame == 20 * 12_000 })
    }

    @Test func `a render refuses what it cannot play with trainers`() throws {
        let home = try Home()
        for (flags, words) in [
            (["--bars", "4", "--tempo-changes", "2"], "--tempo-changes cannot be rendered with a trainer"),
            (["--hours", "100"], "at most 25000 bars"),
        ] {
            let outcome = try home.run(flags + ["--trainer-gap", "3 1", "--render", home.folder("a.wav")])
            #expect(outcome.end == .exit(2) && outcome.stderr.contains(words), "\(outcome.stderr)")
            #expect(!home.folder.has("a.wav"))
        }
    }

    @Test(arguments: [
        (1200, "4/4", 4, 4), (1373, "7/8", 3, 7), (10000, "3/4", 20, 3), (333, "2/4", 2, 2),
    ])
    func `so many bars have the exact length, every onset and every bell`(
        tenthsOfBPM: Int, meter: String, bars: Int, beatsInBar: Int
    ) throws {
        let home = try Home()
        let flags = ["--bpm", "\(tenthsOfBPM / 10).\(tenthsOfBPM % 10)", "--meter", meter, "--bars", "\(bars)"]
        let bytes = try render(home, "a.wav", flags)
        let file = try #require(WAVFile(bytes))
        #expect(file.rate == Capture.rate)
        #expect(file.channels == 2)
        let grid = Grid(frame0: 0, tenthsOfBPM: tenthsOfBPM)
        #expect(abs(grid.deviation(of: file.frames, fromBeat: bars * beatsInBar)) <= 0.5)

        let onsets = file.onsets
        #expect(onsets.count == bars * beatsInBar)
        #expect(onsets.first?.frame == 0)
        #expect(grid.largestDeviation(of: onsets) <= 0.5)
        let middle = (Capture.beatLevel + Capture.bellLevel) / 2 * 0.8
        #expect(onsets.enumerated().allSatisfy { ($1.level > middle) == ($0 % beatsInBar == 0) })

        #expect(try render(home, "b.wav", flags) == bytes)
    }

    @Test func `the bell has a volume of its own, beside that of all`() throws {
        let home = try Home()
        func levels(_ flags: String...) throws -> [Float] {
            let bytes = try render(home, "a.wav", ["--bpm", "300", "--bars", "1", "--meter", "2/4"] + flags)
            return try #require(WAVFile(bytes)).onsets.map(\.level)
        }
        let usual = try levels("--volume", "80%")
        let soft = try levels("--volume", "0.8", "--bell-volume", "50%")
        try #require(usual.count == 2 && soft.count == 2)
        #expect(abs(soft[0] / usual[0] - 0.5) < 0.001 && soft[1] == usual[1])
        #expect(try levels("--bell-volume", "0").count == 1)
    }

    @Test func `a FLAC file has the same length and onsets as a WAV file`() throws {
        let home = try Home()
        let flags = ["--bpm", "1000", "--bars", "2"]
        let wav = try #require(WAVFile(render(home, "a.wav", flags)))
        let flac = try render(home, "a.flac", flags)
        #expect(try render(home, "b.flac", flags) == flac)
        // STREAMINFO: 20 bits of rate, 3 of channels, 5 of bits, 36 of frames.
        try #require(flac.count > 42 && Array(flac[0..<4]) == Array("fLaC".utf8) && flac[4] & 0x7F == 0)
        let numbers = flac[18..<26].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        #expect(numbers >> 44 == 48000)
        #expect(numbers >> 41 & 7 == 1)
        #expect(numbers >> 36 & 31 == 23)
        #expect(numbers & 0xF_FFFF_FFFF == UInt64(wav.frames))

        // The daemon is its own decoder: both files as the sound of one slow beat.
        let onsets = try ["a.wav", "a.flac"].map { name in
            let sound = ["--beat-sound", home.folder(name), "--bell-every", "off", "--volume", "1"]
            let bytes = try render(home, "slow.wav", ["--bpm", "60", "--meter", "1/4", "--bars", "1"] + sound)
            return try #require(WAVFile(bytes)).onsets
        }
        #expect(onsets[0].map(\.frame) == wav.onsets.map(\.frame))
        #expect(onsets[1].map(\.frame) == wav.onsets.map(\.frame))
    }

    @Test func `a render needs no socket, no device and no home`() throws {
        var home = try Home()
        home.environment = [:]
        let outcome = try home.run(["--bpm", "120", "--render", home.folder("a.wav"), "--bars", "1"])
        #expect(outcome.end == .exit(0))
        #expect(try #require(WAVFile(home.folder.bytes("a.wav"))).frames == 96000)
    }

    @Test(arguments: ["a.wav", "a.flac", "a.ogg"])
    func `without room for the last bytes it fails, leaves no part of the file, and what was there as it was`(
        name: String
    ) throws {
        let home = try Home()
        let flags = ["--bpm", "120", "--sounds", home.folder("sounds"), "--bars", "2", "--render", home.folder(name)]
        let former = try render(home, name, Array(flags.prefix(2)) + ["--bars", "2"])
        // A limit of file size in blocks of 512 bytes stands for a full disk.
        let script = "trap '' XFSZ; ulimit -f \((former.count - 1) / 512); exec \"$@\""
        let child = try ChildProcess(
            "/bin/sh", ["-c", script, "sh", Built.metronomed] + flags, environment: home.environment, in: home.folder)
        #expect(try child.end() == .exit(1))
        #expect(child.stderr.contains("cannot write '\(home.folder(name))': File too large"))
        #expect(try home.folder.bytes(name) == former)
        #expect(!home.folder.names.contains { $0.contains(".new") })
    }

    private static let mayMount =
        (try? ChildProcess("/usr/bin/env", ["unshare", "-m", "true"], environment: [:], in: TestFolder()).end())
        == .exit(0)

    @Test(.enabled(if: mayMount))
    func `a file that is mounted is written to, for it cannot be replaced`() throws {
        let home = try Home()
        for name in ["a.wav", "b.wav"] { try home.folder.write("old", to: name) }
        let script = "mount --bind a.wav b.wav && exec \"$@\""
        let words = ["unshare", "-m", "sh", "-c", script, "sh", Built.metronomed, "--render", "b.wav", "--bars", "1"]
        let child = try ChildProcess("/usr/bin/env", words, environment: home.environment, in: home.folder)
        #expect(try child.end() == .exit(0), "\(child.stderr)")
        #expect(try WAVFile(home.folder.bytes("a.wav"))?.frames == 96000)
        #expect(try home.folder.bytes("b.wav") == Array("old".utf8))
    }

    @Test(.enabled(if: mayMount))
    func `where no room can be reserved, a file that cannot be replaced is written all the same`() throws {
        let home = try Home()
        try home.folder.write("old", to: "b.wav")
        let script = """
            mkdir r && mount -t ramfs none r && head -c 700000 /dev/zero >r/a.wav && mount --bind r/a.wav r/a.wav \
            && "$@" && cat r/a.wav >b.wav
            """
        let words = ["unshare", "-m", "sh", "-c", script, "sh", Built.metronomed, "--render", "r/a.wav", "--bars", "1"]
        let child = try ChildProcess("/usr/bin/env", words, environment: home.environment, in: home.folder)
        #expect(try child.end() == .exit(0), "\(child.stderr)")
        #expect(try WAVFile(home.folder.bytes("b.wav"))?.frames == 96000)
    }

    @Test func `stems whose names have ends of lines are told by their names, and of a pipe all is refused`() throws {
        let home = try Home()
        let flags = ["--lanes", "hat xx", "--stems", "--bars", "1", "--render"]
        let outcome = try home.run(flags + [home.folder("n\nl.wav")])
        #expect(outcome.end == .exit(0) && home.folder.has("n\nl-hat.wav"))
        #expect(outcome.stdout.contains(#"/n\nl-hat.wav""#), "\(outcome.stdout)")
        #expect(mkfifo(home.folder("p-hat.wav"), 0o600) == 0)
        let refused = try home.run(flags + [home.folder("p.wav")])
        #expect(refused.end == .exit(1) && refused.stderr.contains("it is not an ordinary file"), "\(refused)")
        #expect(!home.folder.has("p-beat.wav"))
    }

    @Test(arguments: [
        (["--render", "a.wav"], 2), (["--bars", "2"], 2), (["--render", "a.wav", "--bars", "0"], 2),
        (["--render", "a.wav", "--bars", "many"], 2), (["--render", "a.xyz", "--bars", "1"], 2),
        (["--render", "no/where.wav", "--bars", "1"], 1), (["--render", "/proc/a.wav", "--bars", "1"], 1),
    ])
    func `what cannot be rendered is refused`(flags: [String], code: Int) throws {
        let home = try Home()
        let outcome = try home.run(["--bpm", "120"] + flags)
        #expect(outcome.end == .exit(Int32(code)))
        #expect(!outcome.stderr.isEmpty)
        if code == 1 { #expect(outcome.lines.count == 1) }
    }
}

extension WAVFile {
    fileprivate var onsets: [Capture.Onset] { Capture(samples: samples).onsets }
}
