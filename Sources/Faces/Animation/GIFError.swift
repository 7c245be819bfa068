// SPDX-License-Identifier: Apache-2.0

/// Why a GIF file could not be read or written.
public struct GIFError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What is wrong and what is allowed, as one line without a full stop.
    public let message: String
    /// The message.
    public var description: String { message }

    init(_ message: String) {
        self.message = message
    }
}
