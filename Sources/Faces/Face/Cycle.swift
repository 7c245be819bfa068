// SPDX-License-Identifier: Apache-2.0

/// After how long a face looks the same.
public enum Cycle: Sendable, Hashable {
    /// So many beats.
    case beats(Int)
    /// So many bars.
    case bars(Int)
    /// Never.
    case endless
}
