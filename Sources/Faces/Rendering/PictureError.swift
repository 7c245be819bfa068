// SPDX-License-Identifier: Apache-2.0

/// Why a picture could not be read, drawn or written, or a face cannot show a file.
public struct PictureError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What is wrong and what is allowed, as one line without a full stop.
    public let message: String
    /// The message.
    public var description: String { message }

    /// An error by its message.
    public init(_ message: String) {
        self.message = message
    }
}
