// SPDX-License-Identifier: Apache-2.0

import MetronomeControl
import Testing

/// What `metroctl start` changes, from where, and what it leaves as it is.
@Suite(.waits) struct StartVerbTests {
    @discardableResult
    private func metroctl(_ words: String, in home: Home) throws -> Outcome {
        let child = try ChildProcess(
            Built.metroctl, words.split(separator: " ").map(String.init), environment: home.environment,
            in: home.folder)
        return Outcome(end: try child.end(), stdout: child.stdout, stderr: child.stderr)
    }

    /// Has each of these done.
    private func done(_ lines: [String], in home: Home) throws {
        for line in lines {
            let outcome = try metroctl(line, in: home)
            #expect(outcome.end == .exit(0), "\(line): \(outcome)")
        }
    }

    @Test func `music that ends sooner than start asks for is played to its end, and a refused end changes nothing`()
        throws
    {
        let home = try Home()
        try home.folder.write("tempo = 60\n[[section]]\nbars = 8\n", to: "tune.toml")
        try home.withDaemon(["--no-play"]) { daemon in
            let client = try daemon.connect()
            let path = home.folder("tune.toml")
            try done(["song load \(path)"], in: home)
            let told = try metroctl("start --bars 100", in: home)
            #expect(told.end == .exit(0), "\(told)")
            #expect(told.stdout.hasSuffix("; the music ends before the end of bar 100\n"), "\(told)")
            #expect(try client.status().playing && client.status().pending.isEmpty)
            // The end that is nearer stays where the music never gets to the other.
            try done(["stop --at @5", "start --bars 200"], in: home)
            #expect(try client.status().pending.map(\.at) == ["@5"])
            try done(["start --bars 6"], in: home)
            #expect(try client.status().pending.map(\.at) == ["@7"])
            try done(["start --bars 2", "stop", "loop 5 8"], in: home)
            let refused = try metroctl("start --bars 12", in: home)
            #expect(refused.end == .exit(1) && refused.stderr.contains("repeats its loop"), "\(refused)")
            #expect(try !client.status().playing)
            try done(["song unload", "timer 2 bars", "start --bars 32"], in: home)
            #expect(try client.status().playing)
        }
    }
}
