// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import MetronomeControl
import MetronomeLinux
import Testing
import VirtualDevice

/// Memory after much work. Takes minutes, so only `make soak-memory` runs it, on a release build.
@Suite(
    .serialized, .enabled(if: ProcessInfo.processInfo.environment["METRONOMED_SOAK"] != nil, "run by make soak-memory"))
struct SoakTests {
    private static let commands = 10_000
    private static let losses = 1_000
    private static let firstMinuteNs: Int64 = 60_000_000_000
    /// How much memory may grow, in KiB.
    private static let most = 1024

    @Test func `the daemon does not grow with commands and lost sound cards`() throws {
        var home = try Home()
        let card = try VirtualCard(in: &home, captures: false)
        try home.withDaemon(["--bpm", "600"]) { daemon in
            let watcher = try ChildProcess(
                Built.metroctl, ["watch", "--json"], environment: home.environment, in: home.folder)
            defer { watcher.kill() }
            let client = try daemon.connect()
            let start = MonotonicClock.nowNs
            var loss = 0
            while MonotonicClock.nowNs - start < Self.firstMinuteNs {
                try lose(card, client)
                try command(client, loss: loss)
                loss += 1
            }
            let before = try Memory(of: daemon.child)
            report("after the first minute", before, loss)
            for loss in loss..<loss + Self.losses {
                try lose(card, client)
                try command(client, loss: loss)
                if loss % 250 == 0 { report("meanwhile", try Memory(of: daemon.child), loss) }
            }
            let after = try Memory(of: daemon.child)
            report("in the end", after, loss + Self.losses)
            #expect(after.residentKiB - before.residentKiB <= Self.most)
            #expect(watcher.ended() == nil)
            #expect(try daemon.end() == .exit(0))
        }
    }

    @Test func `24 hours are rendered in the memory of the first`() throws {
        let first = try peakKiB(hours: 1)
        let last = try peakKiB(hours: 24)
        print("soak: rendering: \(first) KiB at most in 1 h, \(last) KiB in 24 h")
        #expect(last - first <= Self.most)
    }

    private func report(_ moment: String, _ memory: Memory, _ losses: Int) {
        print(
            """
            soak: \(moment): \(memory.residentKiB) KiB resident, of which \(memory.anonymousKiB) KiB anonymous, \
            \(losses) losses
            """)
    }

    private func lose(_ card: VirtualCard, _ client: ControlClient) throws {
        card.control.pointee.unplugged = Int64(ENODEV)
        try poll(for: "loss of the card") { try client.status().audio.output == "clock" ? true : nil }
        card.control.pointee.unplugged = 0
        try poll(for: "the card again") {
            try client.status().audio.state == "running" ? true : nil
        }
    }

    /// Ten changes for each loss of the card.
    private func command(_ client: ControlClient, loss: Int) throws {
        for step in 0..<Self.commands / Self.losses / 5 {
            let number = 2 * loss + step
            try client.say("tempo \(300 + number % 700)")
            try client.say("volume \(number % 100)%")
            try client.say("meter \(2 + number % 5)/4")
            try client.say(number % 3 == 0 ? "bell off" : "bell \(2 + number % 3)")
            try client.say(number % 2 == 0 ? "sound beat bell" : "sound beat beat")
        }
    }

    /// The most memory that a render used, in KiB.
    private func peakKiB(hours: Int) throws -> Int {
        let home = try Home()
        let child = try home.metronomed(["--bpm", "137.3", "--verify", "--hours", "\(hours)"])
        var peak = 0
        while child.ended() == nil {
            if let memory = try? Memory(of: child) { peak = max(peak, memory.peakKiB) }
            usleep(500)
        }
        #expect(child.ended() == .exit(0), "\(child.stderr)")
        return peak
    }

    /// The memory of a program, in KiB.
    private struct Memory {
        var residentKiB = 0
        var anonymousKiB = 0
        var peakKiB = 0

        init(of child: ChildProcess) throws {
            let file = try FileHandle(forReadingFrom: URL(filePath: "/proc/\(child.pid)/status"))
            let text = String(decoding: try file.readToEnd() ?? Data(), as: UTF8.self)
            for line in text.split(separator: "\n") {
                let words = line.split(whereSeparator: { $0 == " " || $0 == "\t" })
                guard words.count == 3, let number = Int(words[1]) else { continue }
                switch words[0] {
                case "VmRSS:": residentKiB = number
                case "RssAnon:": anonymousKiB = number
                case "VmHWM:": peakKiB = number
                default: break
                }
            }
            guard residentKiB > 0 else { throw HarnessError("no memory is told of \(child.pid)") }
        }
    }
}
