// SPDX-License-Identifier: Apache-2.0

import ControlSamples
import MetronomeMotion
import Testing

@testable import MetronomeControl

@Suite struct EventTests {
    @Test func `a beat on the wire is exactly as documented`() {
        let beat = BeatEvent {
            $0.seq = 18; $0.run = 3; $0.beatIndex = 411; $0.bar = 103; $0.beat = 4; $0.bpm = 120
            $0.accent = "accent"; $0.atNs = 5
            $0.pendulum = MotionSegment {
                $0.from = -30; $0.to = 30; $0.beginNs = 5; $0.durationNs = 500_000_000
                $0.curve = .easeInOut
            }
        }
        let line = EventLine.encode(method: BeatEvent.method, params: beat)
        let documented = """
            {"method":"event.beat","params":{"accent":"accent","at_ns":5,"bar":103,"beat":4,"beat_index":411,"bell":false,"bpm":120,\
            "pendulum":{"begin_ns":5,"curve":"easeInOut","duration_ns":500000000,"from":-30,"to":30},"revision":0,"run":3,"seq":18}}

            """
        #expect(String(decoding: line, as: UTF8.self) == documented)
        #expect((try? Event(line: line)) == .beat(beat))
    }

    @Test func `every event reads back the same`() throws {
        let state = StateEvent { ($0.seq, $0.changed, $0.state) = (19, ["bpm"], .stopped) }
        #expect(try Event(line: EventLine.encode(method: StateEvent.method, params: state)) == .state(state))
        let audio = AudioEvent { ($0.seq, $0.audio) = (20, Status.stopped.audio) }
        #expect(try Event(line: EventLine.encode(method: AudioEvent.method, params: audio)) == .audio(audio))
        let timeline = TimelineEvent { ($0.seq, $0.run) = (20, 3) }
        #expect(
            try Event(line: EventLine.encode(method: TimelineEvent.method, params: timeline)) == .timeline(timeline))
        let lagged = LaggedEvent { ($0.seq, $0.dropped) = (20, .init { $0.beat = 12 }) }
        #expect(try Event(line: EventLine.encode(method: LaggedEvent.method, params: lagged)) == .lagged(lagged))
    }

    @Test func `an event or an answer without a member that is always sent is not read`() {
        let lagged = #"{"method":"event.lagged","params":{"seq":1,"dropped":{"beat":1,"motion":0}}}"#
        #expect(throws: ControlError.self) { try Event(line: Array(lagged.utf8)) }
        let change = #"{"at_beat":411.25,"at_ns":7,"bpm":120}"#
        #expect(throws: (any Error).self) { try JSONLine.decode(Change.self, from: change.utf8) }
    }

    @Test func `an unknown event is passed on by name, and a reply is no event`() throws {
        #expect(try Event(line: Array(#"{"method":"event.bar","params":{}}"#.utf8)) == .other("event.bar"))
        #expect(try Event(line: Array(#"{"id":1,"result":{}}"#.utf8)) == nil)
        #expect(throws: ControlError.self) { try Event(line: Array(#"{"method":"event.beat","params":{}}"#.utf8)) }
    }

    @Test func `a member more does no harm`() throws {
        let line =
            #"{"method":"event.lagged","params":{"seq":1,"run":2,"dropped":{"beat":1,"motion":0,"bar":2},"since":3}}"#
        #expect(
            try Event(line: Array(line.utf8))
                == .lagged(
                    LaggedEvent {
                        $0.seq = 1; $0.run = 2; $0.dropped = .init { $0.beat = 1 }
                    }))
    }

    @Test func `a change is one flat object, null where it has no place`() throws {
        let change = Change {
            ($0.run, $0.atBeat, $0.atNs, $0.atBar, $0.atBarBeat, $0.values) = (3, 411.25, 7, 94, 2, ["bpm": 120])
        }
        #expect(
            String(decoding: JSONLine.encode(change), as: UTF8.self)
                == #"{"at_bar":94,"at_bar_beat":2,"at_beat":411.25,"at_ns":7,"bpm":120,"run":3}"#
                + "\n")
        #expect(try JSONLine.decode(Change.self, from: JSONLine.encode(change)) == change)
        let still = Change { $0.run = 0 }
        #expect(
            String(decoding: JSONLine.encode(still), as: UTF8.self)
                == #"{"at_bar":null,"at_bar_beat":null,"at_beat":null,"at_ns":null,"run":0}"# + "\n")
        #expect(try JSONLine.decode(Change.self, from: JSONLine.encode(still)) == still)
    }

    @Test func `the other answers have every key, and read back`() throws {
        let subscription = Subscription(seq: 17, events: [.state, .beat], state: .stopped)
        let line = try JSONLine.parse(JSONLine.encode(subscription))
        #expect(
            line["events"] == ["beat", "state"] && line["protocol"] == ["major": 1, "minor": 0] && line["seq"] == 17)
        #expect(try JSONLine.decode(Subscription.self, from: JSONLine.encode(subscription)) == subscription)

        let version = Version()
        #expect(try JSONLine.parse(JSONLine.encode(version))["daemon"]?.string == Product.version)
        let sounds = SoundList { $0.sounds = [.init { ($0.name, $0.source) = ("beat", "builtin") }] }
        #expect(
            String(decoding: JSONLine.encode(sounds), as: UTF8.self)
                == #"{"sounds":[{"name":"beat","path":null,"source":"builtin"}]}"# + "\n")
    }
}
