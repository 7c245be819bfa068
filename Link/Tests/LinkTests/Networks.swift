// SPDX-License-Identifier: GPL-2.0-or-later

import Foundation
import Glibc

/// Two networks apart from that of the machine, with a cable between them.
final class Networks {
    /// One of them.
    enum Side: Int {
        case ours, theirs
    }

    private static let tools = ["/usr/sbin", "/usr/bin", "/sbin", "/bin"]
    private let holders: [Program]

    /// Why there can be none here; nil where there can.
    static let reason: String? = {
        guard tool("ip") != nil, tool("nsenter") != nil, tool("unshare") != nil else {
            return "ip, unshare and nsenter are needed"
        }
        do { _ = try Networks(folder: NSTemporaryDirectory()) } catch { return "networks cannot be made: \(error)" }
        return nil
    }()

    private static func tool(_ name: String) -> String? {
        tools.map { "\($0)/\(name)" }.first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    /// Makes them; they go with this value.
    init(folder: String) throws {
        holders = try (0..<2).map { side in
            // It says so once it is in its network.
            let holder = try Program(
                [Self.tool("unshare") ?? "", "-n", "/bin/sh", "-c", "while read line; do echo $line; done"],
                errors: "\(folder)/network-\(side)-\(UInt32.random(in: 0 ... .max))", asks: true)
            _ = try holder.ask("ready")
            return holder
        }
        let (ours, theirs) = (holders[0].pid, holders[1].pid)
        try run([
            "link", "add", "cable\(ours)", "netns", "\(ours)", "type", "veth", "peer", "name", "cable\(ours)",
            "netns", "\(theirs)",
        ])
        for side in [Side.ours, .theirs] {
            try ip(["link", "set", "lo", "up"], in: side)
            try ip(["addr", "add", "10.77.0.\(side.rawValue + 1)/24", "dev", "cable\(ours)"], in: side)
            try ip(["link", "set", "cable\(ours)", "up"], in: side)
        }
    }

    /// The words that run a program in one of them.
    func command(_ words: [String], in side: Side) -> [String] {
        [Self.tool("nsenter") ?? "", "-t", "\(holders[side.rawValue].pid)", "-n", "--"] + words
    }

    /// Pulls the cable, or plugs it in again.
    func connect(_ isConnected: Bool) throws {
        try ip(["link", "set", "cable\(holders[0].pid)", isConnected ? "up" : "down"], in: .theirs)
    }

    private func ip(_ words: [String], in side: Side) throws {
        try run(words, prefix: command([], in: side))
    }

    private func run(_ words: [String], prefix: [String] = []) throws {
        let errors = "\(NSTemporaryDirectory())/ip-\(UInt32.random(in: 0 ... .max))"
        defer { try? FileManager.default.removeItem(atPath: errors) }
        let program = try Program(prefix + [Self.tool("ip") ?? ""] + words, errors: errors)
        guard try program.status() == 0 else { throw HarnessError("ip \(words): \(program.said)") }
    }
}
