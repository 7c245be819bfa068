// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import MetronomeLinux
import Testing

@Suite struct LossyWriterTests {
    /// A pipe, or a stream of a socket, which has two ends.
    enum Kind: CaseIterable { case pipe, socket }

    private func ends(_ kind: Kind) -> (reader: CInt, writer: CInt) {
        var ends: [CInt] = [-1, -1]
        switch kind {
        case .pipe: #expect(pipe(&ends) == 0)
        case .socket: #expect(socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0, &ends) == 0)
        }
        return (ends[0], ends[1])
    }

    private func taken(_ reader: CInt) -> Int {
        _ = fcntl(reader, F_SETFL, O_NONBLOCK)
        var bytes = [UInt8](repeating: 0, count: 65536)
        var sum = 0
        while true {
            let count = read(reader, &bytes, bytes.count)
            guard count > 0 else { return sum }
            sum += count
        }
    }

    @Test(.timeLimit(.minutes(10)), arguments: Kind.allCases)
    func `what a reader that has stopped has no room for is dropped, and later lines come`(kind: Kind) {
        let (reader, writer) = ends(kind)
        defer { for descriptor in [reader, writer] { close(descriptor) } }
        let lossy = LossyWriter(writer)
        let line = [UInt8](repeating: 1, count: 3000)
        for _ in 0..<1000 { lossy.write(line) }
        lossy.write(line, waitingAtMost: .milliseconds(1))
        let sum = taken(reader)
        #expect(sum > 0 && sum < 3_000_000)
        lossy.write(line)
        #expect(taken(reader) == 3000)
        // The flags of the descriptor itself are as they were.
        #expect(fcntl(writer, F_GETFL) & O_NONBLOCK == 0)
    }

    @Test func `a reader that is slow is waited for as long as is said`() {
        let (reader, writer) = ends(.pipe)
        defer { close(reader) }
        let bytes = [UInt8](repeating: 1, count: 1 << 20)
        // A thread of its own: this one waits for it.
        Thread.detachNewThread {
            LossyWriter(writer).write(bytes, waitingAtMost: .seconds(600))
            close(writer)
        }
        var sum = 0
        var part = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = read(reader, &part, part.count)
            guard count > 0 else { break }
            sum += count
        }
        #expect(sum == bytes.count)
    }

    @Test func `what nobody reads any more, and a descriptor that is none, cost nothing`() {
        let (reader, writer) = ends(.socket)
        close(reader)
        LossyWriter(writer).write([1])
        close(writer)
        LossyWriter(-1).write([1])
    }
}
