// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import FoundationEssentials
import MetronomeControl
import MetronomeLinux
import Programs

/// The options of every verb, and the requests that they govern.
struct Options: ParsableArguments {
    @Flag(name: .long, help: "Print each result, or the error, as JSON in one line.")
    var json = false

    @Option(name: .long, help: ArgumentHelp("The daemon's socket.", valueName: "path"))
    var socket: String?

    @Option(
        name: .customLong("timeout"),
        help: ArgumentHelp("How long to wait: 500ms. (default: 2s; changes: 10s)", valueName: "time"))
    var givenTimeout: Timeout?

    /// How long the daemon is waited for.
    var timeout: Timeout { givenTimeout ?? Timeout(.seconds(2)) }

    /// How long the answer to a request is waited for.
    func timeout(of method: String) -> Duration {
        givenTimeout?.duration ?? CommandTable.command(named: method)?.answerTime ?? timeout.duration
    }

    @Flag(name: .shortAndLong, help: "Print nothing but errors.")
    var quiet = false

    @Flag(name: .shortAndLong, help: "Print the exact beat of a change too.")
    var verbose = false

    /// The path of the daemon's socket.
    func socketPath() throws(ProgramFailure) -> String { try ControlSocket.path(explicit: socket) }

    /// A connection for one request after the other.
    func connect() throws(ProgramFailure) -> ControlClient {
        let path = try socketPath()
        do { return try ControlClient.connect(path: path, timeout: timeout.duration) } catch {
            throw ProgramFailure(error)
        }
    }

    /// Sends the request that these words stand for, and prints the result: as JSON, or as `report` words it.
    func perform<Value: Decodable>(
        _ words: [String], at place: String? = nil, as type: Value.Type = Value.self,
        report: (Value) throws -> String
    ) throws {
        let request = try Self.request(words, at: place)
        try perform(request.method, request.params, report: report)
    }

    /// The method and the parameters that words stand for, with a place from among them or from the option.
    static func request(
        _ words: [String], at place: String? = nil
    ) throws(ProgramFailure) -> (method: String, params: [String: JSONValue]) {
        var request: (command: Command, params: [String: JSONValue])
        do {
            request = try CommandTable.request(words: words)
        } catch {
            throw ProgramFailure(error, status: .usage)
        }
        if let place = Self.place(place) {
            if let said = request.params["at"] {
                throw ProgramFailure.usage(
                    "there are two places, \(said.text) and \(place.text): leave one out",
                    reason: "invalid")
            }
            request.params["at"] = place
        }
        return (request.command.name, request.params)
    }

    /// The value of `at` for a place on the command line.
    static func place(_ text: String?) -> JSONValue? { text.map(JSONValue.string) }

    /// Sends the request that changes something, and prints what was changed and from when.
    func change(_ words: [String], at place: String? = nil) throws {
        try perform(words, at: place, as: Change.self) { $0.sentence(exact: verbose) }
    }

    /// Makes a change, by the name of the method. `telling` is which of its members are told, nil for all; `frame` is put around
    /// the sentence.
    func change(
        _ method: String, _ params: [String: JSONValue], at place: String?, telling members: Set<String>? = nil,
        frame: (String, Change) -> String = { sentence, _ in sentence }
    ) throws {
        var params = params
        params["at"] = Self.place(place) ?? params["at"]
        try perform(method, params) { (change: Change) in
            var told = change
            if let members { told.values = change.values.filter { members.contains($0.key) } }
            return frame(told.sentence(exact: verbose), change)
        }
    }

    /// Prints something of the status: as JSON these members and settings, or what `narrowed` leaves of them, else as
    /// `report` words it. What `report` refuses is refused in either form.
    func tell(
        _ members: [String], narrowed: ([String: JSONValue]) -> [String: JSONValue] = { $0 },
        report: (Status) throws -> String
    ) throws {
        guard json || quiet else { return try perform("status", report: report) }
        let answer = try ask(try connect(), "status", as: JSONValue.self)
        _ = try report(try Self.status(answer))
        if !quiet { try Output.line(JSONValue.object(narrowed(Self.told(members, of: answer))).text) }
    }

    /// Members and settings by their names, as the answer to `status` tells them.
    static func told(_ members: [String], of status: JSONValue) -> [String: JSONValue] {
        let own = status.object ?? [:]
        var all = own.merging(own["settings"]?.object ?? [:]) { $1 }
        // A song has a tempo, a meter, a bell and lanes of its own.
        if let song = own["song"], song != .null {
            for name in ["bpm", "meter", "bell"] { all[name] = own["heard"]?[name] }
            all["lanes"] = song["lanes"]
        }
        return all.filter { members.contains($0.key) }
    }

    /// The answer to `status`, understood.
    private static func status(_ answer: JSONValue) throws(ProgramFailure) -> Status {
        do { return try Status(answer) } catch {
            throw ProgramFailure(
                .protocolMismatch(
                    "the daemon's answer is not understood: update daemon and client to the same version"))
        }
    }

    /// Sends a request, and prints the result: as JSON, or as `report` words it.
    func perform<Value: Decodable>(
        _ method: String, _ params: [String: JSONValue] = [:], report: (Value) throws -> String
    ) throws {
        let client = try connect()
        if json || quiet {
            let result = try ask(client, method, params, as: JSONValue.self)
            if !quiet { try Output.line(result.text) }
        } else {
            try Output.line(try report(try ask(client, method, params, as: Value.self)).printableLines)
        }
    }

    /// What the daemon says of itself.
    func status() throws(ProgramFailure) -> Status { try status(of: connect()) }

    func status(of client: ControlClient) throws(ProgramFailure) -> Status {
        try ask(client, "status", as: Status.self)
    }

    /// The result of a request.
    func ask<Value: Decodable>(
        _ client: ControlClient, _ method: String, _ params: [String: JSONValue] = [:], as type: Value.Type
    ) throws(ProgramFailure) -> Value {
        let answer: Result<Value, ControlError>
        do {
            answer = try client.call(method, params: params, as: type, timeout: timeout(of: method))
        } catch {
            throw ProgramFailure(error)
        }
        switch answer {
        case .success(let result): return result
        case .failure(let error):
            try checkProtocol(client, after: error, from: method)
            throw ProgramFailure(error)
        }
    }

    /// Throws a mismatch where the daemon refused as unknown what is in the table of this version, and has another protocol.
    private func checkProtocol(
        _ client: ControlClient, after error: ControlError, from method: String
    ) throws(ProgramFailure) {
        guard ErrorReason(rawValue: error.reason)?.mayMeanAnotherVersion ?? false,
            CommandTable.command(named: method) != nil,
            let version = try? client.call("version", as: Version.self, timeout: timeout.duration).get(),
            version.protocol != .current
        else { return }
        throw ProgramFailure(.mismatch(version.protocol, daemon: version.daemon))
    }
}

extension Signals {
    /// Catches these signals from now on.
    init(catching numbers: [CInt]) throws(ProgramFailure) {
        do { try self.init(numbers) } catch { throw ProgramFailure(.noDaemon, error.message) }
    }
}
