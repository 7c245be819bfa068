// SPDX-License-Identifier: Apache-2.0

internal import CToml
internal import Control
internal import FoundationEssentials
internal import Glibc

/// The values of a TOML text, each with the place of its key, in the order of the text.
struct TOMLDocument {
    /// A value that is not a table; an empty table is one too.
    struct Entry: Decodable {
        let path: [String]
        let line: Int
        let column: Int
        let value: JSONValue

        var place: Place { Place(line: line, column: column) }
    }

    /// A line and a column, both from 1.
    struct Place: Equatable {
        let line: Int
        let column: Int
    }

    /// Why a text was refused; the place is nil where none is to blame.
    struct Refusal: Error {
        let place: Place?
        let message: String
    }

    let entries: [Entry]

    init(_ text: [UInt8]) throws(Refusal) {
        let json = try Self.json(text)
        guard let entries = try? JSONDecoder().decode([Entry].self, from: Data(json)) else {
            throw Refusal(place: nil, message: "it is nested too deeply")
        }
        self.entries = entries.sorted { ($0.line, $0.column) < ($1.line, $1.column) }
    }

    private static func json(_ text: [UInt8]) throws(Refusal) -> [UInt8] {
        var json: UnsafeMutablePointer<CChar>?
        var message: UnsafeMutablePointer<CChar>?
        var line: CUnsignedInt = 0
        var column: CUnsignedInt = 0
        let terminated = text + [0]
        let code = unsafe terminated.withUnsafeBytes { bytes in
            // Never nil, for there is at least the terminator.
            guard let start = bytes.baseAddress else { return CInt(-1) }
            return unsafe ctoml_to_json(
                start.assumingMemoryBound(to: CChar.self), text.count, &json, &message, &line, &column)
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
            message: unsafe String(cString: message).replacing("Error while parsing ", with: "in this "))
    }
}
