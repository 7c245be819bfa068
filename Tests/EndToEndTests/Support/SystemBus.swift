// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc

/// A private system bus, with a RealtimeKit on it that records its requests.
final class SystemBus {
    /// How the RealtimeKit answers requests.
    enum Wish: String {
        case grant, refuse, nice, silent
    }

    /// A request, and what the RealtimeKit found out about the caller.
    struct Request {
        let method: String
        private let values: [Substring: Int64]

        fileprivate init(_ line: Substring) {
            let pairs = line.split(separator: " ").map { $0.split(separator: "=") }
            method = String(pairs.first?.last ?? "")
            values = Dictionary(pairs.dropFirst().map { ($0[0], Int64($0[1]) ?? -1) }) { $1 }
        }

        var process: Int64? { values["pid"] }
        var thread: Int64? { values["tid"] }
        var level: Int64? { values["level"] }
        /// Whether the thread belongs to the process that asks.
        var isOwn: Bool { values["own"] == 1 }
        /// Whether what the thread starts does not inherit its priority.
        var resetsOnFork: Bool { values["reset"] == 1 }
        /// RLIMIT_RTTIME of the process, in µs.
        var softLimit: Int64? { values["soft"] }
        var hardLimit: Int64? { values["hard"] }
    }

    /// The limits of what the RealtimeKit grants.
    static let highestPriority: Int64 = 15
    static let lowestNice: Int64 = -9
    static let longestUs: Int64 = 150_000

    private let folder: TestFolder
    private let bus: PrivateBus
    private let realtimeKit: ChildProcess

    /// Starts both, and sets the variables by which the home's programs find them.
    init(in home: inout Home, wish: Wish) throws {
        folder = home.folder
        home.useBus(at: home.folder("bus"))
        bus = try PrivateBus(in: home)
        realtimeKit = try ChildProcess(
            Built.realtimeKitStub, [folder("requests"), wish.rawValue], environment: home.environment, in: folder)
        try poll(for: "RealtimeKit on the bus") {
            if let end = realtimeKit.ended() { throw HarnessError("the RealtimeKit ended with \(end)") }
            return try? text().hasPrefix("ready\n") ? true : nil
        }
    }

    /// The requests made so far.
    func requests() throws -> [Request] {
        try text().split(separator: "\n").dropFirst().map(Request.init)
    }

    private func text() throws -> String { String(decoding: try folder.bytes("requests"), as: UTF8.self) }
}

extension Home {
    /// Makes its programs look for the system bus at a path.
    mutating func useBus(at path: String) {
        environment["DBUS_SYSTEM_BUS_ADDRESS"] = "unix:path=\(path)"
    }

    /// Starts `metronomed` with limits, given as arguments of prlimit(1), and without the capability to exceed them.
    func metronomed(_ arguments: [String], limits: [String], isPrivileged: Bool = false) throws -> ChildProcess {
        let drop = ["setpriv", "--bounding-set", "-sys_nice", "--inh-caps", "-sys_nice"]
        var words = isPrivileged || geteuid() != 0 ? [] : drop
        words += ["prlimit"] + limits + [Built.metronomed] + arguments
        return try ChildProcess("/usr/bin/env", words, environment: environment, in: folder)
    }
}
