// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import MetronomeControl
import Testing

/// The set-ups of the page for musicians.
@Suite(.waits, .serialized) struct SyncGuideTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().path

    /// The lines of all blocks for a shell.
    private func lines() throws -> [[String]] {
        let text = try String(contentsOfFile: Self.root + "/Docs/Sync.md", encoding: .utf8)
        return text.components(separatedBy: "```sh\n").dropFirst().flatMap { block in
            block.components(separatedBy: "```")[0].split(separator: "\n").map {
                $0.split(separator: " ").map(String.init)
            }
        }
    }

    /// Ports and addresses of a musician's machine as those of a test.
    private func here(_ words: [String]) -> [String] {
        let others = ["hw:1,0,0": "port", "9000": "0", "0.0.0.0": "127.0.0.1"]
        return words.map { others[$0] ?? $0 }
    }

    @Test(.enabled(if: PrivateBus.isInstalled && PrivateBus.hasPlayerctl, "dbus-daemon or playerctl is not installed"))
    func `every command of the set-ups works, and each bridge says that it runs`() throws {
        var home = try Home()
        home.environment["DBUS_SESSION_BUS_ADDRESS"] = "unix:path=\(home.folder("bus"))"
        let bus = try PrivateBus(in: home)
        try home.folder.write("", to: "port")
        let lines = try lines()
        #expect(lines.count >= 9)
        try home.withDaemon(["--no-play"]) { daemon in
            let client = try daemon.connect()
            var bridges: [ChildProcess] = []
            for words in lines {
                let ours = [
                    "metrobridge": Built.metrobridge, "metroctl": Built.metroctl, "metroweb": Built.metroweb,
                ]
                let program = ours[words[0]] ?? "/usr/bin/env"
                var arguments = ours[words[0]] == nil ? words : Array(here(words).dropFirst())
                if words[0] == "metroweb" { arguments += ["--port", "0"] }
                let child = try ChildProcess(program, arguments, environment: home.environment, in: home.folder)
                if words[0] == "metrobridge" {
                    bridges.append(child)
                    try poll(for: "\(words); it says: \(child.stderr)") {
                        let list = try client.say("bridges")["bridges"]?.array ?? []
                        return list.contains { $0["name"] == .string(words[1]) && $0["trouble"] == .null } ? true : nil
                    }
                } else if words[0] == "metroweb" {
                    bridges.append(child)
                    try poll(for: "its link") { (child.stdout + child.stderr).contains("http://") ? true : nil }
                } else {
                    #expect(try child.end() == .exit(0), "\(words): \(child.stderr)")
                }
            }
            for bridge in bridges {
                bridge.signal(SIGTERM)
                #expect(try bridge.end() == .exit(0), "\(bridge.stderr)")
            }
        }
        try bus.end(home)
    }
}
