// SPDX-License-Identifier: Apache-2.0

import ControlSamples
import MetronomeControl
import Testing

@testable import Web

@Suite struct PresentStateTests {
    private let timeline = TimelineState.sample([.sample(atNs: 5_000_000_000)])

    private func connected() -> PresentState {
        var present = PresentState(name: "stage")
        present.connect(Subscription(seq: 1, events: [.state, .timeline], state: .allegro))
        present.identify(Version())
        return present
    }

    /// What a page that comes now is told of the state.
    private func state(in present: inout PresentState) throws -> JSONValue {
        let hello = try #require(present.greeting(for: .watch).first)
        return try JSONLine.parse(hello.dropLast())["params"]?["state"] ?? .null
    }

    @Test func `a page that joins is told the timeline that holds, whatever was told since`() throws {
        var present = connected()
        #expect(try state(in: &present)["timeline"] ?? .null == .null)
        _ = present.add(
            .timeline(TimelineEvent { ($0.seq, $0.run, $0.timeline) = (2, 3, timeline) }), line: Array("{}".utf8))
        var later = Status.allegro
        later.settings.bpm = 99
        _ = present.add(
            .state(StateEvent { ($0.seq, $0.run, $0.changed, $0.state) = (3, 3, ["bpm"], later) }),
            line: Array("{}".utf8))
        let told = try state(in: &present)
        #expect(told["settings"]?["bpm"] == 99)
        #expect(told["timeline"]?["run"] == 3 && told["timeline"]?["segments"]?[0]?["at_ns"] == 5_000_000_000)
        _ = present.add(.timeline(TimelineEvent { ($0.seq, $0.run) = (4, 3) }), line: Array("{}".utf8))
        #expect(try state(in: &present)["timeline"] ?? .null == .null)
    }

    @Test func `pages are told that the daemon is gone once, and nothing of its state after that`() throws {
        var present = connected()
        #expect(present.isConnected)
        #expect(present.disconnect().count == 1)
        #expect(present.disconnect().isEmpty)
        #expect(try state(in: &present) == .null)
        #expect(present.add(.state(StateEvent { ($0.seq, $0.run, $0.state) = (5, 3, .allegro) }), line: []).isEmpty)
    }
}
