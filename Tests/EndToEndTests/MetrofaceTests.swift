// SPDX-License-Identifier: Apache-2.0

import Testing

@Suite(.waits) struct MetrofaceTests {
    private func metroface(_ folder: TestFolder, _ arguments: String...) throws -> Outcome {
        let child = try ChildProcess(Built.metroface, arguments, environment: [:], in: folder)
        return Outcome(end: try child.end(), stdout: child.stdout, stderr: child.stderr)
    }

    @Test func `0: the pictures are written, of the kind and size that was asked for`() throws {
        let folder = try TestFolder()
        for (option, size, head) in [
            (
                "--png", "160x90",
                [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]
                    + [0, 0, 0, 160, 0, 0, 0, 90] as [UInt8]
            ),
            ("--gif", "160x90", Array("GIF89a".utf8) + [160, 0, 90, 0]),
        ] {
            let outcome = try metroface(folder, "pendulum", option, "picture", "--size", size, "--bpm", "120")
            #expect(outcome.end == .exit(0), "\(outcome.stderr)")
            #expect(outcome.stdout.isEmpty && outcome.stderr.isEmpty)
            #expect(try folder.bytes("picture").starts(with: head))
        }
        let svg = try metroface(folder, "pendulum", "--svg", "-", "--size", "160x90", "--theme", "dark")
        #expect(svg.stdout.hasPrefix("<?xml") && svg.stdout.contains("width=\"160px\" height=\"90px\""))
    }

    @Test func `the picture is that of the beat, tempo, meter and theme`() throws {
        let folder = try TestFolder()
        func svg(_ words: String...) throws -> String {
            let child = try ChildProcess(
                Built.metroface, ["pendulum", "--svg", "-"] + words, environment: [:], in: folder)
            #expect(try child.end() == .exit(0), "\(child.stderr)")
            return child.stdout
        }
        let first = try svg()
        #expect(try svg("--beat", "0", "--bpm", "90", "--meter", "4/4", "--theme", "LIGHT") == first)
        for words in [["--beat", "0.5"], ["--bpm", "Allegro"], ["--meter", "3/4"], ["--theme", "plain"]] {
            #expect(try svg(words[0], words[1]) != first)
        }
    }

    @Test(arguments: [("ring", "8", "31.5"), ("quotes", "4", "4"), ("gif", "1", "0.5")])
    func `--over chooses how long a face takes`(face: String, over: String, beat: String) throws {
        let folder = try TestFolder()
        let words = [face, "--svg", "-", "--beat", beat]
        let pictures = try [words, words + ["--over", over]].map { words in
            let child = try ChildProcess(Built.metroface, words, environment: [:], in: folder)
            #expect(try child.end() == .exit(0), "\(child.stderr)")
            return child.stdout
        }
        #expect(pictures[0] != pictures[1])
    }

    @Test func `--list names every face with what it shows`() throws {
        let outcome = try metroface(TestFolder(), "--list")
        #expect(outcome.end == .exit(0))
        #expect(outcome.stdout.contains("pendulum    the metronome") && outcome.stdout.contains("\njournal "))
        let picture = try metroface(TestFolder(), "--list", "--svg", "-")
        #expect(picture.end == .exit(2) && picture.stdout.isEmpty && picture.stderr.contains("leave --svg out"))
    }

    @Test func `the help names what each key does`() throws {
        let help = try metroface(TestFolder(), "--help").stdout.split { $0 == " " || $0 == "\n" }.joined(separator: " ")
        for said in [
            "t or Enter taps", "m mutes", ", and . the volume", "2 to 9 the beats", "u and r undo", "c its colours",
        ] {
            #expect(help.contains(said), "\(said)")
        }
        #expect(!help.contains("t the theme"))
    }

    @Test func `letters of a quotation that the font lacks are named`() throws {
        let folder = try TestFolder()
        try folder.write("Hello 漢字, ä я — me", to: "quotes.txt")
        for (option, file) in [("--png", "a.png"), ("--svg", "a.svg"), ("--gif", "a.gif")] {
            let drawn = try metroface(folder, "quotes", "--file", "quotes.txt", option, file, "--size", "64x64")
            #expect(drawn.end == .exit(0) && drawn.stderr.contains("has no 字漢: � stands for each"), "\(drawn.stderr)")
        }
        #expect(try metroface(folder, "quotes", "--png", "a.png").stderr.isEmpty)
    }

    @Test func `a loop that leaves the beat or has a seam says so, and how to mend it`() throws {
        let folder = try TestFolder()
        let drifting = try metroface(folder, "pendulum", "--gif", "a.gif", "--bpm", "90", "--size", "32x32")
        #expect(drifting.end == .exit(0))
        #expect(drifting.stderr.contains("3.3 ms longer") && drifting.stderr.contains("--bars 3 is exact"))
        let seam = try metroface(
            folder, "pendulum", "--gif", "a.gif", "--bars", "1", "--meter", "3/4", "--bpm", "120", "--size", "32x32")
        #expect(seam.stderr.contains("repeats after 2 bars"))
        #expect(
            try metroface(folder, "pendulum", "--gif", "a.gif", "--meter", "3/4", "--bpm", "120", "--size", "32x32")
                .stderr.isEmpty)
        let turn = try metroface(
            folder, "ring", "--over", "2", "--gif", "a.gif", "--bars", "3", "--bpm", "120", "--size", "32x32")
        #expect(turn.stderr.contains("ring repeats after 2 bars, so a loop of 3 has a seam"))
        let endless = try metroface(folder, "cards", "--gif", "a.gif", "--bpm", "120", "--size", "32x32")
        #expect(endless.stderr.hasPrefix("metroface: note: cards never repeats, so a loop of "), "\(endless.stderr)")
        let single = try metroface(
            folder, "ring", "--gif", "a.gif", "--bpm", "90", "--size", "32x32")
        #expect(single.stderr.contains("than 1 bar at"))
    }

    @Test(arguments: [["pendulum", "--png", "-", "--size", "16x16"], ["--list"], ["--help"]])
    func `1: output that finds no room is told, too`(words: [String]) throws {
        let child = try ChildProcess(
            "/bin/sh", ["-c", "exec \"$0\" \"$@\" >/dev/full", Built.metroface] + words, environment: [:],
            in: TestFolder())
        #expect(try child.end() == .exit(1))
        #expect(child.stderr == "metroface: cannot write to standard output: No space left on device\n")
    }

    @Test func `without a face it is the pendulum`() throws {
        let folder = try TestFolder()
        #expect(try metroface(folder, "--svg", "a.svg").end == .exit(0))
        #expect(try metroface(folder, "pendulum", "--svg", "b.svg").end == .exit(0))
        #expect(try folder.bytes("a.svg") == folder.bytes("b.svg"))
    }

    @Test func `1: what cannot be written is told with the reason`() throws {
        let outcome = try metroface(TestFolder(), "pendulum", "--png", "no/such/folder.png")
        #expect(outcome.end == .exit(1))
        #expect(outcome.stderr == "metroface: cannot write no/such/folder.png: No such file or directory\n")
    }

    @Test(arguments: [
        (["pendulm", "--png", "a"], "did you mean pendulum?"),
        (["zzz", "--png", "a"], "there are pendulum"),
        ([], "--png FILE"),
        (["pendulum"], "--png FILE"),
        (["pendulum", "--png", "a", "--svg", "b"], "exclude each other"),
        (["pendulum", "--png", "a", "--size", "10"], "800x600"),
        (["pendulum", "--png", "a", "--size", "15x4097"], "16 to 4096"),
        (["pendulum", "--gif", "a", "--size", "2049x16"], "16 to 2048"),
        (["pendulum", "--png", "a", "--theme", "drak"], "did you mean dark?"),
        (["pendulum", "--png", "a", "--bpm", "0"], "between 1 and 1000"),
        (["pendulum", "--png", "a", "--meter", "4"], "3/4, 6/8 or 2+2+3/8"),
        (["pendulum", "--png", "a", "--beat=-1"], "--beat must be"),
        (["pendulum", "--png", "a", "--bars", "2"], "go with --gif"),
        (["pendulum", "--png", "a", "--offset", "20"], "--offset goes with a live face"),
        (["pendulum", "--png", "a", "--socket", "s"], "--socket goes with a live face"),
        (["pendulum", "--bpm", "120"], "live faces follow the daemon: use `metroctl tempo 120`"),
        (["--meter", "3/4"], "live faces follow the daemon: use `metroctl meter 3/4`"),
        (["pendulum", "--beat", "2"], "--beat goes with --png"),
        (["pendulum", "--fps", "0"], "1...120"),
        (["pendulum", "--offset", "1001"], "-1000...1000"), (["pendulum", "--offset", "-1001"], "-1000...1000"),
        (["pendulum", "--offset", "-20"], "takes a terminal"),
        (["pendulum", "--gif", "a", "--beat", "2"], "--beat goes with"),
        (["pendulum", "--gif", "a", "--bars", "65"], "1...64"),
        (["pendulum", "--gif", "a", "--fps", "51"], "1...50"),
        (["pendulum", "--png", "a", "--file", "b"], "shows no file"),
        (["pendulum", "--png", "a", "--over", "2"], "quotes (beats), gif (beats), ring (bars): pendulum has"),
        (["ring", "--png", "a", "--over", "65"], "--over must be 1...64 bars"),
        (["quotes", "--png", "a", "--over", "0"], "--over must be 1...64 beats"),
        (["pendulum", "--colour"], "unknown option"),
    ])
    func `2: wrong words are told with what is allowed, and nothing is written`(words: [String], told: String) throws {
        let folder = try TestFolder()
        let child = try ChildProcess(Built.metroface, words, environment: [:], in: folder, name: "said")
        #expect(try child.end() == .exit(2))
        #expect(child.stderr.contains(told), "\(child.stderr)")
        #expect(child.stdout.isEmpty)
        #expect(folder.names.sorted() == ["said.err", "said.out"])
    }
}
