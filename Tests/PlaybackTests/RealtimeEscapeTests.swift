// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import Playback

/// Where the compiler takes our word for it, the document says why it may.
@Suite struct RealtimeEscapeTests {
    private static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    private func text(_ path: String) throws -> String {
        try String(contentsOf: Self.root.appending(path: path), encoding: .utf8)
    }

    /// Every source of a kind, by its path.
    private func sources(_ ending: String) throws -> [String: String] {
        let all = FileManager.default.enumerator(atPath: Self.root.appending(path: "Sources").path)
        var found: [String: String] = [:]
        for case let path as String in try #require(all) where path.hasSuffix(ending) {
            found[path] = try text("Sources/\(path)")
        }
        try #require(!found.isEmpty)
        return found
    }

    @Test func `every C function that is promised to the compiler is in the table, and no other`() throws {
        var promised: Set<Substring> = []
        for header in try sources(".h").values {
            for match in header.matches(of: /(\w+)\([^;()]*\)\s*(?:LINUX|CALSA)_REALTIME;/) { promised.insert(match.1) }
            // By those two names only.
            for line in header.split(separator: "\n") where line.contains("@_noLocks") {
                #expect(line.wholeMatch(of: /#define (LINUX|CALSA)_REALTIME __attribute__.*/) != nil, "\(line)")
            }
        }
        let document = try text("Docs/Timing.md")
        let table = try #require(document.split(separator: "| function | why it is safe |").last)
        let rows = table.prefix { $0 != "#" }.split(separator: "\n").filter { $0.hasPrefix("| `") }
        var explained: Set<Substring> = []
        for row in rows {
            let cells = row.split(separator: "|", omittingEmptySubsequences: false)
            for match in cells[1].matches(of: /`(\w+)`/) { explained.insert(match.1) }
            #expect(cells[2].count > 10, "no reason is given for \(cells[1])")
        }
        #expect(promised.count > 10)
        #expect(promised == explained)
    }

    @Test func `the room for reports of a command is told as it is`() throws {
        let words = try text("Docs/Timing.md").split { $0 == " " || $0 == "\n" }.joined(separator: " ")
        #expect(words.contains("for all reports that may follow it, \(PlaybackLoop.mostReports) at most."))
    }

    @Test func `the whole thread is checked by the compiler, and there is no way around it in Swift`() throws {
        let loop = try text("Sources/Playback/Realtime/PlaybackLoop.swift")
        // All that it calls must be so too, or it would not compile.
        #expect(loop.contains("@_noLocks mutating func run()"))
        #expect(try text("Sources/Playback/PlaybackEngine.swift").contains("PlaybackLoop.self).pointee.run()"))
        for (path, source) in try sources(".swift") {
            #expect(!source.contains("_unsafePerformance"), "\(path)")
            #expect(!source.contains("_semantics("), "\(path)")
        }
    }
}
