// SPDX-License-Identifier: Apache-2.0

import Logging
import MetronomeControl
import NIOCore
import NIOEmbedded

@testable import Daemon

/// A `ClientHandler` on a channel without a socket, whose clock a test moves on.
final class ClientBench {
    let channel = EmbeddedChannel()
    let performer = FakePerformer()
    private let dam = Dam()
    private(set) var departures = 0
    /// The client's handler, for as long as anything holds it.
    private(set) weak var handler: ClientHandler?

    /// In which the lines are done. No time passes meanwhile.
    private(set) lazy var turns: RequestTurns = RequestTurns(
        now: { 0 }, afterSockets: { [weak self] in self?.channel.embeddedEventLoop.execute($0) }
    ) { [weak self] in
        guard let self else { return }
        looks += 1
        if !holdsTurns { channel.embeddedEventLoop.execute { self.turns.beginTurn() } }
    }
    /// Whether turns begin only when a test says so.
    var holdsTurns = false
    /// How often the loop was asked to look at its sockets before it goes on.
    private(set) var looks = 0

    init() throws {
        let handler = ClientHandler(
            performer: performer, turns: turns, log: Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() })
        ) {
            [weak self] in self?.departures += 1
        }
        try channel.pipeline.syncOperations.addHandlers([dam, handler])
        channel.connect(to: try SocketAddress(unixDomainSocketPath: "/nowhere"), promise: nil)
        self.handler = handler
    }

    /// Has the client send something.
    func send(_ text: String) throws { try send(bytes: Array(text.utf8)) }

    /// Sends bytes.
    func send(bytes: [UInt8]) throws {
        try channel.writeInbound(ByteBuffer(bytes: bytes))
        channel.embeddedEventLoop.run()
    }

    /// Has the client end its side.
    func endSending() { channel.pipeline.fireUserInboundEventTriggered(ChannelEvent.inputClosed) }

    /// Has the client hang up.
    func hangUp() {
        channel.close(promise: nil)
        channel.embeddedEventLoop.run()
    }

    /// Whether the client reads. When it does not, what is written stays in the channel.
    var isReading = true {
        didSet {
            dam.isShut = !isReading
            if isReading { channel.flush() }
            channel.isWritable = isReading
            channel.pipeline.fireChannelWritabilityChanged()
        }
    }

    /// Whether what is written stays in the channel although the client still counts as fast.
    var holdsOutput: Bool {
        get { dam.isShut }
        set { dam.isShut = newValue }
    }

    /// Has the client read what has been written, too little to make it fast again.
    func readSome() {
        dam.isShut = false
        channel.flush()
        dam.isShut = true
    }

    /// Lets the next write fail, as on a connection that the client has closed.
    func breakConnection() { dam.isBroken = true }

    /// Lets time go by.
    func wait(seconds: Int64) { channel.embeddedEventLoop.advanceTime(by: .seconds(seconds)) }

    /// Whether the connection is still there.
    var isOpen: Bool { channel.isActive }

    /// What the client has received since it was asked last.
    func received() throws -> [JSONValue] {
        var bytes = ByteBuffer()
        while var more = try channel.readOutbound(as: ByteBuffer.self) { bytes.writeBuffer(&more) }
        return try bytes.readableBytesView.split(separator: UInt8(ascii: "\n")).map { try JSONLine.parse($0) }
    }

    /// The reasons of all errors received since it was asked last.
    func reasons() throws -> [String?] { try received().map { $0["error"]?["data"]?["reason"]?.string } }

    /// Stands between handler and client: holds back what is flushed, or breaks the connection.
    private final class Dam: ChannelOutboundHandler {
        typealias OutboundIn = ByteBuffer

        var isShut = false
        var isBroken = false
        private var holdsBytes = false

        func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
            holdsBytes = true
            context.write(data, promise: promise)
        }

        func flush(context: ChannelHandlerContext) {
            // A flush of nothing finds nothing out.
            if isBroken {
                guard holdsBytes else { return }
                context.close(promise: nil)
            } else if !isShut {
                context.flush()
            }
        }
    }
}
