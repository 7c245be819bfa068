// SPDX-License-Identifier: Apache-2.0

import ControlSamples
import Glibc
import MetronomeLinux
import Testing

@testable import MetronomeControl

@Suite struct DaemonConnectionTests {
    private let server = Server()
    private let ms: Int64 = 1_000_000
    private let begin: Int64 = 5_000_000_000
    private let subscription = Subscription(seq: 7, events: [.beat, .state], state: .allegro)

    private func connection() -> DaemonConnection {
        DaemonConnection(
            path: server.path, subscription: ["lead_ms": 300], answerTimeout: .seconds(2), longestPause: .seconds(1))
    }

    private func answer(_ id: Int) -> String {
        #"{"id":\#(id),"result":"# + String(decoding: JSONLine.encode(subscription).dropLast(), as: UTF8.self) + "}\n"
    }

    private func isLost(_ reports: [ConnectionReport]) -> Bool {
        guard reports.count == 1, case .lost(.failed(.notRunning)) = reports[0] else { return false }
        return true
    }

    /// A metronome that is connected to the server, and waits long for its answers.
    private func connected() async throws -> Metronome {
        try server.listen()
        let path = server.path
        let connecting = Task { try await Metronome.connect(socket: path, timeout: .seconds(600)) }
        try await server.acceptLater()
        try await server.heard("subscribe")
        server.say(answer(1))
        return try await connecting.value
    }

    @Test func `it is made, lost with the daemon, and made again when there is a new one`() throws {
        var connection = connection()
        #expect(isLost(connection.turn(atNs: begin)) && connection.descriptor == -1)
        #expect(connection.wakeNs == begin + 100 * ms)

        for (id, now) in [(1, begin + 100 * ms), (2, begin + 900 * ms)] {
            try server.listen()
            #expect(connection.turn(atNs: now) == [] && connection.descriptor >= 0)
            server.accept()
            #expect(server.heard() == #"{"id":\#(id),"method":"subscribe","params":{"lead_ms":300}}"# + "\n")
            server.say(answer(id))
            #expect(connection.turn(atNs: now) == [.subscribed(subscription)])
            server.die()
            #expect(connection.turn(atNs: now) == [.lost(.failed(.closed))])
            #expect(connection.descriptor == -1 && connection.wakeNs == now + 100 * ms)
        }
    }

    @Test(.timeLimit(.minutes(10)))
    func `who waits for an answer is told when the daemon goes, and so is who asks after it`() async throws {
        let metronome = try await connected()
        let waiting = Task { try await metronome.start() }
        try await server.heard("start")
        server.die()
        await #expect(throws: ClientError.closed) { try await waiting.value }
        await #expect(throws: ClientError.closed) { try await metronome.stop() }
    }

    @Test(.timeLimit(.minutes(10)))
    func `a task that is cancelled waits for no answer, and the next has its own`() async throws {
        let metronome = try await connected()
        let waiting = Task { try await metronome.start() }
        try await server.heard("start")
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
        let cancelled = Task {
            withUnsafeCurrentTask { unsafe $0?.cancel() }
            return try await metronome.start()
        }
        await #expect(throws: CancellationError.self) { try await cancelled.value }
        let next = Task { try await metronome.stop() }
        try await server.heard("stop")
        for id in 2...3 { server.say(#"{"id":\#(id),"result":{"run":1,"at_beat":\#(id)}}"# + "\n") }
        #expect(try await next.value.atBeat == 3)
    }

    @Test func `the time of a request is over as it was when it was asked, whenever it is sent`() throws {
        try server.listen()
        var followed = FollowedConnection(path: server.path, lead: .zero, timeout: .seconds(600))
        _ = followed.turn(atNs: begin)
        server.accept()
        server.say(answer(1))
        _ = followed.turn(atNs: begin)
        let awaited = AwaitedAnswer()
        followed.send(BeatFollower.Request(method: "stop", params: [:], answer: awaited, untilNs: begin + 5 * ms))
        #expect(server.heard().contains("stop") && followed.wakeNs == begin + 5 * ms)
        _ = followed.turn(atNs: begin + 4 * ms)
        #expect(!awaited.isOver)
        _ = followed.turn(atNs: begin + 5 * ms)
        #expect(awaited.isOver && followed.asked.isEmpty)
    }

    @Test func `another user's socket is an error at once, also for who waits for a daemon`() {
        let loss = ConnectionLoss.failed(.forbidden(path: "/run/x", reason: "Permission denied"))
        #expect(!loss.mayPass && ConnectionLoss.failed(.notRunning(path: "/run/x", reason: "gone")).mayPass)
        #expect(loss.description == "no way to /run/x (Permission denied): the daemon is another user's")
    }

    @Test func `half a line is kept until its end comes`() throws {
        try server.listen()
        var connection = connection()
        #expect(connection.turn(atNs: begin) == [])
        server.accept()
        let answer = answer(1)
        server.say(String(answer.prefix(40)))
        #expect(connection.turn(atNs: begin) == [])
        server.say(String(answer.dropFirst(40)) + #"{"method":"event.new","#)
        #expect(connection.turn(atNs: begin) == [.subscribed(subscription)])
        server.say(#""params":{}}"# + "\n")
        let line = Array(#"{"method":"event.new","params":{}}"#.utf8)
        #expect(connection.turn(atNs: begin) == [.event(.other("event.new"), line: line)])
    }

    @Test func `half a line at the end is no line`() throws {
        try server.listen()
        var connection = connection()
        _ = connection.turn(atNs: begin)
        server.accept()
        server.say(answer(1) + #"{"method":"event.new","params":{}}"#)
        server.die()
        #expect(connection.turn(atNs: begin) == [.subscribed(subscription), .lost(.failed(.closed))])
    }

    @Test func `a refusal before the daemon closes is the reason of the loss`() throws {
        try server.listen()
        var connection = connection()
        _ = connection.turn(atNs: begin)
        server.accept()
        let full = ControlError(.tooManyClients, "full")
        server.say(String(decoding: Reply.line(error: full), as: UTF8.self))
        server.die()
        #expect(connection.turn(atNs: begin) == [.lost(.refused(full))])
        #expect(connection.wakeNs == begin + 100 * ms)
    }

    @Test func `a daemon that hangs is lost after its time limit, and connected to when it is back`() throws {
        try server.listen()
        var connection = connection()
        #expect(connection.turn(atNs: begin) == [])
        #expect(connection.wakeNs == begin + 2000 * ms)
        #expect(connection.turn(atNs: begin + 1999 * ms) == [])
        #expect(connection.turn(atNs: begin + 2000 * ms) == [.lost(.failed(.timeout))])
        #expect(connection.turn(atNs: begin + 2100 * ms) == [] && connection.descriptor >= 0)
    }

    @Test func `requests are sent once it follows, and a daemon that reads none is lost at the next turn`() throws {
        try server.listen()
        var connection = connection()
        #expect(connection.request("toggle") == nil)
        _ = connection.turn(atNs: begin)
        server.accept()
        server.say(answer(1))
        _ = connection.turn(atNs: begin)
        _ = server.heard()
        #expect(connection.request("toggle") == 2)
        #expect(server.heard() == #"{"id":2,"method":"toggle"}"# + "\n")

        var sent = 0
        while connection.request("ping") != nil, sent < 1_000_000 { sent += 1 }
        #expect(sent > 0 && sent < 1_000_000)
        #expect(connection.wakeNs == .min)
        #expect(connection.turn(atNs: begin) == [.lost(.failed(.timeout))])
    }
}
