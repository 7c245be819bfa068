// SPDX-License-Identifier: Apache-2.0

/// A form of a method in plain words: `bell <every> on <on>`.
///
/// A word in angle brackets stands for a parameter, one that ends in `…` for all words that are left, `<name=value…>` for
/// parameters by their names, and every other word for itself.
public struct WordPattern: Sendable, Equatable, ExpressibleByStringLiteral, CustomStringConvertible {
    enum Part: Sendable, Equatable {
        case word(String)
        case parameter(String)
        case rest(String)
        /// Each parameter by its name: `tempo=96`. A word without a name belongs to the value before it.
        case named
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
            if name == "name=value…" { return .named }
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
        for (place, part) in parts.enumerated() {
            if case .rest(let name) = part {
                guard index < words.count else { return .short(part) }
                // What follows in the pattern takes the last words.
                let end = words.count - (parts.count - place - 1)
                guard index < end else { return .no(matched: index) }
                values[name] = Array(words[index..<end])
                index = end
                continue
            }
            guard index < words.count else { return .short(part) }
            if part == .named {
                return Self.named(words[index...])
            }
            switch part {
            case .word(let word):
                guard words[index] == word else { return .no(matched: index) }
            case .parameter(let name):
                values[name] = [words[index]]
            case .rest, .named: break
            }
            index += 1
        }
        return index == words.count ? .complete(values) : .no(matched: index)
    }

    /// The words of each parameter. One without a name that is the first does not match, nor a name that has come already.
    private static func named(_ words: ArraySlice<String>) -> Match {
        var values: [String: [String]] = [:]
        var last: String?
        for (index, word) in zip(words.indices, words) {
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            if parts.count == 2 {
                guard values.updateValue([parts[1]], forKey: parts[0]) == nil else { return .no(matched: index) }
                last = parts[0]
            } else {
                guard let last else { return .no(matched: index) }
                values[last]?.append(word)
            }
        }
        return .complete(values)
    }
}
