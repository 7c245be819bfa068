// SPDX-License-Identifier: Apache-2.0

import ControlSamples
import MetronomeControl
import NIOCore
import Testing

@testable import Daemon

@Suite struct EventMessageTests {
    @Test func `an event for many clients is encoded once, and its bytes are shared`() {
        let message = EventMessage(.beat(BeatEvent.sample(index: 3)))
        let (one, other) = (message.line, message.line)
        #expect(one == other)
        let (first, second) = (
            one.withUnsafeReadableBytes { $0.baseAddress },
            other.withUnsafeReadableBytes { $0.baseAddress }
        )
        #expect(first == second)
        #expect(
            Array(one.readableBytesView) == EventLine.encode(method: "event.beat", params: BeatEvent.sample(index: 3)))
    }

    @Test func `clients of a conductor are sent the same message`() async throws {
        let bench = try ClientBench()
        let other = try ClientBench()
        let message = EventMessage(.beat(BeatEvent.sample(index: 1)))
        for bench in [bench, other] { bench.handler?.deliver([message, message]) }
        for bench in [bench, other] {
            #expect(try bench.received().map { $0["method"] } == ["event.beat", "event.beat"])
        }
    }
}
