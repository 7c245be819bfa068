// SPDX-License-Identifier: Apache-2.0

/// The result of `cancel`.
public struct Cancellation: Sendable, Hashable, Codable {
    /// The ids of the changes that were taken back.
    public var cancelled: [Int]
    /// Those that still wait.
    public var pending: [PendingState]

    /// All of its parts.
    public init(cancelled: [Int], pending: [PendingState]) {
        self.cancelled = cancelled
        self.pending = pending
    }
}
