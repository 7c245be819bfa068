// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Control
import FoundationEssentials
import Linux

/// The options of every verb, and the talk with the daemon that they govern.
struct Options: ParsableArguments {
    @Flag(name: .long, help: "Print the bare result as one line of JSON.")
    var json = false

    @Option(name: .long, help: ArgumentHelp("The daemon's socket.", valueName: "path"))
    var socket: String?

    @Option(name: .long, help: ArgumentHelp("How long to wait for an answer: 500ms, 2s, 2.", valueName: "time"))
    var timeout = Timeout(.seconds(2))

    @Flag(name: .shortAndLong, help: "Print nothing but errors.")
    var quiet = false

    /// Catches these signals from now on.
    static func signals(_ numbers: [CInt]) throws(Failure) -> Signals {
        do { return try Signals(numbers) } catch { throw Failure(Failure.noDaemon, error.message) }
    }

    func connect() throws(Failure) -> ControlClient {
        let path: String
        do {
            path = try ControlSocket.path(explicit: socket, environment: ProcessInfo.processInfo.environment)
        } catch {
            throw Failure(error == .noPlace ? Failure.noDaemon : Failure.usage, error.description)
        }
        do {
            return try ControlClient.connect(path: path, timeout: timeout.duration)
        } catch {
            throw Failure(error)
        }
    }

    /// Says these words to the daemon, and shows the answer: as JSON, or as the verb puts it.
    func perform(_ words: [String], report: (JSONValue) throws -> String) throws {
        let request: (command: Command, params: [String: JSONValue])
        do {
            request = try CommandTable.request(words: words.map(Minus.restored))
        } catch {
            throw Failure(Failure.usage, error.message)
        }
        try perform(request.command.name, request.params, report: report)
    }

    /// Says words that change something, and shows what became of it.
    func change(_ words: [String]) throws {
        try perform(words) { try read(Change.self, $0).sentence }
    }

    func perform(
        _ method: String, _ params: [String: JSONValue] = [:], report: (JSONValue) throws -> String
    ) throws {
        let result = try ask(try connect(), method, params)
        if quiet { return }
        try Output.line(json ? result.text : try report(result))
    }

    /// The daemon's answer.
    func ask(
        _ client: ControlClient, _ method: String, _ params: [String: JSONValue] = [:]
    ) throws(Failure) -> JSONValue {
        let answer: Result<JSONValue, ControlError>
        do {
            answer = try client.call(method, params: params, timeout: timeout.duration)
        } catch {
            throw Failure(error)
        }
        switch answer {
        case .success(let result): return result
        case .failure(let error):
            try checkProtocol(client, after: error, from: method)
            let passing: [ErrorReason] = [.busy, .shuttingDown, .tooManyClients]
            throw Failure(
                Failure.refused, error.message, mayPass: passing.map(\.rawValue).contains(error.reason))
        }
    }

    /// A daemon that does not know what our own table has is another version, and should be told apart from a typo.
    private func checkProtocol(
        _ client: ControlClient, after error: ControlError, from method: String
    ) throws(Failure) {
        let unknown: [ErrorReason] = [.unknownMethod, .unknownParam]
        guard unknown.map(\.rawValue).contains(error.reason), CommandTable.command(named: method) != nil,
            let answer = try? client.call("version", timeout: timeout.duration).get(),
            let version = try? JSONLine.decode(Version.self, from: JSONLine.encode(answer)),
            version.protocol != .current
        else { return }
        throw Self.mismatch(version.protocol, daemon: version.daemon)
    }

    /// The result as the type that this version of the protocol has for it.
    func read<Value: Decodable>(_ type: Value.Type, _ result: JSONValue) throws(Failure) -> Value {
        do {
            return try JSONLine.decode(type, from: JSONLine.encode(result))
        } catch {
            throw Failure(
                Failure.noAnswer,
                "the daemon's answer is not understood (\(error.message)): update daemon and metroctl to the same version"
            )
        }
    }

    static func mismatch(_ version: ProtocolVersion, daemon: String? = nil) -> Failure {
        let (theirs, ours) = (version, ProtocolVersion.current)
        let isOlder = (theirs.major, theirs.minor) < (ours.major, ours.minor)
        let name = daemon.map { "the daemon (\($0))" } ?? "the daemon"
        return Failure(
            Failure.noAnswer,
            "\(name) speaks protocol \(theirs.major).\(theirs.minor) and metroctl \(ours.major).\(ours.minor): "
                + (isOlder ? "the daemon is older, restart it" : "metroctl is older, update it"))
    }
}
