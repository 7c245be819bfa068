// SPDX-License-Identifier: Apache-2.0

import ControlSamples
import MetronomeControl
import NIOCore
import Testing

@testable import Daemon

@Suite struct MissedEventsTests {
    private func events(_ missed: inout MissedEvents) throws -> [Event] {
        var events: [Event] = []
        while let line = missed.next() {
            events.append(try #require(try Event(line: Array(line.readableBytesView.dropLast()))))
        }
        return events
    }

    @Test func `how many were dropped is told, and the newest of each kind, once and in the order of their numbers`()
        throws
    {
        var missed = MissedEvents()
        for index in 1...5 { missed.add(EventMessage(.beat(BeatEvent.sample(index: index)))) }
        for seq in 101...104 {
            let event = MotionEvent { ($0.seq, $0.run) = (seq, 2) }
            missed.add(EventMessage(.motion(event)))
        }
        for seq in [99, 105] {
            missed.add(EventMessage(.frame(FrameEvent { $0.seq = seq })))
        }
        for seq in [98, 100] { missed.add(EventMessage(.timeline(TimelineEvent { ($0.seq, $0.run) = (seq, 2) }))) }
        let all = try events(&missed)
        try #require(all.count == 3)
        #expect(all[0] == .timeline(TimelineEvent { ($0.seq, $0.run) = (100, 2) }))
        #expect(
            all[1]
                == .lagged(
                    LaggedEvent {
                        $0.seq = 104; $0.run = 2; $0.dropped = .init { ($0.beat, $0.motion) = (5, 4) }
                    }))
        guard case .frame(let frame) = all[2] else { throw ControlError(.internal, "no frame") }
        #expect(frame.seq == 105)
        #expect(try events(&missed).isEmpty)
    }

    @Test func `who missed nothing is told nothing`() throws {
        var missed = MissedEvents()
        #expect(try events(&missed).isEmpty)
    }
}
