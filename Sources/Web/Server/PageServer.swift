// SPDX-License-Identifier: Apache-2.0

internal import MetronomeControl
internal import MetronomeLinux
internal import NIOCore
internal import NIOHTTP1
internal import NIOPosix

/// Serves the page and what it asks for. Belongs to the event loop.
final class PageServer {
    /// The longest header, or URI, in bytes.
    static let longestHeader = 8 << 10
    /// The longest head of a request, in bytes.
    static let longestHead = 16 << 10
    /// Headers of a request, trailers included.
    static let mostHeaders = 64
    /// How often pages are sent a sign of life.
    static let heartbeat = TimeAmount.seconds(15)

    private let loop: any EventLoop
    private var service: WebService
    private var tokens: TokenFile
    private let sounds: SoundStore
    private let say: (String) -> Void
    private let end: (ConnectionLoss) -> Void
    private var state: PresentState
    private var link: DaemonLink?
    private var lastID = 0
    /// What all pages are to be told next.
    private var pending: [[UInt8]] = []
    /// The pages that follow.
    private var pages: [ObjectIdentifier: RequestHandler] = [:]
    private var occupancy: Occupancy
    private var guesses = GuessLimiter()
    private var life: RepeatedTask?
    private var channel: (any Channel)?
    private var hasReportedLoss = false

    /// - Parameters:
    ///   - folders: of the user, whose names pages are not told.
    ///   - connections: how many there may be at a time.
    ///   - say: takes a line for people.
    ///   - end: is called where the daemon refuses for good.
    init(
        loop: any EventLoop, service: WebService, tokens: TokenFile, name: String, folders: [String] = [],
        connections: Int = Occupancy.mostConnections, pool: NIOThreadPool,
        say: @escaping (String) -> Void, end: @escaping (ConnectionLoss) -> Void
    ) {
        self.loop = loop
        self.service = service
        self.tokens = tokens
        occupancy = Occupancy(most: connections)
        self.say = say
        self.end = end
        state = PresentState(name: name, folders: folders)
        sounds = SoundStore(loop: loop, pool: pool)
    }

    /// Is ready to connect to the daemon, for tests that bring connections of their own.
    func startWithoutListening(socket: String) {
        link = DaemonLink(path: socket, loop: loop) { [weak self] in self?.take($0) }
    }

    /// Listens, and connects to the daemon. Returns the address.
    func start(at address: SocketAddress, socket: String) -> EventLoopFuture<SocketAddress?> {
        startWithoutListening(socket: socket)
        let bound = NIOLoopBound(self, eventLoop: loop)
        return ServerBootstrap(group: loop)
            .serverChannelOption(.backlog, value: 1024)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
            .childChannelOption(.socketOption(.so_keepalive), value: 1)
            // Who has asked for all that it wants may say so, and is answered.
            .childChannelOption(.allowRemoteHalfClosure, value: true)
            .childChannelOption(.socketOption(.so_sndbuf), value: 256 << 10)
            .childChannelOption(.writeBufferWaterMark, value: .init(low: 32 << 10, high: 64 << 10))
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture { try bound.value.accept(channel) }
            }
            .bind(to: address)
            .map { channel in
                bound.value.channel = channel
                if let port = channel.localAddress?.port { bound.value.service.port = port }
                bound.value.link?.start()
                return channel.localAddress
            }
    }

    /// Ends all.
    func close() {
        channel?.close(promise: nil)
        link?.close()
        life?.cancel()
        for page in pages.values { page.close() }
    }

    // MARK: connections

    /// The room for connections is used up.
    struct NoRoom: Error {}

    /// Gives a new connection its handlers. Throws where there is no room for it, and it is closed.
    func accept(_ channel: any Channel) throws {
        let visitor = AddressBlock(channel.remoteAddress?.ipAddress ?? "")
        guard occupancy.enter(visitor) else { throw NoRoom() }
        var isTaken = false
        defer { if !isTaken { occupancy.leave(visitor, wasFollowing: false) } }
        var limits = NIOHTTPDecoderLimitConfiguration()
        limits.maxHeaderFieldSize = Self.longestHeader
        limits.maxHeaderListSize = Self.longestHead
        limits.maxHeaderFieldCount = Self.mostHeaders
        let operations = channel.pipeline.syncOperations
        try operations.addHandler(HTTPResponseEncoder())
        try operations.addHandler(
            ByteToMessageHandler(HTTPRequestDecoder(leftOverBytesStrategy: .dropBytes, limitConfiguration: limits)))
        try operations.addHandler(HTTPServerPipelineHandler())
        let handler = RequestHandler(server: self, visitor: Visitor(block: visitor)) { [weak self] in self?.leave($0) }
        try operations.addHandler(handler)
        isTaken = true
    }

    private func leave(_ handler: RequestHandler) {
        let wasFollowing = pages.removeValue(forKey: ObjectIdentifier(handler)) != nil
        occupancy.leave(handler.visitor.block, wasFollowing: wasFollowing)
        guard pages.isEmpty else { return }
        life?.cancel()
        life = nil
    }

    // MARK: requests

    /// Answers a request, now or later.
    func perform(_ request: WebRequest, for handler: RequestHandler) {
        let (action, line) = service.action(
            for: request, tokens: tokens.current(), from: &handler.visitor, guesses: &guesses,
            atNs: Int64(clamping: loop.now.uptimeNanoseconds))
        if let line { say(line) }
        switch action {
        case .respond(let response): handler.respond(response)
        case .tellTime: handler.respond(.json(.ok, JSONLine.encode(["monotonic_ns": MonotonicClock.nowNs])))
        case .follow(let role, let token): follow(handler, role, token)
        case .ask(let method, let params, let asked): ask(method, params, asked, handler)
        case .sound(let name): send(sound: name, as: request, to: handler)
        }
    }

    private func ask(_ method: String, _ params: [String: JSONValue], _ asked: Request, _ handler: RequestHandler) {
        link?.request(method, params) { [weak self] outcome in
            guard let self else { return }
            guard let line = outcome.line(to: asked, &state) else { return handler.respond(outcome.refusal) }
            handler.respond(asked.wantsReply ? .json(.ok, line) : WebResponse(.noContent))
        }
    }

    private func send(sound name: String, as request: WebRequest, to handler: RequestHandler) {
        guard let link else { return }
        sounds.find(
            name, playing: { [weak self] in self?.state.pathOfSound($0) }, asking: { link.request($0, finish: $1) }
        ) { found in
            switch found {
            case .file(let file): handler.respond(file.response(to: request))
            case .none: handler.respond(.refusal(.notFound, .notFound, "there is no sound of that name"))
            case .unanswered(let outcome): handler.respond(outcome.refusal)
            }
        }
    }

    // MARK: events

    private func follow(_ handler: RequestHandler, _ role: Role, _ token: [UInt8]) {
        guard occupancy.follow(handler.visitor.block) else {
            return handler.respond(.busy("too many pages follow from here: close one", seconds: 10))
        }
        pages[ObjectIdentifier(handler)] = handler
        handler.follow(role, token: token, greeting(for: role))
        if life == nil {
            let bound = NIOLoopBound(self, eventLoop: loop)
            life = loop.scheduleRepeatedTask(initialDelay: Self.heartbeat, delay: Self.heartbeat) { _ in
                bound.value.beat()
            }
        }
    }

    /// The whole state, as a page is told it that has just come.
    func greeting(for role: Role) -> ByteBuffer {
        // What it has in it already is not told behind it.
        flush()
        lastID += 2
        return EventFrame.messages(state.greeting(for: role), from: lastID - 1)
    }

    /// Tells pages that the server is there, and lets those go whose token is good no more.
    private func beat() {
        let tokens = tokens.current()
        for page in pages.values {
            guard let stream = page.stream else { continue }
            service.role(of: stream.token, tokens) == stream.role ? page.send(EventFrame.heartbeat) : page.close()
        }
    }

    /// Has lines sent to all pages. One change has several, which go out together; and the more pages there are, the longer
    /// they are gathered, so that many changes in a row do not take more time to send than they take to come.
    private func tell(_ lines: [[UInt8]]) {
        guard !lines.isEmpty, !pages.isEmpty else { return }
        if pending.isEmpty {
            let time = TimeAmount.microseconds(2000 + 10 * Int64(pages.count))
            loop.assumeIsolated().scheduleTask(in: time) { [weak self] in self?.flush() }
        }
        pending += lines
    }

    /// Sends what is pending; it is framed once for all pages.
    private func flush() {
        guard !pending.isEmpty else { return }
        let events = EventFrame.messages(pending, from: lastID + 1)
        lastID += pending.count
        pending = []
        for page in pages.values { page.send(events) }
    }

    private func greetAll() {
        let greetings = Dictionary(uniqueKeysWithValues: Role.allCases.map { ($0, greeting(for: $0)) })
        for page in pages.values {
            if let role = page.stream?.role, let greeting = greetings[role] { page.send(greeting) }
        }
    }

    // MARK: the daemon

    private func take(_ reports: [ConnectionReport]) {
        var lines: [[UInt8]] = []
        for report in reports {
            switch report {
            case .subscribed(let subscription):
                if hasReportedLoss { say("the daemon is there again") }
                hasReportedLoss = false
                state.connect(subscription)
                sounds.forget()
                link?.request("version") { [weak self] in self?.identify($0) }
            case .event(let event, let line): lines += state.add(event, line: line)
            case .lost(let loss):
                lines += state.disconnect()
                if !hasReportedLoss { say("\(loss); waiting for it") }
                hasReportedLoss = true
            case .ended(let loss):
                lines += state.disconnect()
                end(loss)
            case .answered, .refused: break
            }
        }
        tell(lines)
    }

    private func identify(_ outcome: DaemonLink.Outcome) {
        guard case .result(let value) = outcome,
            let version = try? JSONLine.decode(Version.self, from: JSONLine.encode(value))
        else { return }
        state.identify(version)
        greetAll()
    }
}
