// SPDX-License-Identifier: Apache-2.0

/// Why something cannot be measured, for a person.
struct BenchError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
