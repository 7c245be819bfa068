// SPDX-License-Identifier: Apache-2.0

internal import Control
internal import Logging
internal import Motion
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
    /// Requests of one client that are done before the others get their turn.
    private static let turn = 32
    /// Bytes of unread lines past which a client is read no further.
    private static let inputLimit = 2 * LineBuffer.longest
    /// Bad lines in a row before a client is taken for something else.
    private static let mostBadLines = 20

    var events: Set<EventKind> = []
    var leadMs = Lead.usual
    var motionProperties: [MotionProperty] = []

    private let conductor: Conductor
    private let log: Logger
    private let left: () -> Void
    private var context: ChannelHandlerContext?
    private var lines = LineBuffer()
    private var isBusy = false
    private var isProceeding = false
    /// Whether the next turn is waiting behind the other clients'.
    private var isScheduled = false
    private var isClosing = false
    private var isReading = true
    /// Whether the client has said all it wants to say.
    private var hasEnded = false
    /// Why nothing more is taken; said after the answers that are due, and then the connection is closed.
    private var refusal: ControlError?
    private var badLines = 0
    private var droppedBeats = 0
    private var droppedMotions = 0
    private var lateState: StateEvent?
    private var lateFrame: FrameEvent?
    private var lateAudio: AudioEvent?
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
        lines = LineBuffer()
        hasEnded = true
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
        hasEnded = true
        proceed()
    }

    // MARK: lines

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var bytes = unwrapInboundIn(data)
        guard refusal == nil else { return }
        lines.append(&bytes)
        proceed()
    }

    /// Does the requests one after the other, so that replies keep their order, and some at a time, so that one client
    /// does not keep the others waiting.
    private func proceed() {
        // An answer that comes at once finds the loop below at work.
        guard !isProceeding, !isScheduled, !isClosing else { return }
        isProceeding = true
        defer { isProceeding = false }
        var left = Self.turn
        while !isBusy, isWritable, left > 0, let request = nextRequest() {
            left -= 1
            switch request.call {
            case .failure(let error):
                log.debug("refused: \(error)")
                send(Reply.line(to: request, error: error), if: request.wantsReply)
            case .success(let call):
                log.debug("asked: \(call)")
                isBusy = true
                conductor.perform(call, for: self) { [weak self] answer in self?.answer(request, with: answer) }
            }
        }
        if left == 0 {
            isScheduled = true
            context?.eventLoop.assumeIsolated().execute { [weak self] in
                self?.isScheduled = false
                self?.proceed()
            }
        } else if !isBusy, isWritable {
            if let refusal { send(Reply.line(error: refusal)) }
            if hasEnded || refusal != nil { return close() }
        }
        watchLine()
        let wantsMore = lines.count < Self.inputLimit && isWritable
        if wantsMore != isReading {
            isReading = wantsMore
            context?.channel.setOption(.autoRead, value: wantsMore).whenFailure { _ in }
        }
    }

    private func nextRequest() -> Request? {
        while refusal == nil {
            let line: [UInt8]
            switch lines.next() {
            case .line(let whole):
                line = whole
                lineTimer?.cancel()
                lineTimer = nil
            case .tooLong:
                refusal = ControlError(
                    .lineTooLong, "a line may have \(LineBuffer.longest) bytes; this one is longer")
                return nil
            case .nothing:
                guard hasEnded, let last = lines.rest() else { return nil }
                line = last
            }
            guard !line.isEmpty, let request = Request.parse(line: line) else { continue }
            badLines = request.isMalformed ? badLines + 1 : 0
            if badLines >= Self.mostBadLines {
                refusal = ControlError(.tooManyErrors, "\(badLines) bad lines in a row; see Protocol.md")
            }
            return request
        }
        return nil
    }

    /// A line that has begun must end in time, however slowly it drips in.
    private func watchLine() {
        guard !isBusy, lines.count > 0, lineTimer == nil, let context else { return }
        lineTimer = context.eventLoop.assumeIsolated().scheduleTask(in: Self.patience) { [weak self] in
            guard let self else { return }
            refusal = ControlError(.lineTimeout, "the line was begun 10 s ago and has not ended")
            proceed()
        }
    }

    private func answer(_ request: Request, with answer: Conductor.Answer) {
        isBusy = false
        switch answer {
        case .success(let result): send(Reply.line(to: request, result: result), if: request.wantsReply)
        case .failure(let error):
            log.debug("refused: \(error)")
            send(Reply.line(to: request, error: error), if: request.wantsReply)
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
        isClosing = true
        // Behind what is written already.
        context.writeAndFlush(wrapOutboundOut(ByteBuffer())).assumeIsolated().whenComplete { _ in
            context.close(promise: nil)
        }
    }

    func deliver(beats: [BeatEvent]) {
        guard isWritable else {
            droppedBeats += beats.count
            return
        }
        send(beats.flatMap { EventLine.encode(method: BeatEvent.method, params: $0) })
    }

    func deliver(motion: [MotionEvent]) {
        guard isWritable else {
            droppedMotions += motion.count
            return
        }
        send(motion.flatMap { EventLine.encode(method: MotionEvent.method, params: $0) })
    }

    func deliver(frame: FrameEvent) {
        guard isWritable else {
            lateFrame = frame
            return
        }
        send(EventLine.encode(method: FrameEvent.method, params: frame))
    }

    func deliver(state: StateEvent) {
        guard isWritable else {
            lateState = state
            return
        }
        send(EventLine.encode(method: StateEvent.method, params: state))
    }

    func deliver(audio: AudioEvent) {
        guard isWritable else {
            lateAudio = audio
            return
        }
        send(EventLine.encode(method: AudioEvent.method, params: audio))
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
        if droppedBeats + droppedMotions > 0 {
            let lagged = LaggedEvent(
                seq: conductor.sequence, dropped: .init(beat: droppedBeats, motion: droppedMotions))
            (droppedBeats, droppedMotions) = (0, 0)
            send(EventLine.encode(method: LaggedEvent.method, params: lagged))
        }
        if let state = lateState {
            lateState = nil
            deliver(state: state)
        }
        if let audio = lateAudio {
            lateAudio = nil
            deliver(audio: audio)
        }
        if let frame = lateFrame {
            lateFrame = nil
            deliver(frame: frame)
        }
        proceed()
        context.fireChannelWritabilityChanged()
    }
}
