// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import MetronomeControl
import MetronomeLinux

struct VersionVerb: ParsableCommand {
    static let configuration = CommandConfiguration.verb("version")
    @OptionGroup var options: Options

    func run() throws {
        try options.perform(["version"]) { (version: Version) in
            let number = "\(version.protocol.major).\(version.protocol.minor)"
            return "daemon \(version.daemon), protocol \(number)\nmetroctl \(Product.version)"
        }
    }
}

struct DescribeVerb: ParsableCommand {
    static let configuration = CommandConfiguration.verb("describe")
    @OptionGroup var options: Options

    func run() throws {
        try options.perform(["describe"]) { (result: JSONValue) in
            let methods = result["methods"]?.array ?? []
            let lines = methods.flatMap { method in
                let summary = method["summary"]?.string ?? ""
                return (method["words"]?.array ?? []).compactMap(\.string).map { ($0, summary) }
            }
            let width = lines.map(\.0.count).max() ?? 0
            return lines.map { words, summary in
                words + String(repeating: " ", count: width - words.count + 2) + summary
            }.joined(separator: "\n")
        }
    }
}

/// `metroctl bridges`: what joins the metronome to other software and machines.
struct BridgesVerb: ParsableCommand {
    static let configuration = CommandConfiguration.verb("bridge.list", name: "bridges")
    @OptionGroup var options: Options

    func run() throws {
        try options.perform(["bridges"]) { (list: BridgeList) in
            if list.bridges.isEmpty { return "no bridge runs: metrobridge midi --out hw:1,0,0 starts one" }
            let rows = list.bridges.map {
                [$0.name, $0.to, $0.trouble ?? $0.peers.map { "ok, \($0) \($0 == 1 ? "peer" : "peers")" } ?? "ok"]
            }
            return TextTable(rows, numberColumns: 0).text
        }
    }
}

/// `metroctl link`: whether Ableton Link is on, and whom it plays with.
struct LinkVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "link", abstract: "Say whether Ableton Link is on, how many are in its session, and how far off",
        discussion: "The program metrolink joins it. With --json the answer is that of bridges.")
    @OptionGroup var options: Options

    func run() throws {
        try options.perform("bridge.list") { (list: BridgeList) in
            guard let link = list.bridges.first(where: { $0.name == "link" }) else {
                return "off: metrolink turns it on"
            }
            let peers = link.peers ?? 0
            let state = "on, \(peers) \(peers == 1 ? "peer" : "peers")"
            if let trouble = link.trouble { return "\(state): \(trouble)" }
            let sync = try options.ask(try options.connect(), "status", as: Status.self).sync
            return state + ((sync?.source == "link" ? sync?.distance : nil).map { ", \($0)" } ?? "")
        }
    }
}

struct PingVerb: ParsableCommand {
    static let configuration = CommandConfiguration.verb("ping")
    @OptionGroup var options: Options

    func run() throws {
        let client = try options.connect()
        let begin = MonotonicClock.nowNs
        let result = try options.ask(client, "ping", as: JSONValue.self)
        let milliseconds = Double(MonotonicClock.nowNs - begin) / 1e6
        if options.quiet { return }
        try Output.line(options.json ? result.text : "answered in \(milliseconds.text(decimals: 2)) ms")
    }
}

struct ShutdownVerb: ParsableCommand {
    static let configuration = CommandConfiguration.verb("shutdown")
    @OptionGroup var options: Options

    func run() throws {
        try options.perform(["shutdown"]) { (_: JSONValue) in "the daemon ends" }
    }
}

struct CallVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "call", abstract: "Call any method of the protocol",
        discussion: """
            The answer is printed as JSON. metroctl describe lists the methods.

            Examples:
              metroctl call status
              metroctl call tempo.set '{"bpm":137.3}'
            """)

    private static let form = "the parameters must be a JSON object, such as '{\"bpm\":120}'"

    @Argument(help: "The method's name, such as tempo.set.") var method: String
    @Argument(help: "Its parameters, as a JSON object.") var params: String = "{}"
    @OptionGroup var options: Options

    func run() throws {
        let value: JSONValue
        do {
            value = try JSONLine.parse(Array(params.utf8))
        } catch {
            throw Failure(Failure.usage, "\(error.message): \(Self.form)")
        }
        guard let members = value.object else { throw Failure(Failure.usage, Self.form) }
        try options.perform(method, members) { (result: JSONValue) in result.text }
    }
}
