// SPDX-License-Identifier: Apache-2.0

/// `tempo -2.5` is an amount, not an option: while options are parsed, its minus is the typographic one.
enum Minus {
    static func protected(_ argument: String) -> String {
        guard argument.first == "-", let next = argument.dropFirst().first, next.isNumber || next == "." else {
            return argument
        }
        return "\u{2212}" + argument.dropFirst()
    }

    static func restored(_ text: String) -> String {
        String(text.map { $0 == "\u{2212}" ? "-" : $0 })
    }
}
