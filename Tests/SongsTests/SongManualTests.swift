// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import Songs

@Suite struct SongManualTests {
    @Test func `the manual page and the document say how large a song may be`() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
        func text(_ path: String) throws -> String {
            try String(contentsOf: root.appending(path: path), encoding: .utf8).replacing("\n", with: " ")
        }
        let (toml, other) = (SongFile.limit >> 20, SongReading.limit >> 20)
        let page = try text("Scripts/man/metronomed.song.begin")
        #expect(page.contains("A song is a TOML file of sections, at most \(toml) MiB."))
        #expect(page.contains("MIDI files, of at most \(other) MiB"))
        #expect(try text("Docs/Songs.md").contains("at most \(other) MiB, in TOML at most \(toml) MiB"))
    }
}
