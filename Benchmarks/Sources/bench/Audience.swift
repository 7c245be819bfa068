// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import MetronomeControl

/// A thousand subscribers, some of which never read.
struct Audience {
    let program: String
    let folder: String
    var count = 1000
    var deaf = 100

    private static let bpm = 300
    private static let lanes = "hat x.x.x.x. gain=1%; kick x...x... gain=1%"

    /// One that reads: which beats it was told of, and when.
    private struct Listener {
        let wire: Wire
        /// The begin of a line whose end has not come.
        var rest: [UInt8] = []
        /// The beat that was told last.
        var last: Int?
        var beats = 0
        var lost = 0
        var late = 0
        /// In nanoseconds.
        var latest: Int64 = 0

        /// What has come, and when. It is read afterwards, for that takes longer than a beat has.
        private var inbox: [(bytes: [UInt8], ns: Int64)] = []

        init(wire: Wire) { self.wire = wire }

        mutating func receive() { inbox.append((Array(wire.receive()), Clock.nowNs)) }

        /// Forgets what came before all were there to listen.
        mutating func begin() {
            read()
            (beats, lost, late, latest) = (0, 0, 0, 0)
        }

        /// Reads what has come.
        mutating func read() {
            for (bytes, ns) in inbox {
                rest += bytes
                var begin = rest.startIndex
                while let end = rest[begin...].firstIndex(of: UInt8(ascii: "\n")) {
                    take(rest[begin..<end], at: ns)
                    begin = end + 1
                }
                rest.removeSubrange(..<begin)
            }
            inbox = []
        }

        private mutating func take(_ line: ArraySlice<UInt8>, at now: Int64) {
            guard let event = try? Event(line: Array(line)) else { return }
            switch event {
            case .beat(let beat):
                if beat.atNs < now { (late, latest) = (late + 1, max(latest, now - beat.atNs)) }
                if let last, beat.beatIndex > last + 1 { lost += beat.beatIndex - last - 1 }
                if beat.beatIndex > last ?? -1 { (last, beats) = (beat.beatIndex, beats + 1) }
            case .lagged(let event): lost += event.dropped.beat
            default: break
            }
        }
    }

    /// Has them all listen for so long.
    func measure(seconds: Int) throws -> [Figure] {
        let card = try Card(in: folder, seconds: seconds + 60)
        let daemon = try Metronomed(
            program,
            [
                "--bpm", "\(Self.bpm)", "--bell-every", "off", "--lanes", Self.lanes, "--connections", "\(count + 10)",
            ], on: card)
        defer { daemon.end() }
        Self.raiseDescriptorLimit(count + 100)
        let path = daemon.session["METRONOMED_SOCKET"]
        let pulse = Pulse()
        // What a first connection brings into memory stays.
        for _ in 0..<2 { _ = try Wire(to: path).ask(Array("subscribe\ndescribe\n".utf8), lines: 2) }
        Clock.sleep(Players.promptSeconds)
        let before = Usage(of: daemon.session)
        var listeners = try join(path, count - deaf)
        let sleepers = try (0..<deaf).map { _ in
            let wire = try Wire(to: path)
            // More than fits between it and the daemon, so that nothing can be sent to it any more.
            _ = wire.send(Array(("subscribe\n" + String(repeating: "describe\n", count: 20)).utf8)[...])
            return wire
        }
        listen(&listeners, until: Clock.nowNs + 1_000_000_000)
        for index in listeners.indices { listeners[index].begin() }
        listen(&listeners, until: Clock.nowNs + Int64(seconds) * 1_000_000_000)
        let during = Usage(of: daemon.session)
        // A change that all are told, while the deaf ones do not read.
        try daemon.say("volume 0.7")
        listen(&listeners, until: Clock.nowNs + 500_000_000)
        for index in listeners.indices { listeners[index].read() }
        let (beats, lost, late) = listeners.reduce((0, 0, 0)) { ($0.0 + $1.beats, $0.1 + $1.lost, $0.2 + $1.late) }
        let fewest = listeners.map(\.beats).min() ?? 0
        let latestMs = Double(listeners.map(\.latest).max() ?? 0) / 1e6
        withExtendedLifetime(sleepers) { listeners = [] }
        Clock.sleep(2)
        let after = Usage(of: daemon.session)
        let xruns = card.xruns
        daemon.end()
        let name = "\(count) subscribers at \(Self.bpm) bpm with lanes, \(deaf) of which do not read"
        return [
            Figure(name: "\(name): beats told to the others", value: Double(beats), unit: "", decimals: 0),
            Figure(
                name: "… to each at least", value: Double(fewest), unit: "", decimals: 0,
                limit: .atLeast(Double(seconds * Self.bpm / 60 - 2))),
            Figure(name: "… never", value: Double(lost), unit: "", decimals: 0, limit: .atMost(0)),
            Figure(name: "… late", value: Double(late), unit: "", decimals: 0, limit: .atMost(0)),
            Figure(name: "… by at most", value: latestMs, unit: "ms", decimals: 2),
        ] + Grid.figures(card.recording, bpm: Self.bpm) + [
            Figure(name: "… xruns", value: Double(xruns), unit: "", decimals: 0),
            Figure(name: "… CPU", value: during.since(before).cpu, unit: "%"),
            Figure(name: "… memory gained meanwhile", value: during.anonymous - before.anonymous, unit: "MiB"),
            Figure(
                name: "… and when they have gone", value: after.anonymous - before.anonymous, unit: "MiB", decimals: 2,
                limit: .atMost(1)),
            Figure(name: "… the machine stood still for at most", value: pulse.worstMs, unit: "ms"),
        ]
    }

    private func join(_ path: String, _ count: Int) throws -> [Listener] {
        try (0..<count).map { _ in
            let wire = try Wire(to: path)
            _ = wire.send(Array("subscribe beat state\n".utf8)[...])
            return Listener(wire: wire)
        }
    }

    private func listen(_ listeners: inout [Listener], until end: Int64) {
        var requests = listeners.map { pollfd(fd: $0.wire.descriptor, events: Int16(POLLIN), revents: 0) }
        while true {
            let left = (end - Clock.nowNs) / 1_000_000
            guard left > 0 else { return }
            // A look at all of them takes long: each is to find many that have something.
            Clock.sleep(0.002)
            guard unsafe poll(&requests, nfds_t(requests.count), Int32(left)) > 0 else { continue }
            for index in listeners.indices where requests[index].revents != 0 {
                listeners[index].receive()
            }
        }
    }

    /// As many descriptors as it takes.
    static func raiseDescriptorLimit(_ count: Int) {
        var limit = rlimit()
        guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
        limit.rlim_cur = min(limit.rlim_max, max(limit.rlim_cur, rlim_t(count)))
        unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }
}
