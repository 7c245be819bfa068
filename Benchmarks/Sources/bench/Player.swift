// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// A metronome to compare: how it is started, and what it needs.
struct Player {
    /// A server that it needs, which is measured apart.
    struct Server {
        let name: String
        let programs: [String]
        /// Starts it in a session. Returns whether it answers.
        let start: (Session) throws -> Bool
    }

    /// Its name in the table.
    let name: String
    /// The programs that it is made of; paths, or names to be found in PATH.
    let programs: [String]
    /// What else it needs.
    var needs: [String] = []
    var server: Server?
    /// How long after its first click it plays as it does for hours, in seconds.
    var restsAfter = 1.0
    /// Starts it in a session. Returns the time of the start on CLOCK_MONOTONIC, or `nil` where it cannot be started.
    let start: (Session) throws -> Int64?

    /// The first program that is not installed.
    var missing: String? {
        (programs + needs + (server?.programs ?? [])).first { Self.path(of: $0) == nil }
    }

    /// The path of a program.
    static func path(of program: String) -> String? {
        if program.contains("/") { return program }
        let folders = unsafe getenv("PATH").map { unsafe String(cString: $0) } ?? "/usr/bin:/bin"
        return folders.split(separator: ":").map { "\($0)/\(program)" }.first { unsafe access($0, X_OK) == 0 }
    }
}

/// What a player cost, and what was heard of it.
struct Play {
    let name: String
    let line: Line
    let xruns: Int
    let usage: Usage.Rate
    /// From its start to the first click, in ms.
    let firstMs: Double
    /// The size of its programs without symbols, in KiB.
    let size: Double
}

extension Player {
    /// Plays for so long at `bpm`. Returns what it was alone, and with its server if it has one; none if it was silent.
    func measure(in folder: String, bpm: Int, seconds: Int) throws -> [Play] {
        let card = try Card(in: folder, seconds: seconds + 60)
        let servers = Session(on: card)
        defer { servers.end() }
        if let server, try !server.start(servers) { return [] }
        let session = Session(on: card)
        defer { session.end() }
        guard let started = try start(session), card.recording.hasClicks(within: 10) else { return [] }
        Clock.sleep(restsAfter)
        let before = (Usage(of: session), Usage(of: servers))
        Clock.sleep(Double(seconds))
        let alone = Usage(of: session).since(before.0)
        let both = alone + Usage(of: servers).since(before.1)
        let xruns = card.xruns
        session.end()

        let recording = card.recording
        let times = recording.onsets().map { Double($0) / Double(Card.rate) }
        // JACK's clients are connected when they play already, so that the first click may be cut.
        guard times.count > 2 else { return [] }
        let line = Line(through: Array(times.dropFirst()), period: 60 / Double(bpm))
        let first = Double(recording.originNs - started) / 1e6 + times[0] * 1e3
        let size = try programs.reduce(0) { try $0 + Self.strippedSize(of: $1, in: folder) } / 1024
        func play(_ name: String, _ usage: Usage.Rate) -> Play {
            Play(name: name, line: line, xruns: xruns, usage: usage, firstMs: first, size: size)
        }
        guard let server else { return [play(name, alone)] }
        return [play(name, alone), play("… with its \(server.name)", both)]
    }

    /// The bytes of a program without its symbols.
    private static func strippedSize(of program: String, in folder: String) throws -> Double {
        guard let path = path(of: program) else { return 0 }
        let stripped = folder + "/stripped"
        let strip = try Child(["strip", "-o", stripped, path], environment: ["PATH": "/usr/bin:/bin"])
        let isStripped = strip.ends(within: 30) && strip.end == 0
        var status = stat()
        return unsafe stat(isStripped ? stripped : path, &status) == 0 ? Double(status.st_size) : 0
    }
}
