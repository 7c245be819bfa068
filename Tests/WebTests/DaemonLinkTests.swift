// SPDX-License-Identifier: Apache-2.0

import ControlSamples
import Glibc
import MetronomeControl
import NIOCore
import NIOPosix
import Testing

@testable import Web

@Suite struct DaemonLinkTests {
    /// A socket at which a daemon of the test listens, and the loop that serves it.
    private struct Host {
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let folder: String
        let server: any Channel
        var loop: any EventLoop { group.any() }
        var path: String { folder + "/socket" }

        init(_ daemon: @escaping @Sendable () -> some ChannelHandler) async throws {
            var template = Array("/tmp/metroweb-test.XXXXXX".utf8CString)
            folder = try #require(mkdtemp(&template).map { String(cString: $0) })
            server = try await ServerBootstrap(group: group)
                .childChannelInitializer { channel in
                    channel.eventLoop.makeCompletedFuture { try channel.pipeline.syncOperations.addHandler(daemon()) }
                }
                .bind(unixDomainSocketPath: folder + "/socket").get()
        }

        func close() async throws {
            try await server.close()
            rmdir(folder)
            try await group.shutdownGracefully()
        }
    }

    /// A daemon of another protocol.
    private final class Other: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            let line = unwrapInboundIn(data).readableBytesView.split(separator: UInt8(ascii: "\n")).first
            guard let request = line.flatMap({ try? JSONLine.parse($0) }) else { return }
            let id = request["id"]?.text ?? "0"
            let answer = #"{"id":\#(id),"result":{"protocol":{"major":99,"minor":0}}}"# + "\n"
            context.writeAndFlush(NIOAny(ByteBuffer(string: answer)), promise: nil)
        }
    }

    @Test func `a daemon of another protocol is told as soon as it has answered`() async throws {
        let host = try await Host { Other() }
        let (loop, path) = (host.loop, host.path)
        let end = loop.makePromise(of: String.self)
        let link = try await loop.submit {
            let link = DaemonLink(path: path, loop: loop) { reports in
                for case .ended(let loss) in reports { end.succeed(loss.description) }
            }
            link.start()
            return NIOLoopBound(link, eventLoop: loop)
        }.get()
        // Nothing else ends the wait.
        loop.scheduleTask(in: .seconds(30)) { end.succeed("nothing was told") }
        #expect(try await end.futureResult.get().contains("protocol 99.0"))
        try await loop.submit { link.value.close() }.get()
        try await host.close()
    }

    /// A daemon that is followed, and that goes when it is asked for its status three times.
    private final class Daemon: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer
        private var asked = 0

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            for line in unwrapInboundIn(data).readableBytesView.split(separator: UInt8(ascii: "\n")) {
                guard let request = try? JSONLine.parse(line) else { continue }
                if request["method"] == "subscribe" {
                    let result = JSONLine.encode(Subscription(seq: 1, events: [.state], state: .stopped))
                    let head = #"{"id":\#(request["id"]?.text ?? "0"),"result":"#
                    var answer = ByteBuffer(string: head)
                    answer.writeBytes(result.dropLast())
                    answer.writeString("}\n")
                    context.writeAndFlush(NIOAny(answer), promise: nil)
                } else {
                    asked += 1
                }
                if asked == 3 { context.close(promise: nil) }
            }
        }
    }

    @Test func `requests that wait are answered once when the daemon goes`() async throws {
        let host = try await Host { Daemon() }
        let (loop, path) = (host.loop, host.path)
        let outcomes = loop.makePromise(of: [String].self)
        let link = try await loop.submit {
            var answered: [String] = []
            var ask: (() -> Void)?
            let link = DaemonLink(path: path, loop: loop) { reports in
                for case .subscribed in reports {
                    ask?()
                    ask = nil
                }
            }
            ask = { [weak link] in
                for number in 1...3 {
                    link?.request("status") { outcome in
                        // None of them has to wait until its time is over.
                        guard case .unanswered(let error) = outcome, error != .timeout else {
                            return outcomes.succeed(["\(outcome)"])
                        }
                        answered.append("\(number)")
                        if answered.count == 3 { outcomes.succeed(answered.sorted()) }
                    }
                }
            }
            link.start()
            return NIOLoopBound(link, eventLoop: loop)
        }.get()
        #expect(try await outcomes.futureResult.get() == ["1", "2", "3"])
        try await loop.submit { link.value.close() }.get()
        try await host.close()
    }
}
