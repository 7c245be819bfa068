// SPDX-License-Identifier: Apache-2.0

import MetronomeControl
import NIOCore
import Testing

@testable import Daemon

/// What a connection decides, without a channel or a clock.
@Suite struct ClientConnectionTests {
    private typealias Action = ClientConnection.Action

    /// A connection, and what it has had done.
    private struct Stage {
        var connection = ClientConnection()
        var isWritable = true
        var sent = 0
        /// How many lines are allowed whenever a turn is awaited; nil: none for the time being.
        var linesPerTurn: Int? = .max

        mutating func receive(_ text: String) -> [String] {
            var bytes = ByteBuffer(string: text)
            connection.receive(&bytes)
            return follow()
        }

        /// All that follows, in short words.
        mutating func follow() -> [String] {
            var words: [String] = []
            while let action = connection.next(isWritable: isWritable, sent: sent) {
                if case .awaitTurn = action, let linesPerTurn {
                    connection.beginTurn(lines: linesPerTurn)
                } else {
                    words.append(word(for: action))
                }
            }
            return words
        }

        mutating func answered() -> [String] {
            connection.answered()
            return follow()
        }

        /// Answers each request at once.
        mutating func answerAll(_ first: [String]) -> [String] {
            var (all, last) = (first, first)
            while last.contains(where: { $0.hasPrefix("perform") }) {
                last = answered()
                all += last
            }
            return all
        }

        private func word(for action: Action) -> String {
            switch action {
            case .perform(_, let call): "perform \(call)"
            case .refuse(_, let error): "refuse \(error.reason)"
            case .say(let error): "say \(error.reason)"
            case .startLineTimer: "start line timer"
            case .cancelLineTimer: "cancel line timer"
            case .startOutputTimer: "start output timer"
            case .cancelOutputTimer: "cancel output timer"
            case .read(let more): more ? "read" : "read no more"
            case .awaitTurn: "await turn"
            case .close: "close"
            case .abort: "abort"
            }
        }
    }

    // MARK: requests

    @Test func `a request is performed when the one before it has been answered`() {
        var stage = Stage()
        #expect(stage.receive("ping\nstop\nversion\n") == ["perform ping"])
        #expect(stage.receive("describe\n") == [])
        #expect(stage.answered() == ["perform stop(at: now)"])
        #expect(stage.answered() == ["perform version"])
        #expect(stage.answered() == ["perform describe"])
        #expect(stage.answered() == [])
    }

    @Test func `what cannot be performed is refused in its turn`() {
        var stage = Stage()
        #expect(stage.receive("ping\nfly\nstop\n") == ["perform ping"])
        #expect(stage.answered() == ["refuse unknown_method", "perform stop(at: now)"])
    }

    @Test func `of what has come in as many lines are done as the turn allows, answers or not, and no more`() {
        var stage = Stage(linesPerTurn: nil)
        #expect(stage.receive("ping\nfly\n\nping\nping\n") == ["await turn"])
        #expect(stage.receive("ping\n") == [])
        stage.connection.beginTurn(lines: 4)
        #expect(stage.follow() == ["perform ping"])
        #expect(stage.answered() == ["refuse unknown_method", "perform ping"], "the blank line counts")
        #expect(stage.answered() == ["await turn"])
        #expect(stage.connection.endTurn() == 4)
        stage.connection.beginTurn(lines: 4)
        #expect(stage.follow() == ["perform ping"])
        #expect(stage.answered() == ["perform ping"])
        #expect(stage.answered() == [])
        #expect(stage.connection.endTurn() == 2)
    }

    @Test func `what is left of a turn that has ended is not used, and the next one is awaited`() {
        var stage = Stage(linesPerTurn: nil)
        #expect(stage.receive("ping\nstop\n") == ["await turn"])
        stage.connection.beginTurn(lines: 32)
        #expect(stage.follow() == ["perform ping"])
        #expect(stage.connection.endTurn() == 1)
        #expect(stage.answered() == ["await turn"])
        stage.connection.beginTurn(lines: 32)
        #expect(stage.follow() == ["perform stop(at: now)"])
    }

    @Test func `no turn is awaited for a line that has not ended, unless it is the last`() {
        var stage = Stage(linesPerTurn: nil)
        #expect(stage.receive("pi") == ["start line timer"])
        #expect(stage.receive("ng") == [])
        stage.connection.endInput()
        #expect(stage.follow() == ["await turn", "cancel line timer"])
        stage.connection.beginTurn(lines: 1)
        #expect(stage.follow() == ["perform ping"])
    }

    // MARK: limits

    @Test func `a line of 65536 bytes is taken, and one byte more closes the connection`() {
        for (length, isTaken) in [(65_536, true), (65_537, false)] {
            var stage = Stage()
            let actions = stage.answerAll(
                stage.receive("ping\n" + String(repeating: "x", count: length) + "\nping\n"))
            let end = isTaken ? ["refuse invalid_request", "perform ping"] : ["say line_too_long", "close"]
            #expect(actions.filter { !$0.contains("timer") } == ["perform ping"] + end, "\(length)")
        }
    }

    @Test func `20 bad lines in a row close the connection, and a good one in between does not count as one`() {
        let bad = "{]\n"
        var stage = Stage()
        var actions = stage.receive(String(repeating: bad, count: 20) + "ping\n")
        #expect(actions.count { $0 == "refuse parse_error" } == 20)
        #expect(
            actions.filter { !$0.hasPrefix("refuse") && !$0.contains("timer") } == ["say too_many_errors", "close"])

        stage = Stage()
        let lines = String(repeating: bad, count: 19)
        actions = stage.answerAll(stage.receive(lines + "ping\n" + lines + "ping\n"))
        #expect(actions.count { $0 == "refuse parse_error" } == 38)
        #expect(actions.count { $0 == "perform ping" } == 2 && !actions.contains("close"))
    }

    @Test func `a request that is wrong, but a request, is no bad line`() {
        var stage = Stage()
        let actions = stage.answerAll(stage.receive(String(repeating: "tempo 9999\n", count: 40)))
        #expect(actions.count { $0 == "refuse out_of_range" } == 40 && !actions.contains("close"))
    }

    @Test func `a client is read no further while two longest lines wait`() {
        var stage = Stage()
        #expect(stage.receive("ping\n") == ["perform ping"])
        #expect(stage.receive(String(repeating: "ping\n", count: 26_214)) == [])
        #expect(stage.receive("p\n") == ["read no more"])
        #expect(stage.answerAll(stage.answered()).contains("read"))
    }

    // MARK: the time of a line

    @Test func `a line in two pieces is taken, and its timer goes`() {
        var stage = Stage()
        #expect(stage.receive("pi") == ["start line timer"])
        #expect(stage.receive("ng\n") == ["perform ping", "cancel line timer"])
        #expect(stage.answered() == [])
    }

    @Test func `a line that drips in has no more time than another`() {
        var stage = Stage()
        #expect(stage.receive("p") == ["start line timer"])
        for piece in ["i", "n", "g"] { #expect(stage.receive(piece) == []) }
        stage.connection.lineTimedOut()
        #expect(stage.follow() == ["say line_timeout", "close", "start output timer"])
    }

    @Test func `the next line that is begun has all its time`() {
        var stage = Stage()
        #expect(stage.receive("fl") == ["start line timer"])
        #expect(stage.receive("y\npi") == ["refuse unknown_method", "cancel line timer", "start line timer"])
    }

    @Test func `lines that wait to be performed have no time limit`() {
        var stage = Stage()
        #expect(stage.receive("ping\nstop\n") == ["perform ping"])
        stage.isWritable = false
        #expect(stage.answered() == ["start output timer", "read no more"])
    }

    @Test func `a line that ended in time is performed although its client is slow`() {
        var stage = Stage()
        #expect(stage.receive("pi") == ["start line timer"])
        stage.isWritable = false
        #expect(stage.receive("ng\n") == ["cancel line timer", "start output timer", "read no more"])
        stage.isWritable = true
        #expect(stage.follow() == ["perform ping", "cancel output timer", "read"])
    }

    @Test func `a line whose end is not read has no time limit`() {
        var stage = Stage()
        #expect(stage.receive("pi") == ["start line timer"])
        stage.isWritable = false
        #expect(stage.follow() == ["start output timer", "read no more", "cancel line timer"])
        stage.isWritable = true
        #expect(stage.follow() == ["cancel output timer", "read", "start line timer"])
    }

    @Test func `a line that is late is refused behind the answer that is due`() {
        var stage = Stage()
        #expect(stage.receive("ping\nst") == ["perform ping", "start line timer"])
        stage.connection.lineTimedOut()
        #expect(stage.follow() == [])
        #expect(stage.answered() == ["say line_timeout", "close", "start output timer"])
    }

    // MARK: output

    @Test func `a slow client is closed when no byte has left in the time limit`() {
        var stage = Stage(isWritable: false, sent: 1000)
        #expect(stage.follow() == ["start output timer", "read no more"])
        for sent in [1001, 5000, 5001] {
            stage.sent = sent
            stage.connection.outputTimedOut(sent: sent)
            #expect(stage.follow() == ["start output timer"], "it has read on")
        }
        stage.connection.outputTimedOut(sent: 5001)
        #expect(stage.follow() == ["abort"])
        #expect(stage.follow() == [])
    }

    @Test func `a client that has caught up has no time limit`() {
        var stage = Stage(isWritable: false)
        #expect(stage.follow() == ["start output timer", "read no more"])
        stage.isWritable = true
        #expect(stage.follow() == ["cancel output timer", "read"])
    }

    @Test func `requests wait while their client does not read`() {
        var stage = Stage()
        #expect(stage.receive("ping\nping\n") == ["perform ping"])
        stage.isWritable = false
        #expect(stage.answered() == ["start output timer", "read no more"])
        stage.isWritable = true
        #expect(stage.follow().first == "perform ping")
    }

    // MARK: the end

    @Test func `when the client has ended its side, the rest is answered before the connection is closed`() {
        var stage = Stage()
        #expect(stage.receive("ping\nstop") == ["perform ping", "start line timer"])
        stage.connection.endInput()
        #expect(stage.follow() == ["cancel line timer"])
        #expect(stage.answered() == ["perform stop(at: now)"])
        #expect(stage.answered() == ["close", "start output timer"])
        #expect(stage.receive("ping\n") == [])
    }

    @Test func `who does not take the last answers is closed without them`() {
        var stage = Stage()
        stage.connection.endInput()
        #expect(stage.follow() == ["close", "start output timer"])
        stage.connection.outputTimedOut(sent: 0)
        #expect(stage.follow() == ["abort"])
    }

    @Test func `nothing follows once the connection is closed`() {
        var stage = Stage()
        #expect(stage.receive("ping\nstop\nst") == ["perform ping"])
        stage.connection.close()
        #expect(stage.answered() == [])
        stage.connection.lineTimedOut()
        stage.connection.endInput()
        #expect(stage.follow() == [])
    }
}
