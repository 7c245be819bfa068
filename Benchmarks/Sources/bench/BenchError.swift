// SPDX-License-Identifier: Apache-2.0

/// Why something cannot be measured, in words.
struct BenchError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
