// SPDX-License-Identifier: Apache-2.0

/// A named value that a method takes: what is allowed, and the check of it.
public struct Parameter: Sendable, Equatable {
    /// One of the forms that a value may have.
    public enum Form: Sendable, Equatable {
        /// A number in that range.
        case number(ClosedRange<Double>)
        /// A number without a fraction in that range.
        case integer(ClosedRange<Int>)
        /// A text that is one of these words.
        case choice([String])
        /// A text in a grammar of its own, described in a few words.
        case text(String)
        /// A list with at least one of these words.
        case list([String])
        /// A list with at least one text in a grammar of its own, described in a few words.
        case texts(String)
    }

    /// The member of `params`, and the placeholder in words.
    public let name: String
    /// Every form that is allowed.
    public let forms: [Form]
    /// Whether the method needs it.
    public let isRequired: Bool
    /// What it means, in one sentence.
    public let summary: String
    /// The longest text that is taken, in bytes.
    var longest = Parameter.longestText
    /// What a player calls it, where that is not its name.
    var spoken: String?
    /// Whether a text of it with a slash is the path of a file, which the daemon is asked to open.
    package var namesFiles = false

    /// The value that one word stands for, not checked yet: a number where only a number is allowed, else the text.
    func value(word: String) -> JSONValue {
        for form in forms {
            switch form {
            // A plus sign before a value that cannot be negative would read as a change of the value in force.
            case .integer(let range):
                guard !word.hasPrefix("+") || range.lowerBound < 0 else { continue }
                if let whole = Int64(word) { return .integer(whole) }
            case .number(let range):
                // A grammar of texts reads its own numbers, and what is no decimal (nan, inf, 0x1p3) stays a text.
                guard !takesText, !word.hasPrefix("+") || range.lowerBound < 0,
                    word.utf8.allSatisfy(Parameter.isDecimal)
                else { continue }
                guard let number = Double(word), number.isFinite else { continue }
                return JSONValue(number)
            case .choice, .text, .list, .texts: continue
            }
        }
        return .string(word)
    }

    private static func isDecimal(_ byte: UInt8) -> Bool {
        UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || "+-.eE".utf8.contains(byte)
    }

    /// Whether a value may be other than a number: of the right type, and still without a meaning.
    var takesWords: Bool {
        forms.contains {
            switch $0 {
            case .number, .integer: false
            case .choice, .text, .list, .texts: true
            }
        }
    }

    private var takesText: Bool {
        forms.contains { if case .text = $0 { true } else { false } }
    }

    /// The limit where nothing else is said: a grammar is not asked about a longer one.
    static let longestText = 256

    /// How many levels of lists a value of an allowed form has.
    var levels: Int {
        forms.map { form in
            switch form {
            case .number, .integer, .choice, .text: 0
            case .list, .texts: 1
            }
        }.max() ?? 0
    }

    /// Checks type and range. The method itself checks texts in a grammar of their own.
    func check(_ value: JSONValue) throws(ControlError) {
        for form in forms {
            switch (form, value) {
            case (.integer(let range), .integer(let whole)):
                let bounds = Double(range.lowerBound)...Double(range.upperBound)
                guard bounds.contains(Double(whole)) else { throw outOfRange(bounds, value) }
                return
            case (.number(let range), .integer), (.number(let range), .number):
                guard let number = value.number, range.contains(number) else { throw outOfRange(range, value) }
                return
            case (.choice(let words), .string(let text)):
                if isShort(text), words.contains(text) { return }
            case (.text, .string(let text)):
                guard isShort(text) else { throw tooLong(text) }
                return
            case (.list(let words), .array(let elements)):
                let wrong = elements.first { !isShort($0.string) || !words.contains($0.string ?? "") }
                // Of a list the member that is wrong is named.
                if let wrong { throw invalid(wrong) }
                guard !elements.isEmpty else { throw invalid(value) }
                return
            case (.texts, .array(let elements)):
                guard !elements.isEmpty, elements.allSatisfy({ isShort($0.string) }) else { throw invalid(value) }
                return
            default: continue
            }
        }
        let isKnownType = forms.contains {
            switch ($0, value) {
            case (.choice, .string), (.text, .string): true
            default: false
            }
        }
        throw isKnownType ? invalid(value) : refusal(.wrongType, value)
    }

    private func isShort(_ text: String?) -> Bool { text.map { $0.utf8.count <= longest } ?? false }

    private func tooLong(_ text: String) -> ControlError {
        ControlError(
            .invalid, "\(name.replacing("_", with: " ")) has \(text.utf8.count) bytes: \(longest) at most", param: name)
    }

    private func outOfRange(_ range: ClosedRange<Double>, _ value: JSONValue) -> ControlError {
        var error = refusal(.outOfRange, value)
        (error.min, error.max) = (range.lowerBound, range.upperBound)
        return error
    }

    /// The error for a value that has the right type, but no meaning here.
    func invalid(_ value: JSONValue) -> ControlError { refusal(.invalid, value) }

    private func refusal(_ reason: ErrorReason, _ value: JSONValue) -> ControlError {
        let what = spoken ?? name.replacing("_", with: " ")
        let (given, allowed) = (value.brief ?? value.kind, words.isEmpty ? nil : words)
        return ControlError(reason, "\(what) must be \(expected), not \(given)", param: name, allowed: allowed)
    }

    /// The words that are allowed literally.
    var words: [String] {
        forms.flatMap { form -> [String] in
            switch form {
            case .choice(let words), .list(let words): words
            case .number, .integer, .text, .texts: []
            }
        }
    }

    /// What is allowed, for people: `1...1000, or …`.
    var expected: String {
        forms.map(\.description).joined(separator: " or ")
    }
}
