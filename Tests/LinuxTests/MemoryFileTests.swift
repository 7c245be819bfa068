// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MetronomeLinux

@Suite struct MemoryFileTests {
    @Test func `a file in memory is read by its path as long as it is held, and gone then`() throws {
        var file: MemoryFile? = try MemoryFile(Array("bpm = 96\n".utf8))
        let path = try #require(file?.path)
        for _ in 0..<2 { #expect(try FileContents.read(path, limit: 100) == Array("bpm = 96\n".utf8)) }
        file = nil
        #expect(throws: SystemError.self) { try FileContents.read(path, limit: 100) }
    }
}
