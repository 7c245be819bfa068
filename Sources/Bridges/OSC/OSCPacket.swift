// SPDX-License-Identifier: Apache-2.0

/// Reads packets of Open Sound Control: a message, or a bundle of them.
///
/// Bundles are opened to a depth of 8, and what they hold counts as sent now, whatever time they say. Reading takes a time
/// proportional to the bytes; a packet with any mistake, or with more than 256 messages, is refused as a whole.
package enum OSCPacket {
    private static let deepest = 8
    private static let mostMessages = 256
    private static let mostArguments = 256

    /// The messages of a packet, in order; nil where it is none.
    package static func messages(in bytes: [UInt8]) -> [OSCMessage]? {
        var messages: [OSCMessage] = []
        return read(bytes[...], depth: 0, into: &messages) ? messages : nil
    }

    private static let bundleHead: [UInt8] = Array("#bundle\0".utf8)

    private static func read(_ bytes: ArraySlice<UInt8>, depth: Int, into messages: inout [OSCMessage]) -> Bool {
        guard !bytes.isEmpty, bytes.count.isMultiple(of: 4) else { return false }
        guard bytes.first == UInt8(ascii: "#") else {
            guard messages.count < mostMessages, let message = message(bytes) else { return false }
            messages.append(message)
            return true
        }
        guard depth < deepest, bytes.starts(with: bundleHead) else { return false }
        var rest = bytes.dropFirst(bundleHead.count)
        guard rest.takeWord(UInt64.self) != nil else { return false }
        while !rest.isEmpty {
            guard let size = rest.takeWord(UInt32.self), Int(size) <= rest.count else { return false }
            guard read(rest.prefix(Int(size)), depth: depth + 1, into: &messages) else { return false }
            rest = rest.dropFirst(Int(size))
        }
        return true
    }

    private static func message(_ bytes: ArraySlice<UInt8>) -> OSCMessage? {
        var rest = bytes
        guard let address = rest.takeText(), address.hasPrefix("/") else { return nil }
        // Old programs send no type tags where there are no arguments.
        guard !rest.isEmpty else { return OSCMessage(address) }
        guard let tags = rest.takeText(), tags.utf8.first == UInt8(ascii: ","), tags.utf8.count <= mostArguments + 1
        else { return nil }
        var arguments: [OSCArgument] = []
        for tag in tags.utf8.dropFirst() {
            guard let argument = rest.takeArgument(tag) else { return nil }
            arguments.append(argument)
        }
        return rest.isEmpty ? OSCMessage(address, arguments) : nil
    }
}

extension ArraySlice<UInt8> {
    /// Takes a number, the highest byte first.
    fileprivate mutating func takeWord<Word: FixedWidthInteger>(_ type: Word.Type) -> Word? {
        let size = Word.bitWidth / 8
        guard count >= size else { return nil }
        let word = prefix(size).reduce(Word.zero) { $0 << 8 | Word(truncatingIfNeeded: $1) }
        self = dropFirst(size)
        return word
    }

    /// Takes a text and what fills it up to a multiple of four bytes; nil where it has no end or is not UTF-8.
    fileprivate mutating func takeText() -> String? {
        guard let end = firstIndex(of: 0), let text = String(validating: self[..<end], as: UTF8.self) else {
            return nil
        }
        let length = (end - startIndex) / 4 * 4 + 4
        guard length <= count else { return nil }
        self = dropFirst(length)
        return text
    }

    fileprivate mutating func takeArgument(_ tag: UInt8) -> OSCArgument? {
        switch tag {
        case UInt8(ascii: "i"): return takeWord(UInt32.self).map { .int(Int32(bitPattern: $0)) }
        case UInt8(ascii: "h"): return takeWord(UInt64.self).map { .long(Int64(bitPattern: $0)) }
        case UInt8(ascii: "f"): return takeWord(UInt32.self).map { .float(Float(bitPattern: $0)) }
        case UInt8(ascii: "d"): return takeWord(UInt64.self).map { .double(Double(bitPattern: $0)) }
        case UInt8(ascii: "s"), UInt8(ascii: "S"): return takeText().map { .string($0) }
        case UInt8(ascii: "T"): return .bool(true)
        case UInt8(ascii: "F"): return .bool(false)
        case UInt8(ascii: "N"), UInt8(ascii: "I"): return .other(tag: tag)
        case UInt8(ascii: "t"): return takeWord(UInt64.self).map { _ in .other(tag: tag) }
        case UInt8(ascii: "c"), UInt8(ascii: "r"), UInt8(ascii: "m"):
            return takeWord(UInt32.self).map { _ in .other(tag: tag) }
        case UInt8(ascii: "b"):
            guard let size = takeWord(UInt32.self), size <= count else { return nil }
            let length = (Int(size) + 3) / 4 * 4
            guard length <= count else { return nil }
            self = dropFirst(length)
            return .other(tag: tag)
        default: return nil
        }
    }
}
