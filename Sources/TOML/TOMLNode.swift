// SPDX-License-Identifier: Apache-2.0

/// A value of a TOML text, with its place.
package struct TOMLNode: Sendable, Hashable, Decodable {
    /// The line of its key, or of itself in a list; from 1.
    package let line: Int
    /// The column of its key, or of itself in a list; from 1.
    package let column: Int
    /// The column of the first character of a text that stands in its line as it is read, without escapes; nil for other values.
    package let begin: Int?
    /// What it is.
    package let value: TOMLValue

    private enum CodingKeys: CodingKey {
        case line, column, begin, bool, number, string, array, table
    }

    /// Reads what CToml writes. A kind that is tried and is not the right one would cost its way from the root each time.
    package init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        line = try members.decode(Int.self, forKey: .line)
        column = try members.decode(Int.self, forKey: .column)
        begin = try members.decodeIfPresent(Int.self, forKey: .begin)
        if members.contains(.table) {
            value = .table(try members.decode([String: TOMLNode].self, forKey: .table))
        } else if members.contains(.array) {
            value = .array(try members.decode([TOMLNode].self, forKey: .array))
        } else if members.contains(.string) {
            value = .string(try members.decode(String.self, forKey: .string))
        } else if members.contains(.bool) {
            value = .bool(try members.decode(Bool.self, forKey: .bool))
        } else if let whole = try? members.decode(Int64.self, forKey: .number) {
            value = .integer(whole)
        } else {
            value = .number(try members.decode(Double.self, forKey: .number))
        }
    }

    /// Where it is.
    package var place: TOMLDocument.Place { TOMLDocument.Place(line: line, column: column) }

    /// Where a mistake is, and what: a reason such as `lanes: column 9: "q" is no step` is about a character of the text. One that
    /// quotes such words does not mean them.
    package func mistake(_ reason: String) -> (place: TOMLDocument.Place, reason: String) {
        let word = "column "
        guard let start = reason.ranges(of: word).first?.lowerBound else { return (place, reason) }
        let subject = reason[..<start]
        let digits = reason[start...].dropFirst(word.count).prefix { $0.isASCII && $0.isNumber }
        let rest = reason[digits.endIndex...]
        guard subject.isEmpty || subject.hasSuffix(": "), !subject.contains("\""), let column = Int(digits),
            rest.hasPrefix(": "), case .string(let text) = value, 1...text.count + 1 ~= column
        else { return (place, reason) }
        guard let begin else { return (place, "\(subject)column \(column) of the text\(rest)") }
        return (TOMLDocument.Place(line: line, column: begin + column - 1), String(subject + rest.dropFirst(2)))
    }
}

/// What a value of a TOML text is. A number without a fraction is an integer, however it was written.
package indirect enum TOMLValue: Sendable, Hashable {
    case bool(Bool)
    case integer(Int64)
    case number(Double)
    case string(String)
    case array([TOMLNode])
    case table([String: TOMLNode])

    /// What kind of value it is, in words for an error message.
    package var kind: String {
        switch self {
        case .bool: "true or false"
        case .integer, .number: "a number"
        case .string: "a text"
        case .array: "a list"
        case .table: "a table"
        }
    }
}
