// SPDX-License-Identifier: Apache-2.0

import Foundation
import MetronomeControl
import SeededRandom
import Testing

/// Those who compute from a timeline by themselves, the page and the module for Python, compute what the clients of the daemon compute.
@Suite(.waits) struct TimelineVectorTests {
    private static let count = 1000
    private static let document = "Docs/vectors/timelines.json"

    /// Vectors as a file has them: one on each line.
    private func text(_ vectors: [TimelineVector]) throws -> String {
        "[\n" + (try vectors.map { try $0.computed().text }.joined(separator: ",\n")) + "\n]\n"
    }

    private func byChance(_ count: Int) throws -> [TimelineVector] {
        var random = SeededGenerator(seed: 27)
        return try (0..<count).map { _ in try TimelineVector(&random) }
    }

    @Test func `the vectors for those who write a client are what the clients of the daemon compute`() throws {
        let text = try text(TimelineVector.byHand + byChance(20))
        let path = "\(Node.root)/\(Self.document)"
        if ProcessInfo.processInfo.environment["METRONOMED_UPDATE_REFERENCES"] == "1" {
            try FileManager.default.createDirectory(
                atPath: URL(filePath: path).deletingLastPathComponent().path, withIntermediateDirectories: true)
            try text.write(toFile: path, atomically: false, encoding: .utf8)
        } else {
            #expect(
                try String(contentsOfFile: path, encoding: .utf8) == text,
                "run the tests once with METRONOMED_UPDATE_REFERENCES=1")
        }
    }

    @Test(.enabled(if: Node.isInstalled, "no nodejs is installed"))
    func `a thousand timelines are read by the page as by the clients of the daemon, to two microseconds`() throws {
        let folder = try TestFolder()
        try folder.write(try text(try byChance(Self.count)), to: "timelines")
        let said = try Node.run([Node.root + "/Tests/Browser/timelines.mjs", folder("timelines")], in: folder)
        #expect(said == "\(Self.count) timelines\n")
    }

    @Test func `a thousand timelines are read by Python as by the clients of the daemon, to 20 nanoseconds`() throws {
        let folder = try TestFolder()
        try folder.write(try text(try byChance(Self.count)), to: "timelines")
        let said = try Python.run([Node.root + "/Tests/Python/timelines.py", folder("timelines")], in: folder)
        #expect(said == "\(Self.count) timelines\n")
    }
}
