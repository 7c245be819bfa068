// SPDX-License-Identifier: Apache-2.0

import MetronomeRhythm
import Songs
import Testing

@testable import metroctl

@Suite struct SongTablePageTests {
    @Test func `a section says in which of its bars it is held`() throws {
        let text = """
            tempo = 120
            [[section]]
            label = "verse"
            bars = 8
            fermata = 2
            [[section]]
            label = "coda"
            bars = 4
            """
        let song = try #require(SongReading(Array(text.utf8), format: .toml).song)
        let page = SongTablePage(song, try SongMap(song)).text
        #expect(page.contains("verse (fermata in bar 8)") && page.contains("coda\n"), "\(page)")
    }
}
