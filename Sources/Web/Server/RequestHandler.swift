// SPDX-License-Identifier: Apache-2.0

internal import MetronomeControl
internal import NIOCore
internal import NIOHTTP1

/// One connection of a browser: requests in, responses out in their order, or events once they are asked for.
final class RequestHandler: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    /// How long a request may take to come, after the connection was made or the request before was answered. What was
    /// answered must be taken by then, too.
    static let requestTimeout = TimeAmount.seconds(30)
    /// How long a page may leave events unread that have no room any more.
    static let streamTimeout = TimeAmount.seconds(10)
    /// How long a connection is kept after a refusal, for what the browser sends meanwhile.
    static let closingTime = TimeAmount.seconds(2)

    /// What is sent to a page that follows.
    struct Stream {
        let role: Role
        let token: [UInt8]
        /// Where bytes are written past the encoder: they are framed already.
        let encoder: ChannelHandlerContext
        /// Whether it did not take what was sent, so that it is to be told the whole state again.
        var isBehind = false
    }

    private enum Phase {
        case idle
        case receiving(HTTPRequestHead, body: [UInt8])
        /// The answer is awaited.
        case asked(isKeptAlive: Bool, isHead: Bool)
        case following(Stream)
        /// It was refused, and what still comes is dropped.
        case closing
    }

    /// Whose connection it is.
    var visitor: Visitor
    private let server: PageServer
    private let left: (RequestHandler) -> Void
    private var context: ChannelHandlerContext?
    private var phase = Phase.idle
    /// When the last answer was taken.
    private var sent: EventLoopFuture<Void>?
    private var timer: Scheduled<Void>?

    /// - Parameter left: called once the connection is closed.
    init(server: PageServer, visitor: Visitor, left: @escaping (RequestHandler) -> Void) {
        self.server = server
        self.visitor = visitor
        self.left = left
    }

    /// What it is sent, where it follows.
    var stream: Stream? {
        guard case .following(let stream) = phase else { return nil }
        return stream
    }

    // MARK: the channel

    func handlerAdded(context: ChannelHandlerContext) { self.context = context }

    func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

    func channelActive(context: ChannelHandlerContext) {
        wait(Self.requestTimeout)
        context.fireChannelActive()
    }

    func channelInactive(context: ChannelHandlerContext) {
        timer?.cancel()
        phase = .closing
        left(self)
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // The handler before this one answers what is no HTTP.
        if error is HTTPParserError { return fail(.badRequest, "this is not a request of HTTP, or is too large") }
        context.close(promise: nil)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch (unwrapInboundIn(data), phase) {
        case (.head(let head), .idle):
            let length = head.headers["Content-Length"].first.flatMap { Int($0) } ?? 0
            guard length <= WebService.longestBody else { return failBody() }
            phase = .receiving(head, body: [])
        case (.body(let bytes), .receiving(let head, var body)):
            guard body.count + bytes.readableBytes <= WebService.longestBody else { return failBody() }
            phase = .idle
            body += bytes.readableBytesView
            phase = .receiving(head, body: body)
        case (.end, .receiving(let head, let body)):
            timer?.cancel()
            // Behind these the decoder takes what comes for another protocol, and reads none of it.
            let isUpgrade = head.method == .CONNECT || head.headers.contains(name: "Upgrade")
            phase = .asked(isKeptAlive: head.isKeepAlive && !isUpgrade, isHead: head.method == .HEAD)
            server.perform(WebRequest(head.method, head.uri, headers: head.headers, body: body), for: self)
        default: break
        }
    }

    /// A browser that sends nothing more is answered what it has asked for.
    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        guard case .inputClosed? = event as? ChannelEvent else { return context.fireUserInboundEventTriggered(event) }
        switch phase {
        case .asked(_, let isHead): phase = .asked(isKeptAlive: false, isHead: isHead)
        case .idle:
            phase = .closing
            guard let sent else { return close() }
            sent.assumeIsolated().whenComplete { [weak self] _ in self?.close() }
        // Its end closes the connection.
        case .closing: break
        case .receiving, .following: close()
        }
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        if case .following(var stream) = phase {
            guard context.channel.isWritable else { return wait(Self.streamTimeout) }
            timer?.cancel()
            if stream.isBehind {
                stream.isBehind = false
                phase = .following(stream)
                send(server.greeting(for: stream.role))
            }
        } else {
            // Who does not take answers is not asked for more requests.
            context.channel.setOption(.autoRead, value: context.channel.isWritable).whenFailure { _ in }
        }
        context.fireChannelWritabilityChanged()
    }

    private func wait(_ time: TimeAmount) {
        timer?.cancel()
        timer = context?.eventLoop.assumeIsolated().scheduleTask(in: time) { [weak self] in self?.close() }
    }

    /// Closes the connection at once.
    func close() { context?.close(promise: nil) }

    // MARK: answers

    /// Answers the request.
    func respond(_ response: WebResponse) {
        guard case .asked(let isKeptAlive, let isHead) = phase else { return }
        phase = .idle
        wait(Self.requestTimeout)
        write(response, isKeptAlive: isKeptAlive, isHead: isHead)
    }

    private func failBody() {
        fail(.payloadTooLarge, "a body may have \(WebService.longestBody) bytes")
    }

    private func fail(_ status: HTTPResponseStatus, _ message: String) {
        if case .closing = phase { return }
        phase = .closing
        wait(Self.closingTime)
        write(.refusal(status, .invalidRequest, message), isKeptAlive: false, isHead: false)
    }

    private func write(_ response: WebResponse, isKeptAlive: Bool, isHead: Bool) {
        guard let context else { return }
        var head = HTTPResponseHead(version: .http1_1, status: response.status, headers: response.headers)
        if response.status.mayHaveResponseBody {
            head.headers.replaceOrAdd(name: "Content-Length", value: "\(response.body.readableBytes)")
        }
        if !isKeptAlive { head.headers.replaceOrAdd(name: "Connection", value: "close") }
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        if response.body.readableBytes > 0, !isHead {
            context.write(wrapOutboundOut(.body(.byteBuffer(response.body))), promise: nil)
        }
        let sent = context.writeAndFlush(wrapOutboundOut(.end(nil)))
        self.sent = sent
        guard !isKeptAlive else { return }
        phase = .closing
        wait(Self.closingTime)
        // Only the sending side: bytes on their way here would have the answer thrown away.
        sent.assumeIsolated().whenComplete { _ in context.close(mode: .output, promise: nil) }
    }

    // MARK: events

    /// Answers with a stream of events, which begins with a greeting.
    func follow(_ role: Role, token: [UInt8], _ greeting: ByteBuffer) {
        guard case .asked = phase, let context,
            let encoder = try? context.pipeline.syncOperations.context(handlerType: HTTPResponseEncoder.self)
        else { return close() }
        var head = HTTPResponseHead(
            version: .http1_1, status: .ok, headers: WebResponse(.ok, type: EventFrame.type).headers)
        // Without a length, so the encoder says that chunks follow.
        // A proxy must not collect events.
        head.headers.add(name: "X-Accel-Buffering", value: "no")
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        phase = .following(Stream(role: role, token: token, encoder: encoder))
        send(greeting)
        // Answers before may not be taken yet.
        if !context.channel.isWritable { wait(Self.streamTimeout) }
    }

    /// Sends framed events to a page that follows. One that is behind is told the whole state when it takes bytes again.
    func send(_ events: ByteBuffer) {
        guard case .following(var stream) = phase else { return }
        guard context?.channel.isWritable ?? false else {
            stream.isBehind = true
            phase = .following(stream)
            return
        }
        stream.encoder.writeAndFlush(NIOAny(events), promise: nil)
    }
}
