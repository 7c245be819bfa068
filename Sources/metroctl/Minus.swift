// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// Hides the minus of a number from the parser of options, which would take `-2.5` in `tempo -2.5` for an option: while
/// options are parsed, it is a code point that stands for no character in any text. Every text of a verb has it back.
enum Minus {
    private static let placeholder: Character = "\u{10FFFF}"

    /// The argument with the minus of a number hidden.
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

// A property of a verb that is a text is made by these initializers, as they fit it better than those of the parser.

extension Option where Value == String? {
    init(name: NameSpecification = .long, help: ArgumentHelp? = nil, completion: CompletionKind? = nil) {
        self.init(name: name, help: help, completion: completion, transform: Minus.restored)
    }
}

extension Argument where Value == String {
    init(help: ArgumentHelp? = nil, completion: CompletionKind? = nil) {
        self.init(help: help, completion: completion, transform: Minus.restored)
    }
}

extension Argument where Value == String? {
    init(help: ArgumentHelp? = nil, completion: CompletionKind? = nil) {
        self.init(help: help, completion: completion, transform: Minus.restored)
    }
}

extension Argument where Value == [String] {
    init(
        parsing strategy: ArgumentArrayParsingStrategy = .remaining, help: ArgumentHelp? = nil,
        completion: CompletionKind? = nil
    ) {
        self.init(parsing: strategy, help: help, completion: completion, transform: Minus.restored)
    }

    init(
        wrappedValue: [String], parsing strategy: ArgumentArrayParsingStrategy = .remaining,
        help: ArgumentHelp? = nil, completion: CompletionKind? = nil
    ) {
        self.init(
            wrappedValue: wrappedValue, parsing: strategy, help: help, completion: completion,
            transform: Minus.restored)
    }
}
