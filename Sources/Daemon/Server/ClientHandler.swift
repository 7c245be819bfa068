// SPDX-License-Identifier: Apache-2.0

internal import Control
internal import Logging
internal import NIOCore

/// One connection: lines in, replies out in the order of the requests, events between them.
///
/// A client that does not read costs nobody anything: its beats are dropped and counted, its states replaced by newer
/// ones, its requests left unread, and in the end it is closed.
final class ClientHandler: ChannelInboundHandler, Subscriber {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    /// Bytes written and not sent past which a client counts as slow.
    static let outputLimit = 64 << 10
    /// How long a line may take to end, and a slow client to read anything.
    static let patience = TimeAmount.seconds(10)
    /// Requests of one client that may wait for their turn before it is read no further.
    private static let mostWaiting = 64
    /// Bad lines in a row before a client is taken for something else.
    private static let mostBadLines = 20

    var events: Set<EventKind> = []

    private let conductor: Conductor
    private let log: Logger
    private let left: () -> Void
    private var context: ChannelHandlerContext?
    private var lines = LineBuffer()
    private var waiting: [Request] = []
    private var isBusy = false
    private var isProceeding = false
    private var isReading = true
    private var isEnding = false
    private var badLines = 0
    private var droppedBeats = 0
    private var lateState: StateEvent?
    private var lineTimer: Scheduled<Void>?
    private var outputTimer: Scheduled<Void>?

    init(conductor: Conductor, log: Logger, left: @escaping () -> Void) {
        self.conductor = conductor
        self.log = log
        self.left = left
    }

    // MARK: the connection

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        self.context = nil
    }

    func channelInactive(context: ChannelHandlerContext) {
        lineTimer?.cancel()
        outputTimer?.cancel()
        waiting = []
        isEnding = true
        conductor.leave(self)
        left()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        log.debug("a connection ended: \(error)")
        context.close(promise: nil)
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        guard case .inputClosed? = event as? ChannelEvent else {
            return context.fireUserInboundEventTriggered(event)
        }
        // `printf … | nc -N`: answer what was asked, then close.
        if let last = lines.rest() { take(last) }
        isEnding = true
        proceed()
    }

    // MARK: lines

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var bytes = unwrapInboundIn(data)
        guard !isEnding else { return }
        lines.append(&bytes)
        while !isEnding {
            switch lines.next() {
            case .line(let line): take(line)
            case .tooLong:
                refuse(
                    ControlError(.lineTooLong, "a line may have \(LineBuffer.longest) bytes; this one is longer"))
            case .nothing:
                watchLine()
                proceed()
                return
            }
        }
        proceed()
    }

    private func take(_ line: [UInt8]) {
        guard let request = Request.parse(line: line) else { return }
        badLines = request.isMalformed ? badLines + 1 : 0
        waiting.append(request)
        guard badLines < Self.mostBadLines else {
            return refuse(ControlError(.tooManyErrors, "\(badLines) bad lines in a row; see Protocol.md"))
        }
    }

    /// Answers the waiting requests, says why nothing more is taken, and closes.
    private func refuse(_ error: ControlError) {
        waiting.append(Request(id: .null, isStrict: false, wantsReply: true, call: .failure(error)))
        isEnding = true
    }

    private func watchLine() {
        lineTimer?.cancel()
        lineTimer = nil
        guard lines.isPartial, let context else { return }
        lineTimer = context.eventLoop.assumeIsolated().scheduleTask(in: Self.patience) { [weak self] in
            self?.refuse(ControlError(.lineTimeout, "the line was begun 10 s ago and has not ended"))
            self?.proceed()
        }
    }

    /// Does the requests one after the other, so that replies keep their order.
    private func proceed() {
        // An answer that comes at once finds the loop below at work.
        guard !isProceeding else { return }
        isProceeding = true
        defer { isProceeding = false }
        while !isBusy, !waiting.isEmpty, isWritable {
            let request = waiting.removeFirst()
            switch request.call {
            case .failure(let error): send(Reply.line(to: request, error: error), if: request.wantsReply)
            case .success(let call):
                isBusy = true
                conductor.perform(call, for: self) { [weak self] answer in self?.answer(request, with: answer) }
            }
        }
        let wantsMore = waiting.count < Self.mostWaiting && isWritable
        if wantsMore != isReading {
            isReading = wantsMore
            context?.channel.setOption(.autoRead, value: wantsMore).whenFailure { _ in }
        }
        if isEnding, !isBusy, waiting.isEmpty { close() }
    }

    private func answer(_ request: Request, with answer: Conductor.Answer) {
        isBusy = false
        switch answer {
        case .success(let result): send(Reply.line(to: request, result: result), if: request.wantsReply)
        case .failure(let error): send(Reply.line(to: request, error: error), if: request.wantsReply)
        }
        proceed()
    }

    // MARK: output

    private var isWritable: Bool { context?.channel.isWritable ?? false }

    private func send(_ line: [UInt8], if wanted: Bool = true) {
        guard wanted, let context else { return }
        context.writeAndFlush(wrapOutboundOut(context.channel.allocator.buffer(bytes: line)), promise: nil)
    }

    private func close() {
        guard let context else { return }
        // Behind what is written already.
        context.writeAndFlush(wrapOutboundOut(ByteBuffer())).assumeIsolated().whenComplete { _ in
            context.close(promise: nil)
        }
    }

    func deliver(beat: BeatEvent) {
        guard isWritable else {
            droppedBeats += 1
            return
        }
        send(EventLine.encode(method: BeatEvent.method, params: beat))
    }

    func deliver(state: StateEvent) {
        guard isWritable else {
            lateState = state
            return
        }
        send(EventLine.encode(method: StateEvent.method, params: state))
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        outputTimer?.cancel()
        outputTimer = nil
        guard context.channel.isWritable else {
            outputTimer = context.eventLoop.assumeIsolated().scheduleTask(in: Self.patience) { [weak self] in
                self?.log.warning("a client has read nothing for 10 s and is closed")
                self?.context?.close(promise: nil)
            }
            context.fireChannelWritabilityChanged()
            return
        }
        if droppedBeats > 0 {
            let lagged = LaggedEvent(seq: conductor.sequence, dropped: .init(beat: droppedBeats))
            droppedBeats = 0
            send(EventLine.encode(method: LaggedEvent.method, params: lagged))
        }
        if let state = lateState {
            lateState = nil
            deliver(state: state)
        }
        proceed()
        context.fireChannelWritabilityChanged()
    }
}
