// SPDX-License-Identifier: Apache-2.0

/// When the bell rings: on beat `on` of every `every` beats.
public struct BellState: WireRecord {
    /// Beats in a group.
    public var every = 0
    /// The beat of the group that rings, 1...`every`.
    public var on = 0

    /// Empty.
    public init() {}

    /// On one beat of a group.
    public init(every: Int, on: Int) { (self.every, self.on) = (every, on) }

    /// Its members on the wire.
    public static let record = Record<BellState>(
        "bell", "When the bell rings.",
        [
            .member("every", \.every, "Beats in a group."),
            .member("on", \.on, "The beat of the group that rings, 1...`every`."),
        ])
}
