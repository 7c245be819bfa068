// SPDX-License-Identifier: Apache-2.0

package import MetronomeSession

extension PlainValue {
    /// The same value, as TOML has it.
    package init(_ value: TOMLValue) {
        switch value {
        case .bool(let flag): self = .bool(flag)
        case .integer(let whole): self = .integer(whole)
        case .number(let number): self = .number(number)
        case .string(let text): self = .string(text)
        case .array(let members): self = .list(members.map { PlainValue($0.value) })
        case .table(let members): self = .table(members.mapValues { PlainValue($0.value) })
        }
    }
}
