// SPDX-License-Identifier: Apache-2.0

import ControlSamples
import Testing

@testable import Bridges
@testable import MetronomeControl

@Suite struct LoopBridgeTests {
    private static let second: Int64 = 1_000_000_000

    /// A microphone that hears strokes at their times.
    private final class Room: StrokeSource {
        let name = "room"
        let trouble: String? = nil
        private let strokes: [Int64]
        private var heardNs: Int64 = 0

        init(_ strokes: [Int64]) { self.strokes = strokes }

        func turn(atNs now: Int64, clicks: (Range<Int64>) -> [HeardClick]) -> [StrokeReport] {
            let heard = strokes.filter { heardNs..<now ~= $0 }
            heardNs = now
            return heard.map { .stroke(ns: $0, strength: 0.5) }
        }
    }

    /// A measurement with a daemon that plays at 120 bpm from second 2 on, once it is started.
    private struct Measurement {
        var bridge: LoopBridge<Room>
        var asked: [BridgeRequest] = []
        private var now: Int64 = 0
        private var seq = 1

        init(_ strokes: [Int64] = []) throws {
            bridge = LoopBridge(Room(strokes)) { _ in }
            try take(.connected(Subscription { ($0.state, $0.seq) = (LoopBridgeTests.status(), 1) }))
        }

        mutating func take(_ event: BridgeEvent<String>) throws {
            for case .ask(let request, _) in try bridge.take(event, atNs: now) { asked.append(request) }
        }

        /// Listens up to a time, in seconds.
        mutating func listen(until end: Double) throws {
            while Double(now) < end * 1e9 {
                now += 20_000_000
                try take(.turn)
            }
        }

        mutating func tell(playing: Bool, subdivision: Int = 1, muted: [String] = []) throws {
            let status = LoopBridgeTests.status(playing: playing, subdivision: subdivision, muted: muted)
            seq += 1
            try take(.told(.state(StateEvent { ($0.seq, $0.run, $0.state) = (seq, 3, status) }), line: []))
        }

        mutating func tell(_ timeline: TimelineState) throws {
            seq += 1
            try take(.told(.timeline(TimelineEvent { ($0.seq, $0.run, $0.timeline) = (seq, 3, timeline) }), line: []))
        }
    }

    fileprivate static func status(playing: Bool = false, subdivision: Int = 1, muted: [String] = []) -> Status {
        var status = Status.allegro
        status.playing = playing
        (status.heard.volume, status.heard.subdivision, status.heard.swing) = (1, subdivision, "even")
        status.heard.lanes = muted.map { name in HeardState.Lane { ($0.name, $0.muted) = (name, true) } }
        return status
    }

    /// One that has asked for a start, and was told of it.
    private func begun(_ strokes: [Int64] = [], countIn beats: Int = 0, muted: [String] = []) throws -> Measurement {
        var measurement = try Measurement(strokes)
        try measurement.listen(until: 1.5)
        #expect(measurement.asked == [BridgeRequest(method: "start")])
        try measurement.tell(playing: true, muted: muted)
        try measurement.tell(.sample([.sample()], [.sample(origin: beats)]))
        return measurement
    }

    @Test func `what another client starts meanwhile is neither measured nor stopped`() throws {
        var measurement = try Measurement()
        try measurement.listen(until: 0.5)
        let error = #expect(throws: EarFailure.self) { try measurement.tell(playing: true) }
        #expect(error?.reason == "it plays: stop it first with metroctl stop; the offset is as it was")
        #expect(measurement.asked == [])
    }

    @Test func `what another client starts just before it is neither measured nor stopped`() throws {
        var measurement = try Measurement()
        try measurement.listen(until: 1.5)
        func answer(atBeat beat: Double) -> BridgeEvent<String> {
            let line = #"{"id":1,"result":{"at_beat":\#(beat),"at_ns":2000000000,"run":3}}"#
            return .done(ConnectionAnswer(id: 1, line: Array(line.utf8)), "start")
        }
        try measurement.take(answer(atBeat: 0))
        let error = #expect(throws: EarFailure.self) { try measurement.take(answer(atBeat: 3.5)) }
        #expect(error?.reason == "it plays: stop it first with metroctl stop; the offset is as it was")
        #expect(measurement.asked == [BridgeRequest(method: "start")])
    }

    @Test func `it asks for the offset and stops what it has started`() throws {
        var measurement = try begun((0..<20).map { 2_030_000_000 + $0 * Self.second / 2 })
        try measurement.listen(until: 8)
        #expect(
            measurement.asked.dropFirst() == [
                BridgeRequest(method: "offset.set", params: ["by_ms": 30]), BridgeRequest(method: "stop"),
            ])
    }

    @Test func `a count-in is heard where the beats are muted, and the parts are behind it`() throws {
        let parts = (0..<20).map { 4_280_000_000 + $0 * Self.second / 2 }
        var measurement = try begun(
            (0..<4).map { 2_030_000_000 + $0 * Self.second / 2 } + parts, countIn: 4, muted: ["beat"])
        try measurement.listen(until: 4.1)
        try measurement.tell(playing: true, subdivision: 2, muted: ["beat"])
        try measurement.listen(until: 8)
        #expect(measurement.asked.contains(BridgeRequest(method: "offset.set", params: ["by_ms": 30])))
    }

    @Test func `interrupted before a result it stops, and the offset is as it was`() throws {
        var measurement = try begun()
        try measurement.listen(until: 3)
        try measurement.take(.signalled([2]))
        #expect(measurement.asked.last == BridgeRequest(method: "stop"))
        let error = #expect(throws: EarFailure.self) {
            try measurement.take(.done(ConnectionAnswer(id: 1, line: []), "stop"))
        }
        #expect(error?.reason == "interrupted; the offset is as it was")
    }

    @Test func `interrupted once the offset is asked for it does not say that it is as it was`() throws {
        var measurement = try begun((0..<20).map { 2_030_000_000 + $0 * Self.second / 2 })
        try measurement.listen(until: 8)
        let error = #expect(throws: EarFailure.self) { try measurement.take(.signalled([2])) }
        #expect(error?.reason == "interrupted; metroctl offset says whether the offset was set")
    }
}
