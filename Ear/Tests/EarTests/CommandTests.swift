// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Testing

@Suite struct CommandTests {
    /// What a run of `metroear` says, and its exit status.
    private func run(_ words: String...) throws -> (output: String, errors: String, status: Int32) {
        let (program, output, errors) = (Process(), Pipe(), Pipe())
        program.executableURL = URL(filePath: try Built.path("metroear"))
        (program.arguments, program.standardOutput, program.standardError) = (words, output, errors)
        try program.run()
        let said = output.fileHandleForReading.readDataToEndOfFile()
        let complained = errors.fileHandleForReading.readDataToEndOfFile()
        program.waitUntilExit()
        return (
            String(decoding: said, as: UTF8.self), String(decoding: complained, as: UTF8.self),
            program.terminationStatus
        )
    }

    @Test func `the onsets of a file are told as lines for people and for programs`() throws {
        struct Line: Decodable { let seconds, strength: Double }
        let take = try Take("stick", seed: 5, hits: 4, noise: -45)
        defer { take.remove() }

        let told = try run("onsets", take.path, "--json", "--for", "drums")
        #expect((told.status, told.errors) == (0, ""))
        let lines = try told.output.split(separator: "\n").map {
            try JSONDecoder().decode(Line.self, from: Data($0.utf8))
        }
        #expect(lines.count == 4)
        for (line, onset) in zip(lines, take.onsets) {
            #expect(abs(line.seconds - onset) < 0.001)
            #expect((0.05...1).contains(line.strength))
        }

        let plain = try run("onsets", take.path, "--for", "drums").output.split(separator: "\n")
        #expect(
            plain.map { $0.split(separator: " ").compactMap { Double($0) } } == lines.map { [$0.seconds, $0.strength] })
    }

    @Test func `what cannot be heard is said, with the exit status`() throws {
        let missing = try run("onsets", "/nowhere/drums.wav")
        #expect(missing.status == 1)
        #expect(missing.errors.hasPrefix("metroear: cannot read /nowhere/drums.wav: "))
        #expect(missing.output == "")

        let instrument = try run("onsets", "drums.wav", "--for", "harp")
        #expect(instrument.status == 2)
        for name in ["drums", "guitar", "piano", "voice", "claps"] { #expect(instrument.errors.contains(name)) }
    }

    @Test func `it ends quietly when nobody reads any more`() throws {
        let take = try Take("stick", seed: 5, hits: 4, noise: -45)
        defer { take.remove() }
        let (program, output) = (Process(), Pipe())
        program.executableURL = URL(filePath: "/bin/sh")
        program.arguments = [
            "-c", "(\(try Built.path("metroear")) onsets \(take.path); echo $? >&2) | true",
        ]
        program.standardError = output
        try program.run()
        program.waitUntilExit()
        #expect(String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self) == "0\n")
    }
}
