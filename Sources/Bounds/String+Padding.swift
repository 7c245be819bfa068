// SPDX-License-Identifier: Apache-2.0

extension String {
    /// It with blanks behind it up to a number of characters; a longer one stays as it is.
    package func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}
