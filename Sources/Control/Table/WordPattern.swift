// SPDX-License-Identifier: Apache-2.0

/// How a method is said in plain words: `bell <every> on <on>`.
///
/// A word in angle brackets stands for a parameter, one that ends in `…` for all words that are left, every other word for
/// itself.
public struct WordPattern: Sendable, Equatable, ExpressibleByStringLiteral, CustomStringConvertible {
    enum Part: Sendable, Equatable {
        case word(String)
        case parameter(String)
        case rest(String)
    }

    /// What became of a try to read words by a pattern.
    enum Match: Equatable {
        /// Every word found its place: which words each parameter got.
        case complete([String: [String]])
        /// The words end where the pattern goes on with this part.
        case short(Part)
        /// A word has no place; how many had one.
        case no(matched: Int)
    }

    /// The pattern as it is shown.
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
