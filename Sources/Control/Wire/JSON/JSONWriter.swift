// SPDX-License-Identifier: Apache-2.0

/// Writes a value as compact JSON, keys sorted: each member at once to its place in the line, and not first into a tree.
///
/// A container that is asked for is written to before its parent is written to again. No access lies within another, so exclusivity
/// is not checked.
final class JSONWriter: Encoder {
    /// What was written.
    @safe @exclusivity(unchecked) private(set) var bytes: [UInt8] = []
    /// The lists and objects that are not ended, the outermost first.
    @safe @exclusivity(unchecked) private var open: [Level] = []
    /// The members of the objects among them.
    @safe @exclusivity(unchecked) private var members: [Member] = []
    /// The containers in which the value stands that is being written.
    @safe @exclusivity(unchecked) private var outer = 0

    let codingPath: [any CodingKey] = []
    let userInfo: [CodingUserInfoKey: Any] = [:]

    /// A list or an object.
    private struct Level {
        var isObject: Bool
        /// Where it begins, after its bracket.
        var begin: Int
        /// Its first member among all.
        var firstMember: Int
        /// Whether each key comes after the one before.
        var isSorted = true
    }

    private struct Member {
        var key: String
        /// Where its key begins.
        var begin: Int
    }

    /// Writes a value.
    func encode(_ value: some Encodable) throws {
        let former = (outer, bytes.count)
        outer = open.count
        try value.encode(to: self)
        // What has no members is an empty object.
        if bytes.count == former.1 { bytes += "{}".utf8 }
        end(from: outer)
        outer = former.0
    }

    /// Puts in bytes that are JSON.
    func write(json: [UInt8]) { bytes += json }

    // MARK: containers

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        // One value may ask twice, and writes one object.
        if open.count <= outer { begin(isObject: true) }
        return KeyedEncodingContainer(Members(writer: self, depth: outer + 1))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer { list() }

    func singleValueContainer() -> any SingleValueEncodingContainer { Single(writer: self) }

    func list() -> Elements {
        begin(isObject: false)
        return Elements(writer: self, depth: open.count)
    }

    func object<Key: CodingKey>(_ type: Key.Type) -> KeyedEncodingContainer<Key> {
        begin(isObject: true)
        return KeyedEncodingContainer(Members(writer: self, depth: open.count))
    }

    private func begin(isObject: Bool) {
        bytes.append(isObject ? UInt8(ascii: "{") : UInt8(ascii: "["))
        open.append(Level(isObject: isObject, begin: bytes.count, firstMember: members.count))
    }

    /// Ends the containers that are deeper than a depth.
    private func end(from depth: Int) {
        while open.count > depth, let level = open.popLast() {
            if level.isObject {
                if !level.isSorted { sort(level) }
                members.removeSubrange(level.firstMember...)
            }
            bytes.append(level.isObject ? UInt8(ascii: "}") : UInt8(ascii: "]"))
        }
    }

    /// Puts the members of an object in the order of their keys. Of one that was written twice the last one stays.
    private func sort(_ level: Level) {
        let own = members[level.firstMember...]
        let order = own.indices.sorted { first, second in
            let (one, other) = (members[first].key, members[second].key)
            return one == other ? first < second : one.comesBefore(other)
        }
        var sorted: [UInt8] = []
        sorted.reserveCapacity(bytes.count - level.begin)
        for (index, next) in zip(order, order.dropFirst().map(Optional.some) + [nil]) {
            if let next, members[next].key == members[index].key { continue }
            if !sorted.isEmpty { sorted.append(UInt8(ascii: ",")) }
            // Before the next one stands a comma.
            let end = index + 1 < own.endIndex ? members[index + 1].begin - 1 : bytes.count
            sorted += bytes[members[index].begin..<end]
        }
        bytes.replaceSubrange(level.begin..., with: sorted)
    }

    // MARK: members and elements

    /// Begins a member of the object at a depth.
    func begin(_ key: String, at depth: Int) {
        end(from: depth)
        let level = open[depth - 1]
        if bytes.count > level.begin { bytes.append(UInt8(ascii: ",")) }
        if let last = members.last, members.count > level.firstMember, !last.key.comesBefore(key) {
            open[depth - 1].isSorted = false
        }
        members.append(Member(key: key, begin: bytes.count))
        write(key)
        bytes.append(UInt8(ascii: ":"))
    }

    /// Begins an element of the list at a depth.
    func beginElement(at depth: Int) {
        end(from: depth)
        if bytes.count > open[depth - 1].begin { bytes.append(UInt8(ascii: ",")) }
    }

    // MARK: plain values

    func writeNull() { bytes += "null".utf8 }

    func write(_ flag: Bool) { bytes += flag ? "true".utf8 : "false".utf8 }

    func write(whole number: some BinaryInteger) {
        if number < 0 { bytes.append(UInt8(ascii: "-")) }
        let begin = bytes.count
        var rest = UInt64(number.magnitude)
        repeat {
            let (tenth, digit) = rest.quotientAndRemainder(dividingBy: 10)
            bytes.append(UInt8(ascii: "0") + UInt8(digit))
            rest = tenth
        } while rest > 0
        bytes[begin...].reverse()
    }

    func write<Number: BinaryFloatingPoint & CustomStringConvertible>(number: Number) throws {
        guard number.isFinite else {
            throw EncodingError.invalidValue(number, .init(codingPath: [], debugDescription: "it is not finite"))
        }
        let text = number.description
        bytes += text.hasSuffix(".0") ? text.utf8.dropLast(2) : text.utf8[...]
    }

    func write(_ text: String) {
        bytes.append(UInt8(ascii: "\""))
        if text.isPlain {
            bytes += text.utf8
        } else {
            for byte in text.utf8 { writeEscaped(byte) }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private func writeEscaped(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "\""): bytes += "\\\"".utf8
        case UInt8(ascii: "\\"): bytes += "\\\\".utf8
        case UInt8(ascii: "\n"): bytes += "\\n".utf8
        case UInt8(ascii: "\r"): bytes += "\\r".utf8
        case UInt8(ascii: "\t"): bytes += "\\t".utf8
        case 0x08: bytes += "\\b".utf8
        case 0x0C: bytes += "\\f".utf8
        case 0..<0x10: bytes += "\\u000\(String(byte, radix: 16))".utf8
        case 0x10..<0x20: bytes += "\\u00\(String(byte, radix: 16))".utf8
        default: bytes.append(byte)
        }
    }

    /// Writes any value, without a container in between.
    func write(_ value: JSONValue) throws {
        switch value {
        case .null: writeNull()
        case .bool(let flag): write(flag)
        case .integer(let whole): write(whole: whole)
        case .number(let number): try write(number: number)
        case .string(let text): write(text)
        case .array(let elements):
            begin(isObject: false)
            let depth = open.count
            for element in elements {
                beginElement(at: depth)
                try write(element)
            }
            end(from: depth - 1)
        case .object(let object):
            begin(isObject: true)
            let depth = open.count
            for (key, member) in object.sorted(by: { $0.key.comesBefore($1.key) }) {
                begin(key, at: depth)
                try write(member)
            }
            end(from: depth - 1)
        }
    }
}

extension String {
    /// Whether it is written as it is.
    fileprivate var isPlain: Bool {
        // All bytes are looked at, which is done many at a time.
        func isPlain(_ bytes: some Sequence<UInt8>) -> Bool {
            bytes.reduce(0 as UInt8) { marks, byte in
                marks | (byte < 0x20 ? 1 : 0) | (byte == UInt8(ascii: "\"") ? 1 : 0)
                    | (byte == UInt8(ascii: "\\") ? 1 : 0)
            } == 0
        }
        return unsafe utf8.withContiguousStorageIfAvailable { unsafe isPlain($0) } ?? isPlain(utf8)
    }

    /// Whether its bytes come first in the order of keys.
    fileprivate func comesBefore(_ other: String) -> Bool { utf8.lexicographicallyPrecedes(other.utf8) }
}
