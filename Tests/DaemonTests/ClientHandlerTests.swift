// SPDX-License-Identifier: Apache-2.0

import ControlSamples
import MetronomeControl
import NIOCore
import NIOEmbedded
import Testing

@testable import Daemon

@Suite struct ClientHandlerTests {
    // MARK: requests

    @Test func `answers come in the order of the requests, with their ids`() throws {
        let bench = try ClientBench()
        bench.performer.answersAtOnce = false
        try bench.send(#"{"id":1,"method":"ping"}"# + "\n" + #"{"id":2,"method":"fly"}"# + "\nversion\n")
        #expect(bench.performer.calls == [.ping])
        #expect(try bench.received().isEmpty)
        bench.performer.answerOldest()
        #expect(bench.performer.calls == [.ping, .version])
        bench.performer.answerOldest()
        let answers = try bench.received()
        #expect(answers.map { $0["id"] } == [1, 2, nil as JSONValue])
        #expect(answers.map { $0["error"]?["data"]?["reason"]?.string } == [nil, "unknown_method", nil])
    }

    @Test func `who wants no answer gets none`() throws {
        let bench = try ClientBench()
        try bench.send(#"{"jsonrpc":"2.0","method":"ping"}"# + "\n" + #"{"jsonrpc":"2.0","method":"fly"}"# + "\n")
        #expect(bench.performer.calls == [.ping])
        #expect(try bench.received().isEmpty)
    }

    @Test func `a long line of requests is performed to its end, a turn at a time`() throws {
        let bench = try ClientBench()
        bench.holdsTurns = true
        try bench.send(String(repeating: "ping\n", count: 100))
        var done: [Int] = []
        while bench.looks > done.count {
            done.append(bench.performer.calls.count)
            bench.turns.beginTurn()
        }
        #expect(done == [32, 64, 96])
        #expect(bench.performer.calls.count == 100)
        #expect(try bench.received().count == 100)
    }

    // MARK: time

    @Test func `a line in two pieces does not close the connection`() throws {
        let bench = try ClientBench()
        try bench.send("pi")
        bench.wait(seconds: 9)
        try bench.send("ng\n")
        bench.wait(seconds: 60)
        #expect(try bench.received().count == 1)
        #expect(bench.isOpen)
    }

    @Test func `a line begun and not ended closes the connection after 10 s`() throws {
        let bench = try ClientBench()
        try bench.send("ping\npi")
        #expect(try bench.received().count == 1)
        bench.wait(seconds: 5)
        try bench.send("n")
        bench.wait(seconds: 4)
        #expect(bench.isOpen)
        bench.wait(seconds: 1)
        #expect(try bench.reasons() == ["line_timeout"])
        #expect(!bench.isOpen)
    }

    @Test func `who only waits may wait for ever`() throws {
        let bench = try ClientBench()
        try bench.send("subscribe\n")
        bench.wait(seconds: 100_000)
        #expect(bench.isOpen)
    }

    // MARK: limits

    @Test func `65536 bytes before the newline are taken, 65537 are refused`() throws {
        let head = #"{"method":"ping","more":""#
        for (length, isTaken) in [(65_536, true), (65_537, false)] {
            let bench = try ClientBench()
            try bench.send(head + String(repeating: "x", count: length - head.utf8.count - 2) + "\"}\n")
            #expect(bench.performer.calls == (isTaken ? [.ping] : []))
            #expect(try bench.reasons() == [isTaken ? nil : "line_too_long"])
            #expect(bench.isOpen == isTaken)
        }
    }

    @Test func `20 bad lines in a row are refused, then the connection is closed`() throws {
        let bench = try ClientBench()
        for _ in 0..<19 { try bench.send("{]\n") }
        try bench.send("ping\n")
        for _ in 0..<19 { try bench.send("{]\n") }
        #expect(bench.isOpen)
        _ = try bench.received()
        try bench.send("{]\nping\n")
        #expect(try bench.reasons() == ["parse_error", "too_many_errors"])
        #expect(!bench.isOpen)
        #expect(bench.performer.calls == [.ping])
    }

    @Test(arguments: [
        [0xFF], [0xC3, 0x28], [0xED, 0xA0, 0x80], [0xF8, 0x88, 0x80, 0x80, 0x80], [0xC0, 0xAF],
        Array(#"{"method":"ping","x":""#.utf8) + [0xFE] + Array("\"}".utf8), Array("tempo ".utf8) + [0x80],
    ]) func `broken UTF-8 is refused, and the next request is performed`(bytes: [UInt8]) throws {
        let bench = try ClientBench()
        try bench.send(bytes: bytes + Array("\nping\n".utf8))
        #expect(try bench.reasons() == ["parse_error", nil])
        #expect(bench.performer.calls == [.ping])
    }

    // MARK: slow clients

    @Test func `a slow client loses beats, is told how many, and gets the newest state only`() throws {
        let bench = try ClientBench()
        let handler = try #require(bench.handler)
        try bench.send("subscribe\n")
        _ = try bench.received()
        bench.isReading = false
        handler.deliver([EventMessage(.beat(beat(1))), EventMessage(.beat(beat(2)))])
        for seq in [3, 4, 5] { handler.deliver([EventMessage(.state(state(seq)))]) }
        handler.deliver([EventMessage(.beat(beat(6)))])
        handler.deliver([EventMessage(.audio(audio(7)))])
        handler.deliver([EventMessage(.frame(FrameEvent { $0.seq = 8 }))])
        handler.deliver([EventMessage(.frame(FrameEvent { $0.seq = 9 }))])
        #expect(try bench.received().isEmpty)

        bench.isReading = true
        let lines = try bench.received()
        #expect(
            lines.map { $0["method"]?.string } == ["event.state", "event.lagged", "event.audio", "event.frame"])
        #expect(lines.map { $0["params"]?["seq"] } == [5, 6, 7, 9])
        #expect(lines[1]["params"] == ["seq": 6, "run": 3, "dropped": ["beat": 3, "motion": 0]])
        handler.deliver([EventMessage(.beat(beat(10)))])
        #expect(try bench.received().map { $0["method"] } == ["event.beat"])
    }

    @Test func `an answer is never dropped, and the requests behind it wait until the client reads`() throws {
        let bench = try ClientBench()
        bench.performer.answersAtOnce = false
        try bench.send("ping\nversion\n")
        bench.isReading = false
        bench.performer.answerOldest()
        #expect(bench.performer.calls == [.ping])
        bench.performer.answersAtOnce = true
        bench.isReading = true
        #expect(bench.performer.calls == [.ping, .version])
        #expect(try bench.received().count == 2)
    }

    @Test func `a client that reads nothing for 10 s is closed`() throws {
        let bench = try ClientBench()
        bench.isReading = false
        bench.wait(seconds: 9)
        #expect(bench.isOpen)
        bench.wait(seconds: 1)
        #expect(!bench.isOpen)
    }

    @Test func `a client that reads on, however slowly, is not closed, and 10 s after its last byte it is`() throws {
        let bench = try ClientBench()
        bench.holdsOutput = true
        try bench.send("ping\n")
        bench.isReading = false
        bench.wait(seconds: 5)
        bench.readSome()
        bench.wait(seconds: 14)
        #expect(bench.isOpen)
        bench.wait(seconds: 1)
        #expect(!bench.isOpen)
    }

    @Test func `a client that reads on is not closed, though more is written than it has read`() throws {
        let bench = try ClientBench()
        bench.holdsOutput = true
        try bench.send("ping\n")
        bench.performer.answersAtOnce = false
        try bench.send("version\n")
        bench.isReading = false
        bench.readSome()
        bench.performer.answerOldest()
        bench.wait(seconds: 10)
        #expect(bench.isOpen)
        bench.wait(seconds: 10)
        #expect(!bench.isOpen)
    }

    // MARK: the end

    @Test func `a client that has said its last word is answered, then closed`() throws {
        let bench = try ClientBench()
        bench.performer.answersAtOnce = false
        try bench.send("ping\nversion")
        bench.endSending()
        bench.performer.answerOldest()
        #expect(bench.performer.calls == [.ping, .version])
        #expect(bench.isOpen)
        bench.performer.answerOldest()
        #expect(try bench.received().count == 2)
        #expect(!bench.isOpen)
    }

    @Test func `a subscriber that hangs up leaves nothing behind`() throws {
        let bench = try ClientBench()
        try bench.send("subscribe\npi")
        bench.isReading = false
        #expect(bench.performer.subscribers.count == 1 && bench.performer.feeds.count == 1)
        bench.hangUp()
        #expect(bench.performer.subscribers.isEmpty && bench.performer.feeds.isEmpty)
        #expect(bench.performer.departures == 1 && bench.departures == 1)
        bench.wait(seconds: 60)
        #expect(bench.handler == nil, "a timer or a request holds it")
    }

    @Test func `a request that is answered after its client has gone harms nobody`() throws {
        let bench = try ClientBench()
        bench.performer.answersAtOnce = false
        try bench.send("ping\nversion\n")
        bench.hangUp()
        bench.performer.answerOldest()
        #expect(bench.performer.calls == [.ping])
        #expect(bench.performer.departures == 1)
    }

    @Test func `a subscription whose answer cannot be written leaves no feed behind`() throws {
        let bench = try ClientBench()
        bench.breakConnection()
        try bench.send("subscribe frame 16 pendulum.angle\n")
        bench.channel.embeddedEventLoop.run()
        #expect(!bench.isOpen)
        #expect(bench.performer.calls.count == 1 && bench.performer.departures == 1)
        #expect(bench.performer.subscribers.isEmpty && bench.performer.feeds.isEmpty)
    }

    // MARK: values

    private func beat(_ seq: Int) -> BeatEvent {
        var beat = BeatEvent.sample(index: 1)
        beat.seq = seq
        return beat
    }

    private func state(_ seq: Int) -> StateEvent {
        StateEvent { ($0.seq, $0.changed, $0.state) = (seq, ["bpm"], .stopped) }
    }

    private func audio(_ seq: Int) -> AudioEvent {
        AudioEvent { ($0.seq, $0.audio) = (seq, Status.stopped.audio) }
    }
}
