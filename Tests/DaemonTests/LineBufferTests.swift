// SPDX-License-Identifier: Apache-2.0

import NIOCore
import Testing

@testable import Daemon

@Suite struct LineBufferTests {
    private func lines(_ chunks: [String]) -> (lines: [String], rest: String?) {
        var buffer = LineBuffer()
        var lines: [String] = []
        for chunk in chunks {
            var bytes = ByteBuffer(string: chunk)
            buffer.append(&bytes)
            while case .line(let line) = buffer.next() { lines.append(String(decoding: line, as: UTF8.self)) }
        }
        return (lines, buffer.rest().map { String(decoding: $0, as: UTF8.self) })
    }

    @Test func `lines are the same however the stream is cut`() {
        let text = "status\ntempo 120\n\n{\"id\":1}\nlast"
        for size in 1...text.count {
            let chunks = stride(from: 0, to: text.count, by: size).map { start in
                String(text.dropFirst(start).prefix(size))
            }
            let (lines, rest) = lines(chunks)
            #expect(lines == ["status", "tempo 120", "", "{\"id\":1}"])
            #expect(rest == "last")
        }
    }

    @Test func `a line of the longest length is taken and one byte more is not`() {
        for (length, fits) in [(LineBuffer.longest, true), (LineBuffer.longest + 1, false)] {
            var buffer = LineBuffer()
            var bytes = ByteBuffer(string: String(repeating: "x", count: length) + "\n")
            buffer.append(&bytes)
            let next = buffer.next()
            #expect((next == .tooLong) == !fits)
        }
    }

    @Test func `a line that never ends is refused before it is whole`() {
        var buffer = LineBuffer()
        var bytes = ByteBuffer(string: String(repeating: "x", count: LineBuffer.longest + 1))
        buffer.append(&bytes)
        #expect(buffer.next() == .tooLong)
    }

    @Test func `a line begun is kept until it ends`() {
        var buffer = LineBuffer()
        var bytes = ByteBuffer(string: "tem")
        buffer.append(&bytes)
        #expect(buffer.next() == .nothing)
        #expect(buffer.count == 3)
        bytes = ByteBuffer(string: "po 90\n")
        buffer.append(&bytes)
        #expect(buffer.next() == .line(Array("tempo 90".utf8)))
        #expect(buffer.count == 0)
    }
}
