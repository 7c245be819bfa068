// SPDX-License-Identifier: Apache-2.0

import Glibc
import MetronomeControl
import Testing

/// `metroctl tap` by keys and lines.
@Suite(.waits, .serialized) struct TapTests {
    @Test func `every line is a tap, stamped when it comes`() throws {
        try withDaemon("--no-play", "--output", "clock") { daemon in
            let script =
                "for i in $(seq 12); do sleep 0.3; echo; done | '\(Built.metroctl)' tap --stdin --timeout \(Built.patience)"
            let child = try ChildProcess(
                "/bin/sh", ["-c", script], environment: daemon.home.environment, in: daemon.home.folder)
            #expect(try child.end() == .exit(0), "\(child.stderr)")
            let lines = child.stdout.split(separator: "\n")
            #expect(lines.count == 12 && lines[0] == "1 tap: tap again", "\(lines)")
            // Whatever the machine made of the pauses.
            let told = try #require(lines.last { $0.contains(" bpm, ") }?.split(separator: " ").first)
            #expect(try Double(told) == daemon.status().bpm, "\(lines)")
        }
    }

    @Test func `every key is a tap until q, and one call is one`() throws {
        let (home, terminal) = (try Home(), try Pseudoterminal())
        try home.withDaemon(["--no-play", "--output", "clock"]) { daemon in
            for end in ["q", "\u{03}"] {
                let program = try ChildProcess(
                    Built.metroctl, ["tap", "--follow"], environment: home.environment, in: home.folder,
                    terminal: terminal)
                try poll(for: "invitation; it says \(program.stderr)") {
                    program.stderr.contains("tap any key") ? true : nil
                }
                for tap in 1...6 {
                    terminal.type("ü")
                    usleep(250_000)
                    // A key that comes together with the end is no tap.
                    try poll(for: "line of tap \(tap)") {
                        program.stdout.split(separator: "\n").count == tap ? true : nil
                    }
                }
                terminal.type(end)
                #expect(try program.end() == .exit(0), "\(program.stderr)")
                #expect(program.stdout.contains(" taps, "), "\(program.stdout)")
                // A letter of two bytes is one tap.
                #expect(program.stdout.split(separator: "\n").count == 6, "\(program.stdout)")
                let bpm = try daemon.status().bpm
                #expect(program.stdout.contains("\(JSONValue(bpm).text) bpm, "), "\(bpm): \(program.stdout)")
                #expect(terminal.isCooked)
            }
            let once = try ChildProcess(
                Built.metroctl, ["tap", "--json"], environment: home.environment, in: home.folder)
            #expect(try once.end() == .exit(0))
            #expect(try JSONLine.parse(Array(once.stdout.utf8))["tap"]?["taps"]?.integer ?? 0 >= 1)
        }
    }
}
