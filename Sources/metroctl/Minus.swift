// SPDX-License-Identifier: Apache-2.0

/// Hides the minus of a number from the parser of options, which would take `-2.5` in `tempo -2.5` for an option: while
/// options are parsed, it is a code point that stands for no character in any text.
enum Minus {
    private static let placeholder: Character = "\u{10FFFF}"
    /// The verbs that take names and paths, not numbers with a sign.
    private static let named: Set<String> = ["preset", "setlist", "song", "call", "groove", "sound", "wait", "journal"]

    /// The arguments with the minus of numbers hidden.
    static func protected(_ arguments: [String]) -> [String] {
        if let verb = arguments.first(where: { !$0.hasPrefix("-") }), named.contains(verb) { return arguments }
        return arguments.map(protected)
    }

    static func protected(_ argument: String) -> String {
        guard argument.first == "-", let next = argument.dropFirst().first, next.isNumber || next == "." else {
            return argument
        }
        return String(placeholder) + argument.dropFirst()
    }

    static func restored(_ text: String) -> String {
        String(text.map { $0 == placeholder ? "-" : $0 })
    }
}
