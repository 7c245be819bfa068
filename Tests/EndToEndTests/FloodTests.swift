// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import MetronomeControl
import MetronomeLinux
import Testing

/// Clients that send too much, read too little, or are too many.
@Suite(.waits, .serialized) struct FloodTests {
    @Test func `a line of 10 MiB is refused and its connection closed`() throws {
        try withDaemon("--bpm", "300") { daemon in
            try daemon.waitForBeat(1)
            try daemon.isUndisturbed {
                let client = try daemon.connect()
                let line = [UInt8](repeating: UInt8(ascii: "x"), count: 10 << 20)
                try client.send(Array("ping\n".utf8) + line, timeout: patience)
                let lines = try client.linesUntilTheEnd()
                #expect(lines.count == 2)
                #expect(lines.first?["result"] != nil)
                #expect(lines.last?["error"]?["data"]?["reason"] == "line_too_long")
            }
        }
    }

    @Test func `of a thousand connections as many are served as fit, and the rest is told so`() throws {
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        limit.rlim_cur = min(limit.rlim_max, max(limit.rlim_cur, 4096))
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)

        let home = try Home(.capture)
        try home.withDaemon(["--bpm", "300", "--connections", "100"]) { daemon in
            let others = daemon.child.socketCount
            try daemon.waitForBeat(1)
            try daemon.isUndisturbed {
                // Until the connections of the waiting above are closed.
                try poll(for: "room for all") { daemon.child.socketCount <= others ? true : nil }
                let clients = try (0..<1000).map { _ in try daemon.connect() }
                for client in clients[..<100] { try client.say("ping") }
                for client in clients[100...] {
                    let lines = try client.linesUntilTheEnd()
                    #expect(lines.map { $0["error"]?["data"]?["reason"] } == ["too_many_clients"])
                }
                #expect(try clients[99].status().playing)
            }
            try daemon.end()
        }
        let onsets = try home.captured().onsets
        try #require(onsets.count >= 3)
        #expect(Grid(frame0: onsets[0].frame, tenthsOfBPM: 3000).largestDeviation(of: onsets) <= 0.5)
    }
}
