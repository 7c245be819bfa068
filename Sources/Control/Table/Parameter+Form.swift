// SPDX-License-Identifier: Apache-2.0

extension Parameter.Form: CustomStringConvertible {
    /// The text for people.
    public var description: String {
        switch self {
        case .number(let range): "\(JSONValue(range.lowerBound).text)...\(JSONValue(range.upperBound).text)"
        case .integer(let range): "a whole number \(range.lowerBound)...\(range.upperBound)"
        case .choice(let words): words.map { "\"\($0)\"" }.joined(separator: " or ")
        case .text(let grammar): grammar
        case .texts(let grammar): grammar
        case .list(let words): "a list of " + words.map { "\"\($0)\"" }.joined(separator: ", ")
        }
    }

    /// The form as `describe` answers it.
    var described: JSONValue {
        switch self {
        case .number(let range):
            ["type": "number", "min": JSONValue(range.lowerBound), "max": JSONValue(range.upperBound)]
        case .integer(let range):
            ["type": "integer", "min": .integer(Int64(range.lowerBound)), "max": .integer(Int64(range.upperBound))]
        case .choice(let words): ["type": "string", "allowed": .array(words.map(JSONValue.string))]
        case .text(let grammar): ["type": "string", "form": .string(grammar)]
        case .texts(let grammar): ["type": "array", "form": .string(grammar)]
        case .list(let words): ["type": "array", "allowed": .array(words.map(JSONValue.string))]
        }
    }
}
