// SPDX-License-Identifier: Apache-2.0

internal import FoundationEssentials

/// Refuses, in one pass before a JSON decoder runs, what the decoder would accept: broken UTF-8, nesting deep enough to
/// exhaust the stack of a recursive parser, a key given twice, a comma before a closing bracket, a control character in a
/// string.
///
/// It reads strings and brackets only; the decoder checks the rest.
struct JSONScan {
    private var depth: [Set<String>?] = []
    private var expectsKey = false
    private var isAfterComma = false

    static func check(_ bytes: [UInt8]) throws(ControlError) {
        // A decoder reads bytes with zeros among them as UTF-16.
        guard !bytes.contains(0), String(validating: bytes, as: UTF8.self) != nil else {
            throw ControlError(.parseError, "the line is not UTF-8")
        }
        var scan = JSONScan()
        var index = 0
        while index < bytes.count {
            if bytes[index] == UInt8(ascii: "\"") {
                let end = JSONScan.end(ofStringAt: index, in: bytes)
                try scan.string(bytes[index..<end])
                scan.isAfterComma = false
                index = end
            } else {
                try scan.structural(bytes[index])
                index += 1
            }
        }
    }

    private mutating func structural(_ byte: UInt8) throws(ControlError) {
        switch byte {
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            guard depth.count < JSONLine.maximumDepth else {
                throw ControlError(.parseError, "nested deeper than \(JSONLine.maximumDepth) levels")
            }
            expectsKey = byte == UInt8(ascii: "{")
            depth.append(expectsKey ? [] : nil)
        case UInt8(ascii: "}"), UInt8(ascii: "]"):
            guard !isAfterComma else { throw ControlError(.parseError, "a comma stands before a closing bracket") }
            _ = depth.popLast()
            expectsKey = false
        case UInt8(ascii: ","):
            expectsKey = depth.last.map { $0 != nil } ?? false
        case UInt8(ascii: ":"):
            expectsKey = false
        case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"), UInt8(ascii: "\n"):
            return
        default:
            break
        }
        isAfterComma = byte == UInt8(ascii: ",")
    }

    private mutating func string(_ quoted: ArraySlice<UInt8>) throws(ControlError) {
        guard quoted.allSatisfy({ $0 >= 0x20 }) else {
            throw ControlError(.parseError, "a control character stands in a string")
        }
        guard expectsKey, var keys = depth.popLast() ?? nil else { return }
        expectsKey = false
        // Escapes are undone, so that "a" and "\u0061" are the same key.
        let key = (try? JSONDecoder().decode(String.self, from: Data(quoted))) ?? ""
        guard keys.insert(key).inserted else {
            throw ControlError(.parseError, "the key \"\(key)\" is given twice")
        }
        depth.append(keys)
    }

    /// The index after the closing quote, or the end where there is none.
    private static func end(ofStringAt start: Int, in bytes: [UInt8]) -> Int {
        var index = start + 1
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "\\"): index += 2
            case UInt8(ascii: "\""): return index + 1
            default: index += 1
            }
        }
        return bytes.count
    }
}
