// SPDX-License-Identifier: Apache-2.0

/// When the bell rings: on beat `on` of every `every` beats.
public struct BellState: Sendable, Hashable, Codable {
    /// Beats in a group.
    public var every: Int
    /// The beat of the group that rings, 1...`every`.
    public var on: Int

    /// All of its parts.
    public init(every: Int, on: Int) {
        self.every = every
        self.on = on
    }
}
