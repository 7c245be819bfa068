// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import MetronomeControl
import Testing

/// `metroctl` where some of its three descriptors are closed.
@Suite(.waits) struct ClosedOutputTests {
    @Test(arguments: ["", "<&- ", "2>&- "])
    func `a closed standard output is an error, and what is written there goes nowhere else`(others: String) throws {
        try withDaemon { daemon in
            for words in [["status"], ["tempo", "100"], ["--help"]] {
                let child = try ChildProcess(
                    "/bin/sh", ["-c", "exec \"$0\" \"$@\" \(others)>&-", Built.metroctl] + words,
                    environment: daemon.home.environment, in: daemon.home.folder)
                #expect(try child.end() == .exit(1), "\(words)")
                let told =
                    others.hasPrefix("2") ? "" : "metroctl: cannot write to standard output: Bad file descriptor\n"
                #expect(child.stderr == told)
            }
            #expect(try daemon.status().bpm == 100)
        }
    }

    private func program(
        _ path: String, _ words: [String], closing descriptors: String, in home: Home
    ) throws -> ChildProcess {
        try ChildProcess(
            "/bin/sh", ["-c", "exec \"$0\" \"$@\" \(descriptors)", path] + words, environment: home.environment,
            in: home.folder)
    }

    /// What the descriptors of a process lead to, by their numbers.
    private func descriptors(of child: ChildProcess) -> [String: String] {
        let folder = "/proc/\(child.pid)/fd"
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.reduce(into: [:]) { found, name in
            found[name] = try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\(name)")
        }
    }

    @Test(arguments: [">&- 2>&-", "<&- >&- 2>&-"])
    func `a daemon and a page server without outputs run until they are told to end`(closed: String) throws {
        let home = try Home()
        let daemon = try program(Built.metronomed, ["--bpm", "300"], closing: closed, in: home)
        try poll(for: "the daemon") { try? home.connect().status() }
        let page = try program(Built.metroweb, ["--port", "0", "--no-announce"], closing: closed, in: home)
        try poll(for: "the socket of the page") {
            descriptors(of: page).values.contains { $0.hasPrefix("socket:") } ? true : nil
        }
        for child in [daemon, page] {
            let opened = descriptors(of: child)
            #expect([opened["1"], opened["2"]] == ["/dev/null", "/dev/null"])
            child.signal(SIGTERM)
            #expect(try child.end() == .exit(0))
        }
    }
}
