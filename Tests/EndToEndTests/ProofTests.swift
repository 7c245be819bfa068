// SPDX-License-Identifier: Apache-2.0

import Testing

/// `--verify`: the program compares its engine with exact arithmetic.
@Suite(.waits) struct ProofTests {
    @Test(arguments: [
        ["--bars", "3", "--rate", "44100", "--tempo-changes", "12"], ["--hours", "0.002", "--seed", "9"],
    ])
    func `a proof counts every beat, and the engine passes`(flags: [String]) throws {
        let home = try Home()
        let outcome = try home.run(["--bpm", "600", "--meter", "7/8", "--verify"] + flags)
        #expect(outcome.end == .exit(0), "\(outcome.stderr)")
        // 0.002 hours at 600 bpm are 72 beats.
        let beats = flags[0] == "--bars" ? 21 : 72
        #expect(outcome.stdout.contains("beats          \(beats): 0 off, 0 missing, 0 extra\n"), "\(outcome.stdout)")
        #expect(outcome.stdout.contains("\nproven: ") && !outcome.stdout.contains("left out"))
        #expect(outcome.stdout.contains(#/\nsplices        \d+ edits, \d+ onsets: 0 off, 0 missing, 0 extra\n/#))
        #expect(!home.folder.has("s"))
    }

    @Test func `what a proof leaves out is told`() throws {
        let outcome = try Home().run(["--verify", "--bars", "1", "--count-in", "2", "--trainer-gap", "3 1"])
        #expect(outcome.end == .exit(0))
        #expect(
            outcome.stdout.contains("left out       trainer.gap, count_in: the proof is of the beats alone\n"),
            "\(outcome.stdout)")
    }

    @Test func `a render goes through the same changes as its proof`() throws {
        let home = try Home()
        let flags = ["--bpm", "400", "--bars", "2", "--rate", "8000", "--tempo-changes", "4", "--verify"]
        let outcome = try home.run(flags + ["--render", home.folder("a.wav")])
        #expect(outcome.end == .exit(0), "\(outcome.stderr)")
        let file = try #require(WAVFile(home.folder.bytes("a.wav")))
        #expect(file.rate == 8000)
        #expect(
            outcome.stdout.contains("rendered       \(file.frames) frames at 8000 Hz: 400 bpm, then 4 tempo changes"))
    }

    @Test(arguments: [
        (["--verify"], "--bars N or --hours H"), (["--hours", "1"], "--render FILE or --verify"),
        (["--rate", "44100"], "--render FILE or --verify"), (["--tempo-changes", "1"], "--render FILE or --verify"),
        (["--verify", "--bars", "1", "--hours", "1"], "exclude"), (["--verify", "--hours", "0"], "0.0001...1000"),
        (["--verify", "--hours", "nan"], "0.0001...1000"),
        (["--verify", "--bars", "1", "--rate", "7999"], "8000...192000"),
        (["--verify", "--bars", "1", "--tempo-changes", "100001"], "0...100000"),
        (["--verify", "--bars", "1", "--tempo-changes", "5"], "4 tempo changes have room"),
        (
            ["--bars", "1", "--render", "a.mp3"],
            "--render: the name must end in .wav, .flac, .aiff or .ogg, not 'a.mp3'"
        ),
    ])
    func `what cannot be verified or rendered is refused, with exit 2`(flags: [String], advice: String) throws {
        let outcome = try Home().run(flags)
        #expect(outcome.end == .exit(2))
        #expect(outcome.stderr.contains(advice), "\(outcome.stderr)")
        #expect(outcome.stdout.isEmpty)
    }

    @Test func `a file that no format can hold is refused before anything is written`() throws {
        let home = try Home()
        let outcome = try home.run(["--render", home.folder("a.wav"), "--hours", "5"])
        #expect(outcome.end == .exit(1))
        #expect(outcome.stderr.contains(".flac"), "\(outcome.stderr)")
        #expect(!home.folder.has("a.wav"))
    }
}
