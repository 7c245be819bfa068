// SPDX-License-Identifier: Apache-2.0

extension String {
    /// The text with blanks behind it, up to a width in columns of a terminal; a wider text stays as it is.
    package func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - columns)) }
}
