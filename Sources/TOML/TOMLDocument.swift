// SPDX-License-Identifier: Apache-2.0

internal import CToml
internal import FoundationEssentials
internal import Glibc

/// A TOML text: its values, each with its place.
package struct TOMLDocument: Sendable {
    /// A value that is not a table; an empty table is one too.
    package struct Entry: Sendable, Hashable {
        /// The keys that lead to it.
        package let path: [String]
        /// The value, with the place of its key.
        package let node: TOMLNode

        /// Where its key is.
        package var place: Place { node.place }
    }

    /// A line and a column, both from 1.
    package struct Place: Sendable, Hashable, Comparable {
        package let line: Int
        package let column: Int

        package init(line: Int, column: Int) {
            self.line = line
            self.column = column
        }

        package static func < (left: Place, right: Place) -> Bool {
            (left.line, left.column) < (right.line, right.column)
        }
    }

    /// Why a text was refused; the place is nil where none is to blame.
    package struct Refusal: Error {
        package let place: Place?
        package let message: String
    }

    /// Its outermost table.
    package let root: [String: TOMLNode]

    /// The most values of a text, its tables and the elements of its lists counted: each takes some 350 bytes of memory.
    package static let mostValues = 200_000

    /// Reads a text. Throws what is wrong with it, and where; also where it has more values than `most`.
    package init(_ text: [UInt8], mostValues most: Int = mostValues) throws(Refusal) {
        let json = try Self.json(text, most)
        guard let root = try? JSONDecoder().decode(TOMLNode.self, from: Data(json)), case .table(let table) = root.value
        else { throw Refusal(place: nil, message: "it is nested too deeply") }
        self.root = table
    }

    /// The values that are not tables, in the order of the text.
    package var entries: [Entry] {
        var entries: [Entry] = []
        Self.collect(root, path: [], into: &entries)
        return entries.sorted { $0.place < $1.place }
    }

    private static func collect(_ table: [String: TOMLNode], path: [String], into entries: inout [Entry]) {
        for (key, node) in table {
            if case .table(let inner) = node.value, !inner.isEmpty {
                collect(inner, path: path + [key], into: &entries)
            } else {
                entries.append(Entry(path: path + [key], node: node))
            }
        }
    }

    private static func json(_ text: [UInt8], _ most: Int) throws(Refusal) -> [UInt8] {
        var json: UnsafeMutablePointer<CChar>?
        var message: UnsafeMutablePointer<CChar>?
        var line: CUnsignedInt = 0
        var column: CUnsignedInt = 0
        let terminated = text + [0]
        let code = unsafe terminated.withUnsafeBytes { bytes in
            // Never nil, for there is at least the terminator.
            guard let start = bytes.baseAddress else { return CInt(-1) }
            return unsafe ctoml_to_json(
                start.assumingMemoryBound(to: CChar.self), text.count, most, &json, &message, &line, &column)
        }
        defer {
            unsafe free(json)
            unsafe free(message)
        }
        if code == 0, let json = unsafe json {
            return unsafe Array(UnsafeRawBufferPointer(start: json, count: strlen(json)))
        }
        guard let message = unsafe message else { throw Refusal(place: nil, message: "there is not enough memory") }
        throw Refusal(
            place: line > 0 ? Place(line: Int(line), column: Int(column)) : nil,
            message: Self.reason(
                unsafe String(cString: message).replacing("Error while parsing ", with: "in this "), at: Int(line),
                Int(column), of: text, most))
    }

    /// A text that is not closed in its line is no more to the parser than a character that may not be in it.
    private static func reason(_ message: String, at line: Int, _ column: Int, of text: [UInt8], _ most: Int) -> String
    {
        if message == "there are too many values" { return "there are more than \(most) values: it is too large" }
        if message.contains("could not determine value type") {
            return "in this value: it is no number and not true or false; a text stands in quotation marks"
        }
        guard message.hasPrefix("in this string:") else { return message }
        let lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        guard lines.indices.contains(line - 1) else { return message }
        let last = lines[line - 1]
        let length = String(decoding: last, as: UTF8.self).unicodeScalars.count
        // The parser takes a carriage return and the line feed behind it for one end of the line.
        guard column > length - (last.last == UInt8(ascii: "\r") ? 1 : 0) else { return message }
        return "a text is not closed: its last character is the quotation mark that it begins with"
    }
}
