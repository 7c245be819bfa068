// SPDX-License-Identifier: Apache-2.0

internal import FoundationEssentials
internal import Glibc

/// What the programs of a session have used so far, by /proc.
struct Usage {
    /// Seconds of processor.
    private(set) var seconds = 0.0
    /// Times that a thread went to sleep, and so was woken.
    private(set) var switches = 0.0
    /// Resident memory, in MiB.
    private(set) var rss = 0.0
    /// Resident memory with shared pages divided among the processes that share them, in MiB.
    private(set) var pss = 0.0
    /// Resident memory that is of no file, so without a virtual card's recording, in MiB.
    private(set) var anonymous = 0.0
    /// CLOCK_MONOTONIC of the reading.
    private let atNs = Clock.nowNs

    init(of session: Session) {
        let sessions = Set(session.children.map(\.pid))
        for pid in Self.names(in: "/proc").compactMap({ pid_t($0) }) where sessions.contains(getsid(pid)) {
            for task in Self.names(in: "/proc/\(pid)/task") {
                let times = Self.text("/proc/\(pid)/task/\(task)/schedstat").split(separator: " ")
                seconds += (times.first.flatMap { Double($0) } ?? 0) / 1e9
                switches += Self.field("voluntary_ctxt_switches", of: "/proc/\(pid)/task/\(task)/status")
            }
            rss += Self.field("VmRSS", of: "/proc/\(pid)/status") / 1024
            anonymous += Self.field("RssAnon", of: "/proc/\(pid)/status") / 1024
            pss += Self.field("Pss", of: "/proc/\(pid)/smaps_rollup") / 1024
        }
    }

    /// What was used between two readings.
    struct Rate {
        /// Percent of one processor.
        var cpu: Double
        /// Wake-ups a second.
        var wakeups: Double
        /// In the end, in MiB.
        var rss: Double
        /// In the end, in MiB.
        var pss: Double

        static func + (one: Rate, other: Rate) -> Rate {
            Rate(
                cpu: one.cpu + other.cpu, wakeups: one.wakeups + other.wakeups, rss: one.rss + other.rss,
                pss: one.pss + other.pss)
        }
    }

    /// What was used since an earlier reading.
    func since(_ before: Usage) -> Rate {
        let time = Double(atNs - before.atNs) / 1e9
        return Rate(
            cpu: (seconds - before.seconds) / time * 100, wakeups: (switches - before.switches) / time, rss: rss,
            pss: pss)
    }

    private static func names(in folder: String) -> [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    }

    /// What is in a file; empty where it cannot be read.
    static func text(_ path: String) -> String {
        (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    }

    /// The first number of a line `name: number …`.
    static func field(_ name: String, of path: String) -> Double {
        for line in text(path).split(separator: "\n") where line.hasPrefix(name + ":") {
            return line.split(whereSeparator: { $0 == " " || $0 == "\t" }).dropFirst().first.flatMap { Double($0) } ?? 0
        }
        return 0
    }
}
