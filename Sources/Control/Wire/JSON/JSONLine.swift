// SPDX-License-Identifier: Apache-2.0

internal import FoundationEssentials

/// Encodes and decodes one JSON value on one line of UTF-8, the form of everything on the control socket.
public enum JSONLine {
    /// The deepest nesting of arrays and objects that is read.
    public static let maximumDepth = 16

    /// The value as one line: keys sorted, no spaces, `\n` at the end.
    ///
    /// A value that JSON cannot represent (a number that is not finite) becomes an `internal` error line instead, for a
    /// writer on a socket cannot throw to anybody.
    public static func encode(_ value: some Encodable) -> [UInt8] {
        guard var line = bytes(of: value) else { return Reply.line(error: .unencodable) }
        line.append(UInt8(ascii: "\n"))
        return line
    }

    /// The value without the end of the line, or nil where JSON cannot represent it.
    static func bytes(of value: some Encodable) -> [UInt8]? {
        let writer = JSONWriter()
        return (try? writer.encode(value)).map { writer.bytes }
    }

    /// The value of the bytes, read strictly: UTF-8 only, no key twice in an object, nothing after the value, no
    /// number that a `Double` cannot hold, no nesting deeper than ``maximumDepth``.
    ///
    /// - Throws: `parse_error`, with what is wrong.
    public static func parse(_ bytes: some Collection<UInt8>) throws(ControlError) -> JSONValue {
        try JSONReader.value(of: Array(bytes))
    }

    /// The typed value of the bytes. For lines from the daemon; requests are read with ``parse(_:)``.
    ///
    /// - Throws: `parse_error`, with the member that is missing or of another type.
    public static func decode<Value: Decodable>(
        _ type: Value.Type, from bytes: some Collection<UInt8>
    ) throws(ControlError) -> Value {
        do {
            return try JSONDecoder().decode(type, from: Data(bytes))
        } catch {
            throw ControlError(.parseError, reading(error))
        }
    }

    /// The typed value of the bytes, read with a configuration.
    static func decode<Value: DecodableWithConfiguration>(
        _ type: Value.Type, from bytes: some Collection<UInt8>, configuration: Value.DecodingConfiguration
    ) throws(ControlError) -> Value {
        do {
            return try JSONDecoder().decode(type, from: Data(bytes), configuration: configuration)
        } catch {
            throw ControlError(.parseError, reading(error))
        }
    }

    /// The text of a decoder's error.
    private static func reading(_ error: any Error) -> String {
        func name(_ path: [any CodingKey]) -> String { path.map(\.stringValue).joined(separator: ".") }
        switch error {
        case DecodingError.keyNotFound(let key, let context): return "\(name(context.codingPath + [key])) is missing"
        case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context):
            guard !context.codingPath.isEmpty else { return "this is of another type than expected" }
            return "\(name(context.codingPath)) is of another type than expected"
        case DecodingError.dataCorrupted(let context) where !context.codingPath.isEmpty:
            return "\(name(context.codingPath)) cannot be read"
        default: return "this is not JSON"
        }
    }
}

extension JSONValue {
    /// The value as compact JSON text, keys sorted.
    public var text: String {
        JSONLine.bytes(of: self).map { String(decoding: $0, as: UTF8.self) } ?? "null"
    }
}
