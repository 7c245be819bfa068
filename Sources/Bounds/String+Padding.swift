// SPDX-License-Identifier: Apache-2.0

extension String {
    /// The text with blanks behind it, up to a width in characters; a longer text stays as it is.
    package func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}
