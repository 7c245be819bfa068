// SPDX-License-Identifier: Apache-2.0

internal import FoundationEssentials
public import MetronomeControl

/// Why a program ends without having done what was asked, or without having been interrupted.
public struct ProgramFailure: Error {
    /// The exit status of a command line that is right, but cannot be followed.
    public static let failed: Int32 = 1
    /// The exit status of a command line that is wrong.
    public static let usage: Int32 = 2
    /// The exit status where the daemon has another protocol.
    public static let otherProtocol: Int32 = 4

    /// The exit status.
    public let status: Int32
    /// For stderr.
    public let message: String

    /// The command line is wrong.
    public static func usage(_ message: String) -> ProgramFailure { ProgramFailure(status: usage, message: message) }

    /// The command line is right, but cannot be followed.
    public static func failed(_ message: String) -> ProgramFailure { ProgramFailure(status: failed, message: message) }
}

extension ProgramFailure {
    /// The daemon was reached, and is none that the program can work with.
    public init(_ loss: ConnectionLoss) {
        let isMismatch = if case .failed(.protocolMismatch) = loss { true } else { false }
        self.init(status: isMismatch ? Self.otherProtocol : Self.failed, message: loss.description)
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
            throw error == .noPlace ? .failed(error.description) : .usage(error.description)
        }
    }
}
