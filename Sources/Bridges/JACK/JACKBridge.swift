// SPDX-License-Identifier: Apache-2.0

internal import Glibc
package import MetronomeControl
internal import MetronomeLinux

/// Joins the daemon to JACK's transport, and tells JACK bars and beats.
///
/// ``JACKExchange`` decides; this performs. A server that goes, or is not there yet, is waited for.
package struct JACKBridge: Bridge, ~Copyable {
    package typealias Action = BridgeAction<String>

    /// Who is the timebase master.
    package enum Timebase: String, Sendable, CaseIterable {
        /// The bridge, while there is no other.
        case auto
        /// The bridge, in place of one that was there before.
        case take
        /// Another program.
        case off
    }

    private let name: String
    private let server: String?
    private let timebase: Timebase
    private var client: JACKClient?
    private var clock: JACKClock?
    private var exchange: JACKExchange
    /// The file of the daemon's song, how it is read, and when it was saved; nil for none.
    private var song: (path: String, format: String, savedNs: Int64)?
    private var retryNs: Int64?
    /// What is wrong with the server or the song; nil while all is well.
    private var trouble: String?
    private var songTrouble: String?
    private var refusal: String?

    private static let retryEveryNs: Int64 = 1_000_000_000

    /// A client of a server. Throws where there is no libjack; a server is waited for.
    ///
    /// - Parameters:
    ///   - name: what it is called in JACK.
    ///   - server: the name of the server; nil for the default one.
    ///   - offsetNs: how much later than the transport beats are heard.
    package init(
        _ name: String, server: String?, timebase: Timebase, offsetNs: Int64
    ) throws(JACKClient.Refusal) {
        (self.name, self.server, self.timebase) = (name, server, timebase)
        exchange = JACKExchange(offsetNs: offsetNs, tellsBars: timebase != .off)
        do {
            client = try JACKClient(name, server: server)
        } catch .noLibrary {
            throw .noLibrary
        } catch {
            trouble = "\(error); waiting for it"
            retryNs = MonotonicClock.nowNs + Self.retryEveryNs
        }
    }

    package var descriptors: [CInt] { mutating get { [client?.descriptor ?? -1] } }
    package var wakeNs: Int64? { [retryNs, exchange.wakeNs(clock)].compactMap { $0 }.min() }

    package var report: BridgeList.Bridge? {
        .init("jack", to: "the transport of \(serverName)", trouble: trouble ?? songTrouble ?? refusal)
    }

    /// What a request is for is its method.
    package mutating func take(_ event: BridgeEvent<String>, atNs now: Int64) -> [Action] {
        switch event {
        case .begun: return trouble.map { [.say($0)] } ?? join()
        case .connected(let subscription):
            exchange.connect(subscription)
            return read(subscription.state)
        case .told(let event, _):
            let lines = if case .state(let event) = event { read(event.state) } else { [] as [Action] }
            return lines + perform(exchange.add(event, atNs: now))
        case .done(_, "follow"): refusal = nil
        case .refused(let error, let method):
            exchange.refuse(method)
            defer { refusal = method == "follow" ? error.message : nil }
            return refusal == error.message ? [] : [.say(error.message)]
        case .lost: exchange.disconnect()
        case .turn: return turnServer(atNs: now)
        case .signalled: return [.end]
        case .done, .unanswered, .woken, .ended: break
        }
        return []
    }

    // MARK: the server

    private var serverName: String { server.map { "JACK server \($0)" } ?? "JACK" }

    /// Says what it does there, once it is there.
    private mutating func join() -> [Action] {
        [
            .say(
                "joined the transport of \(serverName) as \(client?.name ?? name)"
                    + (timebase == .off ? ", and follows its bars and beats" : ""))
        ]
    }

    /// Tells bars and beats, unless another program does. They are there before JACK asks for them.
    private mutating func tell(_ score: [JACKSegment], at place: Int64?) {
        client?.set(score: score)
        // Whom another program has replaced leads again only where that has gone.
        let replaces = timebase == .take && exchange.ownsTimebase
        exchange.ownsTimebase = client?.lead(replacing: replaces) == true
        if exchange.ownsTimebase, let place { client?.locate(place) }
    }

    /// What people are told where somebody else tells bars and beats than before.
    private func leader(owned: Bool) -> [Action] {
        switch (owned, exchange.ownsTimebase) {
        case (true, false):
            let advice = timebase == .take ? "" : ", unless --timebase take is given"
            return [.say("another program tells bars and beats: they are followed" + advice)]
        case (false, true): return [.say("no other program tells bars and beats any more: the metronome's are told")]
        default: return []
        }
    }

    private mutating func turnServer(atNs now: Int64) -> [Action] {
        var lines: [Action] = []
        if client?.isGone == true {
            clock = nil
            exchange.lose()
            retryNs = now + Self.retryEveryNs
            trouble = "the \(server == nil ? "JACK server" : serverName) is gone; waiting for one"
            lines = [.say(trouble ?? "")]
            // libjack may wait for some seconds for the answer of a server that has gone.
            client = nil
        }
        if client == nil, let retryNs, retryNs <= now { lines += open(atNs: now) }
        guard let cycle = client?.cycle else {
            if client != nil, clock == nil { retryNs = now + 20_000_000 }
            return lines
        }
        if client != nil { retryNs = nil }
        var line = clock?.line ?? FrameLine(cycle)
        line.add(cycle)
        let isNew = clock?.cycle.changes != cycle.changes || clock?.cycle.frames != cycle.frames
        let clock = JACKClock(cycle, line, latency: isNew ? client?.latency ?? 0 : self.clock?.latency ?? 0)
        self.clock = clock
        let owned = exchange.ownsTimebase
        lines += perform(exchange.turn(clock, atNs: now))
        return lines + leader(owned: owned)
    }

    private mutating func open(atNs now: Int64) -> [Action] {
        do throws(JACKClient.Refusal) {
            client = try JACKClient(name, server: server)
            (trouble, retryNs) = (nil, nil)
            return join()
        } catch {
            retryNs = now + Self.retryEveryNs
            return []
        }
    }

    /// Does what concerns the transport, and returns what else is to be done.
    private mutating func perform(_ actions: [JACKExchange.Action]) -> [Action] {
        var others: [Action] = []
        for action in actions {
            switch action {
            case .start: client?.start()
            case .stop: client?.stop()
            case .locate(let frame): client?.locate(frame)
            case .score(let score, let place): tell(score, at: place)
            case .request(let request): others.append(.ask(request, request.method))
            }
        }
        return others
    }

    // MARK: the song

    /// Reads the song that the daemon has loaded, where it is another song than before.
    private mutating func read(_ status: Status) -> [Action] {
        guard let loaded = status.song else {
            if song != nil { exchange.take(song: nil) }
            (song, songTrouble) = (nil, nil)
            return []
        }
        let saved = Self.savedNs(loaded.path)
        guard song.map({ $0 != (loaded.path, loaded.format, saved) }) ?? true else { return [] }
        song = (loaded.path, loaded.format, saved)
        do {
            exchange.take(song: try JACKExchange.course(of: loaded))
            songTrouble = nil
            return []
        } catch {
            exchange.take(song: nil)
            let line = "\(error.message): bars and beats of the song are not known"
            songTrouble = line
            return [.say(line)]
        }
    }

    /// When a file was saved last; 0 where the time is not known.
    private static func savedNs(_ path: String) -> Int64 {
        var about = stat()
        guard unsafe stat(path, &about) == 0 else { return 0 }
        return Int64(about.st_mtim.tv_sec) * 1_000_000_000 + Int64(about.st_mtim.tv_nsec)
    }
}
