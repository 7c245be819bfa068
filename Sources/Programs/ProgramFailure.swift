// SPDX-License-Identifier: Apache-2.0

internal import FoundationEssentials
public import MetronomeControl

/// Why a program ends without having done what was asked, or without having been interrupted.
public struct ProgramFailure: Error {
    /// How a program has ended that has not done what was asked.
    public enum Status: Int32, Sendable {
        /// The daemon refused what was asked for, or it could not be done.
        case failed = 1
        /// The command line is wrong.
        case usage = 2
        /// There is no daemon, or none that lets the program in.
        case noDaemon = 3
        /// The daemon did not answer in time, or has another protocol.
        case noAnswer = 4

        fileprivate var reason: String {
            switch self {
            case .failed: "failed"
            case .usage: "usage"
            case .noDaemon: "no_daemon"
            case .noAnswer: "timeout"
            }
        }
    }

    /// The exit status.
    public let status: Status
    /// For stderr; empty for nothing.
    public let message: String
    /// A stable word for scripts.
    public let reason: String
    /// The daemon's own words, where it refused.
    public let refusal: ControlError?

    /// A failure in the program's own words; its reason is that of the status where none is given.
    public init(_ status: Status, _ message: String, reason: String? = nil) {
        self.status = status
        self.message = message
        self.reason = reason ?? status.reason
        refusal = nil
    }

    /// The command line is wrong.
    public static func usage(_ message: String, reason: String? = nil) -> ProgramFailure {
        ProgramFailure(.usage, message, reason: reason)
    }

    /// The command line is right, but cannot be followed.
    public static func failed(_ message: String, reason: String? = nil) -> ProgramFailure {
        ProgramFailure(.failed, message, reason: reason)
    }

    /// A request that was refused, by the daemon or before it was sent.
    public init(_ refusal: ControlError, status: Status = .failed) {
        self.status = status
        message = refusal.message
        reason = refusal.reason
        self.refusal = refusal
    }

    /// The daemon could not be reached, or did not answer.
    public init(_ error: ClientError) {
        let (status, reason): (Status, String) =
            switch error {
            case .notRunning: (.noDaemon, "no_daemon")
            case .closed: (.noDaemon, "closed")
            case .io, .forbidden: (.noDaemon, "io")
            case .timeout: (.noAnswer, "timeout")
            case .protocolMismatch: (.noAnswer, "protocol_mismatch")
            }
        self.init(status, error.description, reason: reason)
    }

    /// The connection is lost, or its requests were refused.
    public init(_ loss: ConnectionLoss) {
        switch loss {
        case .failed(let error): self.init(error)
        case .refused(let error): self.init(error)
        }
    }

    /// As one line of JSON, in the form of the daemon's errors.
    public var json: String {
        let error: JSONValue =
            refusal.flatMap { try? JSONLine.parse(JSONLine.encode($0)) }
            ?? ["message": .string(message), "data": ["reason": .string(reason)]]
        return JSONValue.object(["error": error]).text
    }
}

extension ControlSocket {
    /// The path of the daemon's socket, from an option or the environment of the program.
    ///
    /// - Throws: where neither says one, or what they say is too long for a socket.
    public static func path(explicit option: String?) throws(ProgramFailure) -> String {
        do {
            return try path(explicit: option, environment: ProcessInfo.processInfo.environment)
        } catch {
            throw ProgramFailure(error == .noPlace ? .noDaemon : .usage, error.description)
        }
    }
}
