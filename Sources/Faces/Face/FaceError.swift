// SPDX-License-Identifier: Apache-2.0

/// Why a face cannot show a file.
public struct FaceError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What is wrong with it and what it should be, as one line without a full stop.
    public let message: String
    /// The message.
    public var description: String { message }

    /// An error by its message.
    public init(_ message: String) {
        self.message = message
    }
}
