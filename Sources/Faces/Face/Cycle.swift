// SPDX-License-Identifier: Apache-2.0

/// After how long a face looks the same.
public enum Cycle: Sendable, Hashable {
    /// After a number of beats.
    case beats(Int)
    /// After a number of bars.
    case bars(Int)
    /// Never.
    case endless
}
