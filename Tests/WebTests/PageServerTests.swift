// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Glibc
import MetronomeControl
import NIOCore
import NIOEmbedded
import NIOHTTP1
import NIOPosix
import SeededRandom
import Testing

@testable import Web

/// Browsers, and those that are none, on connections whose clock stands still until it is turned.
@Suite struct PageServerTests {
    /// A server without a daemon.
    private final class Stage {
        let loop = EmbeddedEventLoop()
        let folder: String
        let file: TokenFile
        let tokens: Tokens
        let server: PageServer
        /// What people are told.
        var lines: [String] { told.lines }
        private let told = Told()
        private var channels: [EmbeddedChannel] = []

        private final class Told { var lines: [String] = [] }

        init() throws {
            var template = Array("/tmp/metroweb-test.XXXXXX".utf8CString)
            folder = try #require(mkdtemp(&template).map { String(cString: $0) })
            file = TokenFile(path: folder + "/web.tokens")
            tokens = try file.load()
            let service = WebService(
                files: [("index.html", Array("<p>".utf8))], hosts: HostNames(machine: "stage"), name: "stage",
                port: 8120,
                isReadOnly: false)
            server = PageServer(
                loop: loop, service: service, tokens: file, name: "stage", pool: NIOThreadPool(numberOfThreads: 1),
                say: { [told] in told.lines.append($0) }, end: { _ in })
        }

        deinit { try? FileManager.default.removeItem(atPath: folder) }

        func connect(from address: String = "127.0.0.1") throws -> EmbeddedChannel {
            let channel = EmbeddedChannel(loop: loop)
            channel.remoteAddress = try SocketAddress(ipAddress: address, port: 1)
            try server.accept(channel)
            channel.connect(to: try SocketAddress(ipAddress: address, port: 1), promise: nil)
            channels.append(channel)
            return channel
        }

        /// Pairs with a token, and returns the status of the answer.
        func pair(_ token: String, on channel: EmbeddedChannel, more: String = "") throws -> String {
            let body = "{\"token\":\"\(token)\"}"
            try channel.send(
                "POST /pair HTTP/1.1\r\nHost: stage\r\nContent-Type: application/json\r\n\(more)"
                    + "Content-Length: \(body.utf8.count)\r\n\r\n" + body)
            return String(try channel.taken().split(separator: " ")[1])
        }

        func wait(_ seconds: Int64) { loop.advanceTime(by: .seconds(seconds)) }

        func follow(_ role: Role = .watch, from address: String = "127.0.0.1") throws -> EmbeddedChannel {
            let channel = try connect(from: address)
            try channel.send(
                "GET /events HTTP/1.1\r\nHost: stage\r\nCookie: metroweb_8120=\(tokens[role].text)\r\n\r\n")
            return channel
        }
    }

    private let get = "GET / HTTP/1.1\r\nHost: stage\r\n\r\n"

    @Test func `requests of one connection are answered in their order, however they are cut`() throws {
        let stage = try Stage()
        let channel = try stage.connect()
        for byte in (get + "GET /none HTTP/1.1\r\nHost: stage\r\n\r\n" + get).utf8 {
            try channel.send(String(UnicodeScalar(byte)))
        }
        let statuses = try channel.taken().split(separator: "HTTP/1.1 ").map { $0.prefix(3) }
        #expect(statuses == ["200", "404", "200"])
        #expect(channel.isActive)
    }

    @Test func `a connection that is to be closed is closed behind its answer`() throws {
        let stage = try Stage()
        let channel = try stage.connect()
        try channel.send("GET / HTTP/1.1\r\nHost: stage\r\nConnection: close\r\n\r\n")
        #expect(try channel.taken().hasSuffix("\r\n\r\n<p>"))
        stage.wait(3)
        #expect(!channel.isActive)
    }

    @Test(arguments: [
        "GET / HTTP/1.1\r\nHost: stage\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\n\r\n",
        "CONNECT stage:80 HTTP/1.1\r\nHost: stage\r\n\r\n",
    ])
    func `who asks for another protocol is told that the connection ends with the answer`(_ request: String) throws {
        let stage = try Stage()
        let channel = try stage.connect()
        try channel.send(request + get)
        #expect(try channel.taken().contains("Connection: close\r\n"))
        stage.wait(3)
        #expect(!channel.isActive)
    }

    @Test func `who sends nothing more is answered, and the connection is closed behind the answer`() throws {
        let stage = try Stage()
        let channel = try stage.connect()
        try channel.send("GET /events HTTP/1.1\r\nHost: stage\r\n\r\n" + get)
        channel.pipeline.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
        #expect(try channel.taken().hasSuffix("\r\n\r\n<p>"))
        stage.wait(3)
        #expect(!channel.isActive)
        let following = try stage.follow()
        following.pipeline.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
        #expect(!following.isActive)
    }

    @Test(arguments: [
        "", "GET / HT", "GET / HTTP/1.1\r\nHost: stage\r\n",
        "POST /call HTTP/1.1\r\nHost: stage\r\nContent-Length: 9\r\n\r\n{",
    ])
    func `a request that does not end is waited for half a minute`(_ part: String) throws {
        let stage = try Stage()
        let channel = try stage.connect()
        try channel.send(part)
        stage.wait(29)
        #expect(channel.isActive)
        stage.wait(2)
        #expect(!channel.isActive)
    }

    @Test func `bytes that come one by one do not prolong the wait`() throws {
        let stage = try Stage()
        let channel = try stage.connect()
        for byte in get.dropLast(2).utf8 where channel.isActive {
            try channel.send(String(UnicodeScalar(byte)))
            stage.wait(5)
        }
        #expect(!channel.isActive)
    }

    @Test func `a connection that asks again and again is kept`() throws {
        let stage = try Stage()
        let channel = try stage.connect()
        for _ in 0..<10 {
            stage.wait(20)
            try channel.send(get)
            #expect(try channel.taken().hasPrefix("HTTP/1.1 200"))
        }
        #expect(channel.isActive)
    }

    @Test func `headers that are too many or too large are refused, and the connection closed`() throws {
        for headers in [
            "X: " + String(repeating: "x", count: 9 << 10), String(repeating: "X: y\r\n", count: 70) + "X: y",
            (0..<30).map { "X\($0): " + String(repeating: "x", count: 1000) }.joined(separator: "\r\n"),
        ] {
            let stage = try Stage()
            let channel = try stage.connect()
            try channel.send("GET / HTTP/1.1\r\nHost: stage\r\n\(headers)\r\n\r\n")
            #expect(try channel.taken().hasPrefix("HTTP/1.1 4"))
            stage.wait(3)
            #expect(!channel.isActive)
        }
    }

    @Test(arguments: [
        "Content-Length: 61441\r\n\r\n",
        "Transfer-Encoding: chunked\r\n\r\nF001\r\n" + String(repeating: "x", count: 0xF001),
    ])
    func `a body that is too long is refused before it is there`(_ rest: String) throws {
        let stage = try Stage()
        let channel = try stage.connect()
        try channel.send("POST /call HTTP/1.1\r\nHost: stage\r\n\(rest)")
        #expect(try channel.taken().hasPrefix("HTTP/1.1 413"))
        stage.wait(3)
        #expect(!channel.isActive)
    }

    @Test func `bytes of any kind are refused or waited for, and disturb nobody`() throws {
        let stage = try Stage()
        var random = SeededGenerator(seed: 8120)
        let seeds = [
            get, "POST /call HTTP/1.1\r\nHost: stage\r\nContent-Length: 2\r\n\r\n{}",
            "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: stage\r\nTransfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\nabcd",
            "\u{16}\u{3}\u{1}", "start\n",
        ]
        let page = try stage.follow()
        for round in 0..<400 {
            let channel = try stage.connect()
            var bytes = Array(seeds[round % seeds.count].utf8)
            for _ in 0..<Int.random(in: 0...4, using: &random) {
                bytes[Int.random(in: bytes.indices, using: &random)] = .random(in: 0...255, using: &random)
            }
            do { try channel.writeInbound(ByteBuffer(bytes: bytes)) } catch {}
            _ = try? channel.taken()
            channel.close(promise: nil)
        }
        stage.loop.run()
        #expect(page.isActive)
        let channel = try stage.connect()
        try channel.send(get)
        #expect(try channel.taken().hasPrefix("HTTP/1.1 200"))
    }

    @Test func `one address has 256 connections, besides those that follow`() throws {
        let stage = try Stage()
        for _ in 0..<300 { _ = try stage.follow() }
        var last: EmbeddedChannel?
        for _ in 0..<Occupancy.mostOfVisitor { last = try stage.connect() }
        #expect(throws: PageServer.NoRoom.self) { try stage.connect() }
        last?.close(promise: nil)
        stage.loop.run()
        _ = try stage.connect()
    }

    @Test func `who guesses is looked at once a second, is told when, and others notice nothing`() throws {
        let stage = try Stage()
        let guesser = try stage.connect(from: "10.0.0.7")
        let statuses = try (0..<500).map { _ in try stage.pair(Token.random().text, on: guesser) }
        #expect(statuses[..<60].allSatisfy { $0 == "403" })
        #expect(statuses[60...].allSatisfy { $0 == "429" })
        #expect(stage.lines == ["too many wrong tokens from 10.0.0.7: one a second is looked at"])
        // Neither does a cookie help, nor the right token, nor what a proxy would say.
        try guesser.send(
            "GET /clock HTTP/1.1\r\nHost: stage\r\nCookie: metroweb_8120=\(stage.tokens.watch.text)\r\n"
                + "X-Forwarded-For: 10.0.0.8\r\n\r\n")
        let refused = try guesser.taken()
        #expect(refused.hasPrefix("HTTP/1.1 429"))
        #expect(refused.contains("Retry-After: 1\r\n"))
        #expect(try stage.pair(stage.tokens.watch.text, on: stage.connect(from: "10.0.0.8")) == "200")
        stage.wait(1)
        #expect(try stage.pair(stage.tokens.watch.text, on: guesser) == "200")
        #expect(stage.lines.count == 1)
    }

    @Test func `a page that has paired goes on though another guesses behind its address`() throws {
        let stage = try Stage()
        let (page, guesser) = (try stage.connect(from: "10.0.0.7"), try stage.connect(from: "10.0.0.7"))
        #expect(try stage.pair(stage.tokens.control.text, on: page) == "200")
        for _ in 0..<100 { _ = try stage.pair(Token.random().text, on: guesser) }
        try page.send(
            "GET /clock HTTP/1.1\r\nHost: stage\r\nCookie: metroweb_8120=\(stage.tokens.control.text)\r\n\r\n")
        #expect(try page.taken().hasPrefix("HTTP/1.1 200"))
        // Another token is a guess there, too.
        #expect(try stage.pair(stage.tokens.watch.text, on: page) == "429")
    }

    @Test func `a request with a hundred cookies is one guess`() throws {
        let stage = try Stage()
        let channel = try stage.connect(from: "10.0.0.7")
        let wrong = (0..<100).map { _ in "metroweb_8120=\(Token.random().text)" }.joined(separator: "; ")
        try channel.send(
            "GET /clock HTTP/1.1\r\nHost: stage\r\nCookie: \(wrong); metroweb_8120=\(stage.tokens.control.text)\r\n\r\n"
        )
        #expect(try channel.taken().hasPrefix("HTTP/1.1 401"))
    }

    @Test func `a page of another site cannot use up what somebody may guess`() throws {
        let stage = try Stage()
        let channel = try stage.connect(from: "10.0.0.7")
        for _ in 0..<100 {
            #expect(
                try stage.pair(Token.random().text, on: channel, more: "Origin: http://evil.example\r\n") == "403")
        }
        #expect(try stage.pair(stage.tokens.watch.text, on: channel) == "200")
        #expect(stage.lines.isEmpty)
    }

    @Test func `a visitor follows with 256 pages, and this machine with more`() throws {
        let stage = try Stage()
        for number in 0..<Occupancy.mostPagesOfVisitor {
            #expect(
                try stage.follow(from: "2001:db8::\(String(number + 1, radix: 16))").taken().hasPrefix("HTTP/1.1 200"))
        }
        let refused = try stage.follow(from: "2001:db8::ffff")
        #expect(try refused.taken().hasPrefix("HTTP/1.1 429"))
        try refused.send(get)
        #expect(try refused.taken().hasPrefix("HTTP/1.1 200"))
        #expect(try stage.follow(from: "2001:db8:0:1::1").taken().hasPrefix("HTTP/1.1 200"))
        for _ in 0..<300 { #expect(try stage.follow().taken().hasPrefix("HTTP/1.1 200")) }
    }

    @Test func `what a request says never gets into a line for people`() throws {
        let stage = try Stage()
        let evil = "x%0d%0aForged"
        for head in [
            "GET /\(evil) HTTP/1.1\r\nHost: stage\r\nUser-Agent: \(evil)\r\nX-Forwarded-For: \(evil)\r\n",
            "GET / HTTP/1.1\r\nHost: \(evil)\r\n", "GET / HTTP/1.1\r\nHost: stage\r\nForged: \r\n \(evil)\r\n",
            "GET /clock HTTP/1.1\r\nHost: stage\r\nCookie: metroweb_8120=\(evil)\r\n",
            "\(evil) / HTTP/1.1\r\nHost: stage\r\n", "GET /\u{1B}[2J HTTP/1.1\r\nX: \u{1B}[2J\r\n",
        ] {
            for _ in 0..<70 {
                let channel = try stage.connect(from: "10.0.0.7")
                _ = try? channel.send(head + "\r\n")
                channel.close(promise: nil)
            }
        }
        #expect(stage.lines == ["too many wrong tokens from 10.0.0.7: one a second is looked at"])
    }

    @Test(arguments: [
        "GET /" + String(repeating: "a", count: 9 << 10) + " HTTP/1.1\r\nHost: stage\r\n\r\n",
        "POST /call HTTP/1.1\r\nHost: stage\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n{\r\n0\r\n"
            + String(repeating: "X: y\r\n", count: 70) + "\r\n",
        "POST /call HTTP/1.1\r\nHost: stage\r\nTransfer-Encoding: chunked\r\n\r\n"
            + String(repeating: "1000\r\n" + String(repeating: "x", count: 4096) + "\r\n", count: 16),
        "POST /call HTTP/1.1\r\nHost: stage\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        "POST /call HTTP/1.1\r\nHost: stage\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\n{}  ",
        "POST /call HTTP/1.1\r\nHost: stage\r\nContent-Length: 99999999999999999999\r\n\r\n",
        "POST /call HTTP/1.1\r\nHost: stage\r\nContent-Length: 61441\r\n\r\n",
        "CONNECT stage:80 HTTP/1.1\r\nHost: stage\r\n\r\n\u{16}\u{3}\u{1}",
        "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    ])
    func `a request beyond a limit, or one that can be read in two ways, is refused`(_ request: String) throws {
        let stage = try Stage()
        let channel = try stage.connect()
        _ = try? channel.send(request)
        let answer = try channel.taken()
        #expect(answer.hasPrefix("HTTP/1.1 4"), "\(answer.prefix(60))")
        #expect(answer.split(separator: "HTTP/1.1 ").count == 1)
    }

    // MARK: events

    @Test func `who follows is told the state at once, and that there is no daemon`() throws {
        let stage = try Stage()
        let text = try stage.follow(.control).taken()
        #expect(text.contains("Content-Type: text/event-stream\r\n"))
        #expect(text.contains("transfer-encoding: chunked\r\n"))
        #expect(
            text.contains(
                "data: {\"method\":\"event.hello\",\"params\":{\"connected\":false,\"name\":\"stage\",\"role\":\"control\"}}\n\n"
            ))
        #expect(text.contains("data: {\"method\":\"event.connection\",\"params\":{\"connected\":false}}\n\n"))
    }

    @Test func `who follows is sent a heartbeat every 15 s, and is not closed for asking nothing`() throws {
        let stage = try Stage()
        let page = try stage.follow()
        _ = try page.taken()
        for _ in 0..<10 {
            stage.wait(15)
            #expect(try page.taken() == "1a\r\nevent: heartbeat\ndata: 0\n\n\r\n")
        }
        #expect(page.isActive)
    }

    @Test func `whose token was renewed is sent away within 15 s`() throws {
        let stage = try Stage()
        let pages = [try stage.follow(.watch), try stage.follow(.control)]
        try stage.file.renew()
        stage.wait(15)
        #expect(pages.allSatisfy { !$0.isActive })
        let page = try stage.follow()
        #expect(try page.taken().hasPrefix("HTTP/1.1 401"))
    }

    @Test func `a page that takes nothing for 10 s is closed, and one that is slow is told all again`() throws {
        let stage = try Stage()
        let (stalled, slow) = (try stage.follow(), try stage.follow())
        for page in [stalled, slow] {
            _ = try page.taken()
            page.isWritable = false
            page.pipeline.fireChannelWritabilityChanged()
        }
        stage.wait(9)
        slow.isWritable = true
        slow.pipeline.fireChannelWritabilityChanged()
        stage.wait(2)
        #expect(!stalled.isActive)
        #expect(slow.isActive)
        slow.isWritable = false
        slow.pipeline.fireChannelWritabilityChanged()
        stage.wait(5)
        #expect(try slow.taken() == "")
        slow.isWritable = true
        slow.pipeline.fireChannelWritabilityChanged()
        #expect(try slow.taken().contains("event.hello"))
    }

    @Test func `a page that follows behind answers that it does not take is closed after 10 s, or told all`() throws {
        let stage = try Stage()
        let pages = try (0..<2).map { _ in
            let page = try stage.connect()
            page.isWritable = false
            page.pipeline.fireChannelWritabilityChanged()
            try page.send(
                "GET /events HTTP/1.1\r\nHost: stage\r\nCookie: metroweb_8120=\(stage.tokens.watch.text)\r\n\r\n")
            return page
        }
        stage.wait(9)
        pages[0].isWritable = true
        pages[0].pipeline.fireChannelWritabilityChanged()
        #expect(try pages[0].taken().contains("event.hello"))
        stage.wait(2)
        #expect(pages.map(\.isActive) == [true, false])
    }

    @Test func `without a daemon calls and sounds say so`() throws {
        let stage = try Stage()
        let channel = try stage.connect()
        let head = "Host: stage\r\nCookie: metroweb_8120=\(stage.tokens.control.text)\r\n"
        stage.server.startWithoutListening(socket: stage.folder + "/none")
        try channel.send(
            "POST /call HTTP/1.1\r\n\(head)Content-Type: application/json\r\nContent-Length: 18\r\n\r\n{\"method\":\"start\"}"
        )
        #expect(try channel.taken().hasPrefix("HTTP/1.1 503"))
        try channel.send("GET /sounds/beat HTTP/1.1\r\n\(head)\r\n")
        #expect(try channel.taken().hasPrefix("HTTP/1.1 503"))
    }
}

extension EmbeddedChannel {
    fileprivate func send(_ text: String) throws { try writeInbound(ByteBuffer(string: text)) }

    /// What was sent to the browser since the last call.
    fileprivate func taken() throws -> String {
        var text = ""
        while let bytes = try readOutbound(as: ByteBuffer.self) { text += String(buffer: bytes) }
        return text
    }
}
