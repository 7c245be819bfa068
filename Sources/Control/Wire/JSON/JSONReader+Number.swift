// SPDX-License-Identifier: Apache-2.0

extension JSONReader {
    /// Reads a number, or only checks it.
    mutating func number(isRead: Bool) throws(ControlError) -> JSONValue {
        let begin = index
        let isNegative = byte == UInt8(ascii: "-")
        if isNegative { index += 1 }
        let first = index
        try digits()
        guard bytes[first] != UInt8(ascii: "0") || index == first + 1 else { throw Self.malformed }
        var isWhole = true
        if byte == UInt8(ascii: ".") {
            isWhole = false
            index += 1
            try digits()
        }
        var exponentDigits = 0
        if byte | 0x20 == UInt8(ascii: "e") {
            isWhole = false
            index += 1
            if byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") { index += 1 }
            let exponent = index
            try digits()
            exponentDigits = index - exponent
        }
        // What has so few digits is in the range of a Double.
        if !isRead, index - begin < 100, exponentDigits < 3 { return .null }
        if isWhole, index - first <= 18 {
            let magnitude = bytes[first..<index].reduce(Int64(0)) { $0 * 10 + Int64($1 & 0xF) }
            return .integer(isNegative ? -magnitude : magnitude)
        }
        let text = String(decoding: bytes[begin..<index], as: UTF8.self)
        if isWhole, let whole = Int64(text) { return .integer(whole) }
        guard let number = Double(text), number.isFinite else { throw fault("a number is too large") }
        return JSONValue(number)
    }

    private mutating func digits() throws(ControlError) {
        let first = index
        while UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte { index += 1 }
        guard index > first else { throw Self.malformed }
    }
}
