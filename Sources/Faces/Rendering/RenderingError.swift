// SPDX-License-Identifier: Apache-2.0

/// Why a picture could not be drawn or written.
public struct RenderingError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What went wrong, as one line without a full stop.
    public let message: String
    /// The message.
    public var description: String { message }

    init(_ message: String) {
        self.message = message
    }
}
