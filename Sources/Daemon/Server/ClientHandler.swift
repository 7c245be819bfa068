// SPDX-License-Identifier: Apache-2.0

internal import Logging
internal import MetronomeControl
internal import NIOCore

/// One connection: lines in, answers out in the order of the requests, events between them.
///
/// Performs what `ClientConnection` decides. While the client does not read, its beats are dropped and counted and its
/// states replaced by newer ones, so that it costs neither memory nor time.
final class ClientHandler: ChannelInboundHandler, Subscriber, TurnTaker {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    /// Bytes written and not sent past which a client counts as slow.
    static let outputLimit = 64 << 10

    private let performer: any RequestPerformer
    private let turns: RequestTurns
    private let log: Logger
    private let left: () -> Void
    private var context: ChannelHandlerContext?
    private var connection = ClientConnection()
    private var missed = MissedEvents()
    /// Bytes written since the connection was opened, sent or not.
    private var written = 0
    private var isAdvancing = false
    /// When the client's turn is over, on CLOCK_MONOTONIC.
    private var turnEndNs = Int64.min
    private var lineTimer: Scheduled<Void>?
    private var outputTimer: Scheduled<Void>?

    /// Has requests performed by `performer`, as the turn comes; `left` is called once the connection is closed.
    init(performer: any RequestPerformer, turns: RequestTurns, log: Logger, left: @escaping () -> Void) {
        self.performer = performer
        self.turns = turns
        self.log = log
        self.left = left
    }

    // MARK: the channel

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        self.context = nil
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var bytes = unwrapInboundIn(data)
        connection.receive(&bytes)
        advance()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        guard case .inputClosed? = event as? ChannelEvent else {
            return context.fireUserInboundEventTriggered(event)
        }
        connection.endInput()
        advance()
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        while isWritable, let line = missed.next() { send(line) }
        if !isAdvancing { context.flush() }
        advance()
        context.fireChannelWritabilityChanged()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        log.debug("a connection ended: \(error)")
        context.close(promise: nil)
    }

    func channelInactive(context: ChannelHandlerContext) {
        lineTimer?.cancel()
        outputTimer?.cancel()
        connection.close()
        turns.remove(self)
        left()
        // A write that fails closes the channel at once, in the middle of what the performer does for this client.
        context.eventLoop.assumeIsolated().execute { self.performer.leave(self) }
    }

    // MARK: requests

    private var isWritable: Bool {
        guard let context else { return false }
        // What waits for the end of `advance()` is not the client's fault.
        if !context.channel.isWritable { context.flush() }
        return context.channel.isWritable
    }

    /// Bytes that have left since the connection was opened.
    private var sent: Int {
        let buffered = try? context?.channel.syncOptions?.getOption(.bufferedWritableBytes)
        return written - (buffered ?? 0)
    }

    /// Does all that follows from what has happened.
    private func advance() {
        follow()
        turns.run()
    }

    func takeTurn(lines: Int, untilNs: Int64) -> Int {
        connection.beginTurn(lines: lines)
        turnEndNs = untilNs
        follow()
        return connection.endTurn()
    }

    private func follow() {
        // An answer that comes at once finds the loop below at work.
        guard !isAdvancing else { return }
        isAdvancing = true
        defer {
            isAdvancing = false
            // What all of the requests were answered leaves in one write.
            context?.flush()
        }
        while let action = connection.next(isWritable: isWritable, sent: sent) {
            perform(action)
            if turns.now() >= turnEndNs { _ = connection.endTurn() }
        }
    }

    private func perform(_ action: ClientConnection.Action) {
        switch action {
        case .perform(let request, let call):
            log.debug("asked: \(call)")
            performer.perform(call, for: self) { [weak self] in self?.answer(request, with: $0) }
        case .refuse(let request, let error):
            log.debug("refused: \(error)")
            if request.wantsReply { send(Reply.line(to: request, error: error)) }
        case .say(let error): send(Reply.line(error: error))
        case .startLineTimer:
            lineTimer = schedule { $0.connection.lineTimedOut() }
        case .cancelLineTimer: lineTimer?.cancel()
        case .startOutputTimer:
            outputTimer = schedule { $0.connection.outputTimedOut(sent: $0.sent) }
        case .cancelOutputTimer: outputTimer?.cancel()
        case .read(let wantsMore):
            context?.channel.setOption(.autoRead, value: wantsMore).whenFailure { _ in }
        case .awaitTurn: turns.add(self)
        case .close:
            guard let context else { return }
            // Behind all that has been written.
            context.writeAndFlush(wrapOutboundOut(ByteBuffer())).assumeIsolated().whenComplete { _ in
                context.close(promise: nil)
            }
        case .abort:
            log.warning("a client has read nothing for \(ClientConnection.timeLimitSeconds) s and is closed")
            context?.close(promise: nil)
        }
    }

    private func schedule(_ event: @escaping (ClientHandler) -> Void) -> Scheduled<Void>? {
        context?.eventLoop.assumeIsolated().scheduleTask(in: ClientConnection.timeLimit) { [weak self] in
            guard let self else { return }
            event(self)
            advance()
        }
    }

    private func answer(_ request: Request, with answer: Result<any Encodable & Sendable, ControlError>) {
        switch answer {
        case .success(let result):
            if request.wantsReply { send(Reply.line(to: request, result: result)) }
        case .failure(let error):
            log.debug("refused: \(error)")
            if request.wantsReply { send(Reply.line(to: request, error: error)) }
        }
        connection.answered()
        advance()
    }

    // MARK: output

    private func send(_ line: [UInt8]) {
        guard let context else { return }
        send(context.channel.allocator.buffer(bytes: line))
        if !isAdvancing { context.flush() }
    }

    /// Writes a line, to be flushed.
    private func send(_ line: ByteBuffer) {
        written += line.readableBytes
        context?.write(wrapOutboundOut(line), promise: nil)
    }

    func deliver(_ messages: [EventMessage]) {
        for message in messages {
            // What is written counts before it is flushed.
            if isWritable { send(message.line) } else { missed.add(message) }
        }
        if !isAdvancing { context?.flush() }
    }
}
