// SPDX-License-Identifier: Apache-2.0

internal import MetronomeControl
internal import MetronomeLinux
internal import NIOCore
internal import NIOPosix

/// The one connection to the daemon, for all pages; it is made again whenever it is lost. Belongs to the event loop.
///
/// `ConnectionState` decides; this performs.
final class DaemonLink {
    /// What became of a request.
    enum Outcome {
        case result(JSONValue)
        case refused(ControlError)
        /// There is no daemon, or it did not answer in time.
        case unanswered(ClientError)
        /// Too many requests wait.
        case tooMany
    }

    /// Requests that wait for their answers at a time.
    static let mostRequests = 256
    /// How long an answer is waited for.
    static let answerTimeout = TimeAmount.seconds(10)

    private struct Waiting {
        let finish: (Outcome) -> Void
        let timer: Scheduled<Void>
    }

    private let path: String
    private let loop: any EventLoop
    private let take: ([ConnectionReport]) -> Void
    private var state = ConnectionState(
        subscription: ["events": ["state", "timeline", "section", "audio"]], answerTimeoutNs: 2_000_000_000,
        pausesNs: 100_000_000...2_000_000_000)
    private var channel: (any Channel)?
    private var timer: Scheduled<Void>?
    private var waiting: [Int64: Waiting] = [:]
    private var reports: [ConnectionReport] = []
    private var isClosed = false

    /// - Parameter take: is given what the daemon says, in order; what came at once, at once.
    init(path: String, loop: any EventLoop, take: @escaping ([ConnectionReport]) -> Void) {
        self.path = path
        self.loop = loop
        self.take = take
    }

    /// Connects, and does so again whenever the connection is lost.
    func start() { advance(.time) }

    /// Ends the connection for good.
    func close() {
        isClosed = true
        timer?.cancel()
        channel?.close(promise: nil)
        abandon(.closed)
    }

    /// Asks the daemon. `finish` is called once, now or later.
    func request(_ method: String, _ params: [String: JSONValue] = [:], finish: @escaping (Outcome) -> Void) {
        guard waiting.count < Self.mostRequests else { return finish(.tooMany) }
        guard let channel, let (id, line) = state.request(method, params) else {
            return finish(.unanswered(.notRunning(path: path, reason: "not connected")))
        }
        guard line.count <= MetronomeControl.Request.longestLine else {
            return finish(.refused(ControlError(.lineTooLong, "the request is too long")))
        }
        let timer = loop.assumeIsolated().scheduleTask(in: Self.answerTimeout) { [weak self] in
            guard let request = self?.waiting.removeValue(forKey: id) else { return }
            request.finish(.unanswered(.timeout))
        }
        waiting[id] = Waiting(finish: finish, timer: timer)
        channel.writeAndFlush(ByteBuffer(bytes: line), promise: nil)
    }

    // MARK: the channel

    fileprivate func receive(_ line: [UInt8], from channel: any Channel) {
        guard channel === self.channel else { return }
        handle(.line(line))
        // A channel that is closed within its read has no end of reading.
        if channel !== self.channel { report() }
    }

    fileprivate func deliver() { report() }

    fileprivate func lose(_ channel: any Channel, _ error: ClientError) {
        guard channel === self.channel else { return }
        self.channel = nil
        advance(.failed(error))
    }

    private func advance(_ input: ConnectionState.Input) {
        guard !isClosed else { return }
        handle(input)
        report()
    }

    private func handle(_ input: ConnectionState.Input) {
        for action in state.handle(input, atNs: MonotonicClock.nowNs) {
            switch action {
            case .connect: connect()
            case .send(let line): channel?.writeAndFlush(ByteBuffer(bytes: line), promise: nil)
            case .close:
                let former = channel
                channel = nil
                former?.close(promise: nil)
            case .report(let report): reports.append(report)
            }
        }
        timer?.cancel()
        timer = state.wakeNs.map { wakeNs in
            loop.assumeIsolated().scheduleTask(deadline: .uptimeNanoseconds(UInt64(max(0, wakeNs)))) { [weak self] in
                self?.advance(.time)
            }
        }
    }

    private func connect() {
        let bound = NIOLoopBound(self, eventLoop: loop)
        ClientBootstrap(group: loop)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(LineHandler(link: bound.value))
                }
            }
            .connect(unixDomainSocketPath: path)
            .assumeIsolated()
            .whenComplete { [weak self] result in
                guard let self, !isClosed else {
                    if case .success(let channel) = result { channel.close(promise: nil) }
                    return
                }
                switch result {
                case .success(let channel):
                    self.channel = channel
                    advance(.connected)
                case .failure(let error):
                    let reason = (error as? IOError).map { "\(Errno($0.errnoCode))" } ?? "\(error)"
                    advance(.failed(.notRunning(path: path, reason: reason)))
                }
            }
    }

    /// Hands on what has come; answers go to who asked.
    private func report() {
        let all = reports
        reports = []
        let rest = all.filter { report in
            switch report {
            case .answered(let answer):
                finish(answer.id) {
                    do throws(ClientError) { return .result(try answer.result()) } catch { return .unanswered(error) }
                }
                return false
            case .refused(let id?, let error):
                finish(id) { .refused(error) }
                return false
            case .lost(let loss), .ended(let loss):
                if case .failed(let error) = loss { abandon(error) } else { abandon(.closed) }
                return true
            default: return true
            }
        }
        if !rest.isEmpty { take(rest) }
    }

    private func finish(_ id: Int64, with outcome: () -> Outcome) {
        guard let request = waiting.removeValue(forKey: id) else { return }
        request.timer.cancel()
        request.finish(outcome())
    }

    private func abandon(_ error: ClientError) {
        let requests = waiting.values
        waiting = [:]
        for request in requests {
            request.timer.cancel()
            request.finish(.unanswered(error))
        }
    }
}

/// Cuts what the daemon sends into lines.
private final class LineHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let link: DaemonLink
    private var bytes = ByteBuffer()
    private var searched = 0

    init(link: DaemonLink) { self.link = link }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var more = unwrapInboundIn(data)
        bytes.writeBuffer(&more)
        while true {
            let view = bytes.readableBytesView
            guard let end = view.dropFirst(searched).firstIndex(of: UInt8(ascii: "\n")) else { break }
            let line = Array(view[..<end])
            bytes.moveReaderIndex(forwardBy: line.count + 1)
            searched = 0
            link.receive(line, from: context.channel)
        }
        searched = bytes.readableBytes
        bytes.discardReadBytes()
        guard searched <= ControlClient.maximumLineLength else {
            link.lose(context.channel, .protocolMismatch("the daemon sent a line that is too long"))
            return context.close(promise: nil)
        }
    }

    func channelReadComplete(context: ChannelHandlerContext) { link.deliver() }

    func channelInactive(context: ChannelHandlerContext) { link.lose(context.channel, .closed) }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
}
