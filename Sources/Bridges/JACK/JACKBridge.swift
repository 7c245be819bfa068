// SPDX-License-Identifier: Apache-2.0

package import Control
internal import Glibc
package import Linux

/// Joins the daemon to JACK's transport, and tells JACK bars and beats, until a signal comes.
///
/// ``JACKExchange`` decides; this performs. A server that goes, or is not there yet, is waited for.
package struct JACKBridge: ~Copyable {
    /// Who is the timebase master.
    package enum Timebase: String, Sendable, CaseIterable {
        /// The bridge, unless there is one already.
        case auto
        /// The bridge, in place of any other.
        case take
        /// Another program.
        case off
    }

    private let name: String
    private let server: String?
    private let timebase: Timebase
    private let signals: Signals
    private let say: (String) -> Void
    private var connection: DaemonConnection
    private var client: JACKClient?
    private var clock: JACKClock?
    private var exchange: JACKExchange
    private var requests: [Int64: String] = [:]
    /// The file of the daemon's song, how it is read, and when it was saved; nil for none.
    private var song: (path: String, format: String, savedNs: Int64)?
    private var isMaster = false
    private var retryNs: Int64?
    private var hasReportedLoss = false
    /// What is wrong with the server or the song; nil while all is well.
    private var trouble: String?
    private var songTrouble: String?
    private var refusal: String?
    private var reported: [String: JSONValue] = [:]

    private static let retryEveryNs: Int64 = 1_000_000_000

    /// A client of a server. Throws where there is no libjack; a server is waited for.
    ///
    /// - Parameters:
    ///   - name: what it is called in JACK.
    ///   - server: the name of the server; nil for the default one.
    ///   - offsetNs: how much later than the transport beats are heard.
    ///   - socket: the daemon's.
    ///   - say: takes a line for people, without an end.
    package init(
        _ name: String, server: String?, timebase: Timebase, offsetNs: Int64, socket: String,
        signals: consuming Signals,
        say: @escaping (String) -> Void
    ) throws(JACKClient.Refusal) {
        (self.name, self.server, self.timebase) = (name, server, timebase)
        self.signals = signals
        self.say = say
        exchange = JACKExchange(offsetNs: offsetNs)
        connection = DaemonConnection(
            path: socket, subscription: Subscription.params([.state, .timeline]),
            answerTimeout: .seconds(2), longestPause: .seconds(2))
        do {
            client = try JACKClient(name, server: server)
        } catch .noLibrary {
            throw .noLibrary
        } catch {
            trouble = "\(error); waiting for it"
            retryNs = MonotonicClock.nowNs + Self.retryEveryNs
        }
    }

    /// Runs until a signal comes. Throws where the daemon refuses for good.
    package mutating func run() throws(ConnectionLoss) {
        PreciseWait.prepare()
        if let trouble { say(trouble) } else { join() }
        while true {
            for report in connection.turn(atNs: MonotonicClock.nowNs) { try take(report) }
            turnServer()
            tellDaemon()
            let wake = [connection.wakeNs, retryNs, exchange.wakeNs(clock)].compactMap { $0 }.min()
            let ready = PreciseWait.forInput(
                of: signals.descriptor, connection.descriptor, client?.descriptor ?? -1, untilNs: wake)
            if ready[0], !signals.taken().isEmpty { break }
        }
    }

    // MARK: the server

    private var serverName: String { server.map { "JACK server \($0)" } ?? "JACK" }

    /// Says what it does there, once it is there.
    private mutating func join() {
        exchange.leads = timebase != .off
        isMaster = false
        say(
            "joined the transport of \(serverName) as \(name)"
                + (timebase == .off ? ", and follows its bars and beats" : ""))
    }

    /// Tells bars and beats. The first that are told are there before JACK asks for them.
    private mutating func tell(_ score: [JACKSegment]) {
        client?.set(score: score)
        guard !isMaster else { return }
        isMaster = client?.lead(replacing: timebase == .take) == true
        exchange.leads = isMaster
        if !isMaster { say("another program tells bars and beats: they are followed, unless --timebase take is given") }
    }

    private mutating func turnServer() {
        let now = MonotonicClock.nowNs
        if client?.isGone == true {
            clock = nil
            exchange.lose()
            retryNs = now + Self.retryEveryNs
            trouble = "the \(server == nil ? "JACK server" : serverName) is gone; waiting for one"
            say(trouble ?? "")
            // libjack may wait for some seconds for the answer of a server that has gone.
            client = nil
        }
        if client == nil, let retryNs, retryNs <= now { open(atNs: now) }
        guard let cycle = client?.cycle else {
            if client != nil, clock == nil { retryNs = now + 20_000_000 }
            return
        }
        if client != nil { retryNs = nil }
        var line = clock?.line ?? FrameLine(cycle)
        line.add(cycle)
        let isNew = clock?.cycle.changes != cycle.changes
        let clock = JACKClock(cycle, line, latency: isNew ? client?.latency ?? 0 : self.clock?.latency ?? 0)
        self.clock = clock
        perform(exchange.turn(clock, atNs: now))
    }

    private mutating func open(atNs now: Int64) {
        do throws(JACKClient.Refusal) {
            client = try JACKClient(name, server: server)
            (trouble, retryNs) = (nil, nil)
            join()
        } catch {
            retryNs = now + Self.retryEveryNs
        }
    }

    private mutating func perform(_ actions: [JACKExchange.Action]) {
        for action in actions {
            switch action {
            case .start: client?.start()
            case .stop: client?.stop()
            case .locate(let frame): client?.locate(frame)
            case .score(let score): tell(score)
            case .request(let request):
                guard let id = connection.request(request.method, request.params) else { continue }
                requests[id] = request.method
            }
        }
    }

    // MARK: the daemon

    private mutating func take(_ report: ConnectionReport) throws(ConnectionLoss) {
        switch report {
        case .subscribed(let subscription):
            if hasReportedLoss { say("the daemon is there again") }
            hasReportedLoss = false
            (requests, reported) = ([:], [:])
            exchange.connect(subscription)
            read(subscription.state)
        case .event(let event, _):
            if case .state(let event) = event { read(event.state) }
            perform(exchange.add(event, atNs: MonotonicClock.nowNs))
        case .answered(let answer):
            if requests.removeValue(forKey: answer.id) == "follow" { refusal = nil }
        case .refused(let id, let error):
            guard let id, let method = requests.removeValue(forKey: id) else { break }
            exchange.refuse(method)
            if refusal != error.message { say(error.message) }
            refusal = method == "follow" ? error.message : nil
        case .lost(let loss):
            exchange.disconnect()
            if !hasReportedLoss { say("\(loss); waiting for it") }
            hasReportedLoss = true
        case .ended(let loss): throw loss
        }
    }

    /// Reads the song that the daemon has loaded, where it is another song than before.
    private mutating func read(_ status: Status) {
        guard let loaded = status.song else {
            if song != nil { exchange.take(song: nil) }
            (song, songTrouble) = (nil, nil)
            return
        }
        let saved = Self.savedNs(loaded.path)
        guard song.map({ $0 != (loaded.path, loaded.format, saved) }) ?? true else { return }
        song = (loaded.path, loaded.format, saved)
        do {
            exchange.take(song: try JACKExchange.course(of: loaded))
            songTrouble = nil
        } catch {
            exchange.take(song: nil)
            songTrouble = "\(error.message): bars and beats of the song are not known"
            say(songTrouble ?? "")
        }
    }

    /// When a file was saved last; 0 where the time is not known.
    private static func savedNs(_ path: String) -> Int64 {
        var about = stat()
        guard unsafe stat(path, &about) == 0 else { return 0 }
        return Int64(about.st_mtim.tv_sec) * 1_000_000_000 + Int64(about.st_mtim.tv_nsec)
    }

    /// Tells the daemon how the bridge fares, where that has changed.
    private mutating func tellDaemon() {
        var params: [String: JSONValue] = ["name": "jack", "to": .string("the transport of \(serverName)")]
        params["trouble"] = (trouble ?? songTrouble ?? refusal).map(JSONValue.string)
        guard params != reported, connection.request("bridge.report", params) != nil else { return }
        reported = params
    }
}
