// SPDX-License-Identifier: Apache-2.0

import MetronomeRhythm
import Testing

@testable import Daemon

@Suite struct ReadSongsTests {
    private final class Count { var value = 0 }

    private func song(_ number: Int) -> SongSource { SongSource(path: "/\(number).toml", format: nil) }

    @Test func `a song that several entries share is read once, also where it cannot be used`() throws {
        let count = Count()
        var songs = ReadSongs()
        songs.read = { source throws(SongSource.Refusal) in
            count.value += 1
            throw SongSource.Refusal(message: source.path)
        }
        for _ in 0..<3 {
            for number in 0..<ReadSongs.most {
                let refusal = #expect(throws: SongSource.Refusal.self) { try songs.course(of: song(number)) }
                #expect(refusal?.message == "/\(number).toml")
            }
        }
        #expect(count.value == ReadSongs.most)
        // Another form of the same file is another song.
        _ = try? songs.course(of: SongSource(path: "/0.toml", format: .klick))
        #expect(count.value == ReadSongs.most + 1)
    }
}
