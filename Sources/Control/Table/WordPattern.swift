// SPDX-License-Identifier: Apache-2.0

/// A form of a method in plain words: `bell <every> on <on>`.
///
/// A word in angle brackets stands for a parameter, one that ends in `…` for all words that are left, and every other
/// word for itself.
public struct WordPattern: Sendable, Equatable, ExpressibleByStringLiteral, CustomStringConvertible {
    enum Part: Sendable, Equatable {
        case word(String)
        case parameter(String)
        case rest(String)
    }

    /// The outcome of matching words with a pattern.
    enum Match: Equatable {
        /// Every word matched: the words of each parameter.
        case complete([String: [String]])
        /// The words end before this part of the pattern.
        case short(Part)
        /// A word does not match; how many matched before it.
        case no(matched: Int)
    }

    /// The pattern as text.
    public let description: String
    let parts: [Part]

    /// The value that the literal says.
    public init(stringLiteral value: String) {
        description = value
        parts = value.split(separator: " ").map { word in
            guard word.hasPrefix("<"), word.hasSuffix(">") else { return .word(String(word)) }
            let name = word.dropFirst().dropLast()
            return name.hasSuffix("…") ? .rest(String(name.dropLast())) : .parameter(String(name))
        }
    }

    /// The first word.
    var verb: String {
        if case .word(let word)? = parts.first { word } else { "" }
    }

    func match(_ words: [String]) -> Match {
        var values: [String: [String]] = [:]
        var index = 0
        for part in parts {
            if case .rest(let name) = part {
                values[name] = Array(words[index...])
                return index < words.count ? .complete(values) : .short(part)
            }
            guard index < words.count else { return .short(part) }
            switch part {
            case .word(let word):
                guard words[index] == word else { return .no(matched: index) }
            case .parameter(let name):
                values[name] = [words[index]]
            case .rest: break
            }
            index += 1
        }
        return index == words.count ? .complete(values) : .no(matched: index)
    }
}
