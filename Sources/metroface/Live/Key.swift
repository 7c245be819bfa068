// SPDX-License-Identifier: Apache-2.0

/// A key that was pressed.
enum Key: Sendable, Hashable {
    case up, down, left, right, escape
    /// A letter or sign, as one byte of ASCII.
    case sign(Character)
}
