// SPDX-License-Identifier: Apache-2.0

extension StringProtocol {
    /// The whole number that is written in digits alone; nil where there is a sign, or anything else.
    package var wholeNumber: Int? { utf8.allSatisfy { 0x30...0x39 ~= $0 } ? Int(self) : nil }
}
