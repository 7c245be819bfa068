// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import MetronomeSession
import Testing

@testable import metronomed

/// The flags of the daemon that are read without the parser.
@Suite struct SettingFlagsTests {
    private static let flags = Key.configurable.compactMap { key in
        key.flag.map { key.form == .flag ? [$0] : [$0, "90"] }
    }

    @Test func `what is read without the parser is what the parser reads`() throws {
        let off = ["--no-play"]
        let others: [[String]] = [
            Array(Self.flags.joined()), [], off, ["--bpm", ""], off + ["--bpm", "90", "--device", "hw:1 a=b"],
        ]
        for words in Self.flags + others {
            let values = try #require(SettingFlags.values(of: words), "\(words)")
            #expect(try SettingFlags.parse(words).values == values, "\(words)")
            #expect(values.count == words.filter { $0.hasPrefix("--") }.count, "\(words)")
        }
    }

    @Test(arguments: [
        "--help", "help", "--version", "--bpm", "--bpm=90", "--bpm --help", "--bpm -1", "--bpm 90 --bpm 91",
        "--play --no-play", "--play --play", "--no-bpm 90", "--no-", "--no-play 90", "90", "-b 90", "--",
        "--bpm 90 --config /dev/null", "--no-config", "--song song.toml", "--bp 90",
        "--bpm 90 --render click.wav --bars 1",
    ])
    func `what says more than settings is left to the parser`(line: String) {
        #expect(SettingFlags.values(of: line.split(separator: " ").map(String.init)) == nil)
    }
}
