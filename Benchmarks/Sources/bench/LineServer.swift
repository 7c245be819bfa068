// SPDX-License-Identifier: Apache-2.0

internal import FoundationEssentials
internal import Glibc

/// A program that is controlled by lines on a Unix socket, to compare: how it is started, and what it is asked.
struct LineServer {
    let name: String
    /// A path, or a name to be found in PATH.
    let program: String
    /// The cheapest request with an answer of one line.
    let request: [UInt8]
    /// What its clients flood it with: a change, where that has an answer of one line.
    let flood: [UInt8]
    /// Lines that it sends by itself to whoever connects.
    var greeting = 0
    /// The most clients that it serves beside the one that measures.
    var clients = 28
    /// Starts it in a session.
    let start: (Session) throws -> Void
    /// Its socket in a session.
    let socket: (Session) -> String

    /// What was measured of it, with times in µs.
    struct Row {
        let name: String
        /// Requests a second of one client that does not wait for the answers.
        let rate: Double
        /// From a request to its answer.
        let idle: Spread
        /// From a request to its answer, while other clients flood the server.
        let flooded: Spread
        let clients: Int
    }

    static func all(_ metronomed: String) -> [LineServer] {
        [
            LineServer(
                name: "metronomed", program: metronomed, request: Array("ping\n".utf8),
                flood: Array("volume 0.5\n".utf8),
                start: {
                    try $0.run([
                        metronomed, "--bpm", "120", "--volume", "0.5", "--output", "alsa", "--log-level", "error",
                    ])
                },
                socket: { $0["METRONOMED_SOCKET"] }),
            LineServer(
                name: "mpd", program: "mpd", request: Array("ping\n".utf8), flood: Array("repeat 1\n".utf8),
                greeting: 1,
                start: mpd, socket: { $0["HOME"] + "/mpd" }),
            LineServer(
                name: "mpv", program: "mpv", request: Array(#"{"command":["client_name"]}"#.utf8) + [10],
                flood: Array(#"{"command":["set_property","volume",50]}"#.utf8) + [10],
                start: {
                    try $0.run([
                        "mpv", "--no-config", "--idle", "--ao=null", "--vo=null", "--really-quiet",
                        "--input-ipc-server=\($0["HOME"])/mpv",
                    ])
                },
                socket: { $0["HOME"] + "/mpv" }),
        ]
    }

    private static func mpd(_ session: Session) throws {
        let home = session["HOME"]
        try """
        bind_to_address "\(home)/mpd"
        state_file "\(home)/mpd.state"
        connection_timeout "600"
        audio_output {
        type "null"
        name "none"
        }

        """.write(toFile: home + "/mpd.conf", atomically: false, encoding: .utf8)
        try session.run(["mpd", "--no-daemon", "--stdout", home + "/mpd.conf"])
    }

    /// Starts it on a card, and measures it.
    func measure(in folder: String, seconds: Int) throws -> Row {
        let session = Session(on: try Card(in: folder, seconds: 1))
        defer { session.end() }
        try start(session)
        let path = socket(session)
        let wire = try connect(path)
        _ = try wire.pipeline(request, count: 20_000)
        let rates = try (0..<3).map { _ in 200_000 / (try wire.pipeline(request, count: 200_000)) }
        let idle = try times(of: wire, count: 2000, pauseMicroseconds: 500)
        let flood = Flood(try (0..<clients).map { _ in try connect(path) }, flood)
        Clock.sleep(0.5)
        let flooded = try times(of: wire, count: 50 * min(seconds, 10), pauseMicroseconds: 20_000)
        flood.end()
        return Row(name: name, rate: Spread(rates).median, idle: idle, flooded: flooded, clients: clients)
    }

    private func connect(_ path: String) throws -> Wire {
        var wire: Wire?
        guard Clock.waits(10, until: { (try? Wire(to: path)).map { wire = $0 } != nil }), let wire else {
            throw BenchError("\(name) does not answer")
        }
        while wire.lines < greeting {
            guard wire.wait(for: POLLIN, milliseconds: 5000), !wire.receive().isEmpty else {
                throw BenchError("\(name) is silent")
            }
        }
        return wire
    }

    /// From a request to its answer, so often, in µs.
    private func times(of wire: Wire, count: Int, pauseMicroseconds: UInt32) throws -> Spread {
        Spread(
            try (0..<count).map { _ in
                usleep(pauseMicroseconds)
                return Double(try wire.ask(request, within: 30)) / 1e3
            })
    }

    static func table(_ rows: [Row]) -> String {
        var table = Table([
            "lines on a Unix socket", "requests/s, pipelined", "ping, median, µs", "p99", "flooded by",
            "ping, median, ms",
            "p99", "worst",
        ])
        for row in rows {
            table.add([
                row.name, row.rate.text(), row.idle.median.text(1), row.idle.p99.text(1), "\(row.clients) clients",
                (row.flooded.median / 1e3).text(2), (row.flooded.p99 / 1e3).text(2), (row.flooded.worst / 1e3).text(2),
            ])
        }
        return table.text
    }

    /// What is promised of metronomed's.
    static func figures(_ row: Row) -> [Figure] {
        [
            Figure(
                name: "requests pipelined by one client", value: row.rate, unit: "/s", decimals: 0,
                limit: .atLeast(100_000)),
            Figure(name: "`ping`, idle: median", value: row.idle.median, unit: "µs"),
            Figure(name: "… p99", value: row.idle.p99, unit: "µs", limit: .atMost(100)),
            Figure(
                name: "`ping` while \(row.clients) clients pipeline `volume 0.5`: median",
                value: row.flooded.median / 1e3,
                unit: "ms", decimals: 2),
            Figure(name: "… worst", value: row.flooded.worst / 1e3, unit: "ms", decimals: 2, limit: .atMost(50)),
        ]
    }
}
