// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser

/// Many clients, good and bad.
struct Load: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "load",
        abstract: "Flood the socket, subscribe a thousand times, and behave badly for long; 1: a promise was not kept.")

    @OptionGroup var subject: Subject

    @Option(help: "How long the bad clients go on, 0.1...600.")
    var minutes = 10.0

    @Option(help: "Another number gives other bad clients.")
    var seed: UInt64 = 1

    mutating func validate() throws {
        guard (0.1...600).contains(minutes) else { throw ValidationError("--minutes is 0.1...600") }
    }

    mutating func run() throws {
        let program = try subject.program()
        let seconds = Int((minutes * 60).rounded())
        let (report, isKept) = try subject.withFolder(within: seconds + 900) { folder in
            let load = Machine.load
            var left: [String] = []
            let servers = try Self.servers(program, folder, seconds: 10, leftOut: &left)
            var figures = servers.first.map(LineServer.figures) ?? []
            Bench.say("a thousand subscribers")
            figures += try Audience(program: program, folder: folder).measure(seconds: 30)
            Bench.say("bad clients, \(minutes.text(1)) minutes")
            figures += try Hostility(program: program, folder: folder, seed: seed).measure(seconds: seconds)
            let text = """
                \(Machine.today); \(Machine.description); load \(load) before and \(Machine.load) after.

                \(Figure.table(figures))
                \(LineServer.table(servers))
                """
            return (text + left.map { "Left out: \($0).\n" }.joined(), figures.allSatisfy { $0.isMet ?? true })
        }
        print(report, terminator: "")
        guard isKept else { throw ExitCode(1) }
    }

    /// Measures all servers that are installed, metronomed first.
    static func servers(
        _ program: String, _ folder: String, seconds: Int, leftOut: inout [String]
    ) throws -> [LineServer.Row] {
        var rows: [LineServer.Row] = []
        for server in LineServer.all(program) {
            guard Player.path(of: server.program) != nil else {
                leftOut.append("\(server.name), as it is not installed")
                continue
            }
            Bench.say("\(server.name): requests")
            do { rows.append(try server.measure(in: folder, seconds: seconds)) } catch {
                guard server.program != program else { throw error }
                leftOut.append("\(server.name): \(error)")
            }
        }
        return rows
    }
}
