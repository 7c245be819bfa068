// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import MetronomeControl

/// A hundred connections at a time that send garbage, too much, too slowly, or close one side, beside one client that behaves.
struct Hostility {
    let program: String
    let folder: String
    var seed: UInt64 = 1

    private static let bpm = 300
    private static let connections = 100

    /// Plays for so long.
    func measure(seconds: Int) throws -> [Figure] {
        let card = try Card(in: folder, seconds: seconds + 60)
        let daemon = try Metronomed(program, ["--bpm", "\(Self.bpm)", "--bell-every", "off"], on: card)
        defer { daemon.end() }
        let path = daemon.session["METRONOMED_SOCKET"]
        guard card.recording.hasClicks(within: 5) else { throw BenchError("no click was heard") }
        let honest = try Wire(to: path)
        let pulse = Pulse()
        var dice = Dice(seed: seed)
        func new() throws -> Exchange {
            let kinds = Exchange.Kind.allCases
            return try Exchange(kinds[Int(dice.number(in: 0...Int64(kinds.count - 1)))], to: path, &dice)
        }
        var exchanges = try (0..<Self.connections).map { _ in try new() }
        var (ended, lost) = (0, 0)
        var pings: [Double] = []
        let end = Clock.nowNs + Int64(seconds) * 1_000_000_000
        var nextPing = Clock.nowNs
        var before: Usage?
        while Clock.nowNs < end, daemon.child.isRunning {
            var requests = exchanges.map { pollfd(fd: $0.wire.descriptor, events: $0.events, revents: 0) }
            _ = unsafe poll(&requests, nfds_t(requests.count), 5)
            let now = Clock.nowNs
            for index in exchanges.indices {
                guard let result = exchanges[index].advance(atNs: now) else { continue }
                if case .lost(let count) = result {
                    lost += count
                    Bench.say("\(exchanges[index].kind): \(count) answers lost")
                }
                ended += 1
                exchanges[index] = try new()
            }
            if now >= nextPing {
                pings.append(Double(try honest.ask(Array("ping\n".utf8), within: 30)) / 1e6)
                nextPing = now + 50_000_000
                // Once all kinds have been there.
                if before == nil, ended > 1000 { before = Usage(of: daemon.session) }
            }
        }
        let isRunning = daemon.child.isRunning
        exchanges = []
        Clock.sleep(1)
        let after = Usage(of: daemon.session)
        let xruns = card.xruns
        daemon.end()
        let name = "\(Self.connections) connections of garbage, huge, slow and half-closed exchanges, \(seconds) s"
        return [
            Figure(name: "\(name): exchanges", value: Double(ended), unit: "", decimals: 0),
            Figure(
                name: "… crashes", value: isRunning && daemon.child.end == 0 ? 0 : 1, unit: "", decimals: 0,
                limit: .atMost(0)),
            Figure(name: "… answers lost", value: Double(lost), unit: "", decimals: 0, limit: .atMost(0)),
            Figure(name: "… `ping` of another client: median", value: Spread(pings).median, unit: "ms", decimals: 2),
            Figure(name: "… worst", value: Spread(pings).worst, unit: "ms", decimals: 2),
        ] + Grid.figures(card.recording, bpm: Self.bpm) + [
            Figure(name: "… xruns", value: Double(xruns), unit: "", decimals: 0),
            Figure(
                name: "… memory gained", value: after.anonymous - (before?.anonymous ?? .nan), unit: "MiB", decimals: 2),
            Figure(name: "… the machine stood still for at most", value: pulse.worstMs, unit: "ms"),
        ]
    }
}
