// SPDX-License-Identifier: Apache-2.0

import ControlSamples
import MetronomeControl
import NIOCore
import Testing

@testable import Daemon

@Suite struct MissedEventsTests {
    private func events(_ missed: inout MissedEvents) throws -> [Event] {
        var events: [Event] = []
        while let line = missed.next(sequence: 9, run: 2) {
            events.append(try #require(try Event(line: Array(line.readableBytesView.dropLast()))))
        }
        return events
    }

    @Test func `what was dropped is told by number, then the newest of each kind, once`() throws {
        var missed = MissedEvents()
        for seq in 1...5 { missed.add(EventMessage(.beat(BeatEvent.sample(index: seq)))) }
        for seq in 1...4 {
            let event = MotionEvent { ($0.seq, $0.run) = (seq, 2) }
            missed.add(EventMessage(.motion(event)))
        }
        for seq in [1, 5] {
            missed.add(EventMessage(.frame(FrameEvent { $0.seq = seq })))
        }
        for seq in [2, 6] { missed.add(EventMessage(.timeline(TimelineEvent { ($0.seq, $0.run) = (seq, 2) }))) }
        let all = try events(&missed)
        try #require(all.count == 3)
        #expect(
            all[0]
                == .lagged(
                    LaggedEvent {
                        $0.seq = 9; $0.run = 2; $0.dropped = .init { ($0.beat, $0.motion) = (5, 4) }
                    }))
        #expect(all[1] == .timeline(TimelineEvent { ($0.seq, $0.run) = (6, 2) }))
        guard case .frame(let frame) = all[2] else { throw ControlError(.internal, "no frame") }
        #expect(frame.seq == 5)
        #expect(try events(&missed).isEmpty)
    }

    @Test func `who missed nothing is told nothing`() throws {
        var missed = MissedEvents()
        #expect(try events(&missed).isEmpty)
    }
}
