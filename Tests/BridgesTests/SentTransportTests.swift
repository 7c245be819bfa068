// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Bridges

@Suite struct SentTransportTests {
    private static let ms: Int64 = 1_000_000

    @Test func `what comes back within a tenth of a second is an echo, and nothing else that comes then is`() {
        var sent = SentTransport()
        #expect(!sent.isEcho(.start, atNs: 0))
        sent.send(.position(16), atNs: 1000 * Self.ms)
        sent.send(.resume, atNs: 1001 * Self.ms)
        #expect(sent.isEcho(.position(16), atNs: 1002 * Self.ms) && sent.isEcho(.resume, atNs: 1002 * Self.ms))
        #expect(!sent.isEcho(.stop, atNs: 1030 * Self.ms) && !sent.isEcho(.position(0), atNs: 1030 * Self.ms))
        #expect(!sent.isEcho(.resume, atNs: 1101 * Self.ms))
        sent.send(.clock, atNs: 1101 * Self.ms)
        #expect(!sent.isEcho(.clock, atNs: 1102 * Self.ms))
    }
}
