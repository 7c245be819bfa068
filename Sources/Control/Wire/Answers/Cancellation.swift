// SPDX-License-Identifier: Apache-2.0

/// The result of `cancel`.
public struct Cancellation: WireRecord {
    /// The ids of the changes that were taken back.
    public var cancelled: [Int] = []
    /// The changes that still wait.
    public var pending: [PendingState] = []

    /// Empty.
    public init() {}

    /// Its members on the wire.
    public static let record = Record<Cancellation>([
        .member("cancelled", \.cancelled, "Their ids."),
        .member("pending", \.pending, "Those that still wait."),
    ])
}
