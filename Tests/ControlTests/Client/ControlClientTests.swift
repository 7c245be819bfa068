// SPDX-License-Identifier: Apache-2.0

import Glibc
import MetronomeLinux
import Testing

@testable import MetronomeControl

@Suite struct ControlClientTests {
    private let soon = Duration.seconds(60)

    @Test func `a call sends one line, and its answer is the one with its id`() throws {
        let daemon = try FakeDaemon()
        daemon.say(#"{"id":99,"result":"another's"}"# + "\n" + #"{"id":1,"result":{"bpm":120}}"# + "\n")
        let answer = try daemon.client.call("tempo.set", params: ["bpm": 120], timeout: soon)
        #expect(try answer.get() == ["bpm": 120])
        #expect(daemon.heard() == #"{"id":1,"method":"tempo.set","params":{"bpm":120}}"# + "\n")

        daemon.say(#"{"id":null,"result":{}}"# + "\n")
        #expect(try daemon.client.call(words: "ping", timeout: soon).get() == [:])
        #expect(daemon.heard() == "ping\n")
    }

    @Test(arguments: ["", " \t\r", "one\ntwo", "tempo 90\n", "{}", " [1]"])
    func `words that are no line of their own are refused, and what is asked next gets its own answer`(
        words: String
    ) throws {
        let daemon = try FakeDaemon()
        let answer = try daemon.client.call(words: words, timeout: soon)
        #expect(throws: ControlError(.invalidRequest, "words are one line, and no JSON")) { try answer.get() }
        daemon.say(#"{"id":null,"result":{}}"# + "\n")
        #expect(try daemon.client.call(words: "ping", timeout: soon).get() == [:])
        #expect(daemon.heard() == "ping\n")
        let long = try daemon.client.call(words: String(repeating: "a", count: 100_000), timeout: soon)
        #expect(throws: ControlError.self) { try long.get() }
        #expect(daemon.heard().isEmpty)
    }

    @Test func `a refusal comes as the error it is`() throws {
        let daemon = try FakeDaemon()
        let refusal = ControlError(.outOfRange, "no", param: "bpm", min: 1, max: 1000)
        daemon.say(FakeDaemon.refusal(1, refusal))
        #expect(try daemon.client.call("tempo.set", timeout: soon) == .failure(refusal))

        // A connection that is refused before the request: the error has no id.
        let full = ControlError(.tooManyClients, "full")
        daemon.say(String(decoding: Reply.line(error: full), as: UTF8.self))
        daemon.hangUp()
        #expect(try daemon.client.call("ping", timeout: soon) == .failure(full))
    }

    @Test func `events among the answers are kept, in their order`() throws {
        let daemon = try FakeDaemon()
        daemon.say(
            "{\"method\":\"event.a\"}\n{\"id\":1,\"result\":1}\n{\"method\":\"event.b\"}\n{\"id\":2,\"result\":2}\n")
        #expect(try daemon.client.call("ping", timeout: soon).get() == 1)
        #expect(try daemon.client.call("ping", timeout: soon).get() == 2)
        daemon.say("{\"method\":\"event.c\"}\n")
        for name in ["a", "b", "c"] {
            let line = try #require(try daemon.client.nextEvent(timeout: soon))
            #expect(try JSONLine.parse(line)["method"]?.string == "event.\(name)")
        }
        #expect(try daemon.client.nextEvent(timeout: .zero) == nil)
    }

    @Test func `a line may come in pieces`() throws {
        let daemon = try FakeDaemon()
        daemon.say("{\"method\":")
        #expect(try daemon.client.nextEvent(timeout: .zero) == nil)
        daemon.say("\"event.a\"}")
        #expect(try daemon.client.nextEvent(timeout: .milliseconds(1)) == nil)
        daemon.say("\n\n")
        #expect(try daemon.client.nextEvent(timeout: soon) == Array("{\"method\":\"event.a\"}".utf8))
        #expect(try daemon.client.nextEvent(timeout: soon) == [])
    }

    @Test func `no answer is a timeout, and a closed connection is reported as closed`() throws {
        let daemon = try FakeDaemon()
        #expect(throws: ClientError.timeout) { try daemon.client.call("ping", timeout: .milliseconds(1)) }
        daemon.say("{\"id\":7")
        daemon.hangUp()
        #expect(throws: ClientError.closed) { try daemon.client.call("ping", timeout: soon) }
        #expect(throws: ClientError.closed) { try daemon.client.nextEvent(timeout: soon) }
    }

    @Test func `a late answer answers its own request, and not the next`() throws {
        let daemon = try FakeDaemon()
        let now = Duration.zero
        #expect(throws: ClientError.timeout) { try daemon.client.call(words: "status", timeout: now) }
        #expect(throws: ClientError.timeout) { try daemon.client.call(words: "sing", timeout: now) }
        #expect(throws: ClientError.timeout) { try daemon.client.call("status", timeout: now) }
        let refusal = ControlError(.unknownMethod, "no")
        daemon.say("{\"id\":null,\"result\":\"late\"}\n")
        daemon.say(FakeDaemon.refusal(nil, refusal))
        daemon.say("{\"id\":1,\"result\":\"late\"}\n{\"id\":null,\"result\":\"words\"}\n")
        #expect(try daemon.client.call(words: "ping", timeout: soon).get() == "words")
        #expect(throws: ClientError.timeout) { try daemon.client.call(words: "sing", timeout: now) }
        daemon.say(FakeDaemon.refusal(nil, refusal))
        daemon.say("{\"id\":2,\"result\":\"JSON\"}\n")
        #expect(try daemon.client.call("ping", timeout: soon).get() == "JSON")
    }

    @Test func `a line that was sent in part is ended before the next one begins`() throws {
        let daemon = try FakeDaemon()
        let much = [UInt8](repeating: UInt8(ascii: "x"), count: 16 << 20) + [UInt8(ascii: "\n")]
        #expect(throws: ClientError.timeout) { try daemon.client.send(much, timeout: .zero) }
        // One of which nothing was sent is not sent later either.
        #expect(throws: ClientError.timeout) { try daemon.client.send(Array("never\n".utf8), timeout: .zero) }
        var heard = ""
        while heard.utf8.count < much.count {
            let more = daemon.heard()
            if more.isEmpty { try? daemon.client.send([], timeout: .zero) }
            heard += more
        }
        try daemon.client.send(Array("next\n".utf8), timeout: .zero)
        heard += daemon.heard()
        #expect(heard == String(decoding: much, as: UTF8.self) + "next\n")
    }

    @Test(arguments: ["hello", "OK MPD 0.23", "[1]", #"{"id":1,"error":"no"}"#, #"{"id":1,"error":{"code":1}}"#])
    func `any other answer is a protocol mismatch`(line: String) throws {
        let daemon = try FakeDaemon()
        daemon.say(line + "\n")
        let error = #expect(throws: ClientError.self) { try daemon.client.call("ping", timeout: soon) }
        guard case .protocolMismatch? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test func `a daemon that does not read is a timeout, not a wait for ever`() throws {
        let daemon = try FakeDaemon()
        let much = [UInt8](repeating: UInt8(ascii: "x"), count: 16 << 20)
        #expect(throws: ClientError.timeout) { try daemon.client.send(much, timeout: .milliseconds(1)) }
    }

    @Test(arguments: ["/nonexistent/control.sock", "/dev/null", "/", ""])
    func `where no program listens, the error says so and what to do`(path: String) {
        let error = #expect(throws: ClientError.self) { try ControlClient.connect(path: path, timeout: soon) }
        guard case .notRunning(path, _)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(error?.description.contains("metronomed") == true)
    }

    @Test func `it connects to a listening socket`() throws {
        let path = "/tmp/metronomed-test-\(getpid())-\(Int.random(in: 0..<1_000_000)).sock"
        let listener = try UnixAddress.socket(SOCK_STREAM)
        defer {
            close(listener)
            unlink(path)
        }
        try #require(UnixAddress(path: path)).bind(listener)
        try #require(listen(listener, 1) == 0)

        let client = try ControlClient.connect(path: path, timeout: soon)
        let peer = accept(listener, nil, nil)
        let daemon = ControlClient(descriptor: peer)
        try daemon.send(Array("{\"id\":1,\"result\":true}\n".utf8), timeout: soon)
        #expect(try client.call("ping", timeout: soon).get() == true)
        #expect(fcntl(client.descriptor, F_GETFD) & FD_CLOEXEC != 0)
    }
}
