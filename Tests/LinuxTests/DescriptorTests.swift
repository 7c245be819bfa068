// SPDX-License-Identifier: Apache-2.0

import Glibc
import MetronomeLinux
import Testing

@Suite struct DescriptorTests {
    @Test(.timeLimit(.minutes(10))) func `more than a pipe holds is written whole while somebody reads`() async throws {
        var ends: [CInt] = [0, 0]
        #expect(pipe(&ends) == 0)
        let (reading, writing) = (ends[0], ends[1])
        defer { [reading, writing].forEach { close($0) } }
        _ = fcntl(writing, F_SETFL, O_NONBLOCK)
        let bytes = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 * 13) }
        let writer = Task.detached { try Descriptor.write(bytes, to: writing) }
        var received: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 65536)
        while received.count < bytes.count {
            let count = read(reading, &part, part.count)
            guard count > 0 else { break }
            received += part.prefix(count)
        }
        try await writer.value
        #expect(received == bytes)
    }

    @Test func `where nobody reads any more, writing throws EPIPE`() {
        signal(SIGPIPE, SIG_IGN)
        var ends: [CInt] = [0, 0]
        #expect(pipe(&ends) == 0)
        close(ends[0])
        defer { close(ends[1]) }
        #expect(throws: Errno(EPIPE)) { try Descriptor.write([1], to: ends[1]) }
    }
}
