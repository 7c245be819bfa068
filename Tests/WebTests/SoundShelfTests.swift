// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Web

@Suite struct SoundShelfTests {
    private let second: Int64 = 1_000_000_000
    private func file(_ bytes: Int = 10) -> PageFile {
        PageFile(name: "x.wav", bytes: .init(repeating: 0, count: bytes))
    }

    /// What is to be read for who asks; nil where nothing is.
    private func toRead(
        _ shelf: inout SoundShelf<Int>, _ name: String, path: String? = nil, _ waiter: Int = 0, at time: Int64 = 0
    ) -> SoundShelf<Int>.Key? {
        if case .read(let key) = shelf.ask(name, path: path, waiter, atNs: time) { key } else { nil }
    }

    private func take(
        _ shelf: inout SoundShelf<Int>, _ key: SoundShelf<Int>.Key, _ file: PageFile?, at time: Int64 = 0
    ) -> [Int] { shelf.take(key, file, atNs: time) }

    /// Reads a sound of a number of bytes.
    private func read(_ shelf: inout SoundShelf<Int>, _ name: String, _ bytes: Int) {
        if let key = toRead(&shelf, name, 0, at: 0) { _ = shelf.take(key, file(bytes), atNs: 0) }
    }

    private func isKept(_ shelf: inout SoundShelf<Int>, _ name: String) -> Bool {
        if case .answer(.some) = shelf.ask(name, path: nil, 0, atNs: 0) { true } else { false }
    }

    @Test func `forty who ask at once have one file read, and all are answered`() throws {
        var shelf = SoundShelf<Int>()
        let keys = (0..<40).compactMap { toRead(&shelf, "rim", path: "/rim.wav", $0) }
        #expect(keys.count == 1)
        #expect(take(&shelf, keys[0], file(), at: 0) == Array(0..<40))
        guard case .answer(.some) = shelf.ask("rim", path: "/rim.wav", 40, atNs: 0) else {
            return #expect(Bool(false))
        }
        // The same name of another file is another sound.
        #expect(toRead(&shelf, "rim", path: "/other/rim.wav", 41) != nil)
    }

    @Test func `a sound that cannot be read is tried again after five seconds, and not before`() throws {
        var shelf = SoundShelf<Int>()
        let first = try #require(toRead(&shelf, "rim", 1, at: 0))
        #expect(take(&shelf, first, nil, at: second) == [1])
        for time in [second, 5 * second, 6 * second - 1] {
            guard case .answer(nil) = shelf.ask("rim", path: nil, 2, atNs: time) else { return #expect(Bool(false)) }
        }
        #expect(toRead(&shelf, "rim", 3, at: 6 * second) != nil)
    }

    @Test func `what is kept has a bound, and what was not asked for the longest goes first`() {
        var shelf = SoundShelf<Int>()
        let part = SoundShelf<Int>.mostBytes / 4
        for name in ["a", "b", "c", "d"] { read(&shelf, name, part) }
        #expect(isKept(&shelf, "a"))
        read(&shelf, "e", part)
        #expect(shelf.bytes <= SoundShelf<Int>.mostBytes)
        for name in ["a", "c", "d", "e"] { #expect(isKept(&shelf, name)) }
        #expect(!isKept(&shelf, "b"))
    }

    @Test func `a file that is larger than all that is kept is answered, and what is there stays`() throws {
        var shelf = SoundShelf<Int>()
        read(&shelf, "a", 100)
        let key = try #require(toRead(&shelf, "big", 7, at: 0))
        #expect(take(&shelf, key, file(SoundShelf<Int>.mostBytes + 1), at: 0) == [7])
        #expect(isKept(&shelf, "a"))
        #expect(shelf.bytes == 100)
    }

    @Test func `what another daemon had is neither kept nor told, and who waited is answered`() throws {
        var shelf = SoundShelf<Int>()
        let former = try #require(toRead(&shelf, "rim", 1, at: 0))
        shelf.forget()
        let present = try #require(toRead(&shelf, "rim", 2, at: 0))
        #expect(take(&shelf, former, file(), at: 0) == [1])
        #expect(shelf.bytes == 0)
        #expect(take(&shelf, present, file(), at: 0) == [2])
        #expect(isKept(&shelf, "rim"))
    }
}
