// SPDX-License-Identifier: Apache-2.0

extension JSONReader {
    /// Reads a text, and returns where it is between its quotes.
    mutating func string() throws(ControlError) -> Range<Int> {
        index += 1
        let begin = index
        while true {
            switch byte {
            case UInt8(ascii: "\""):
                index += 1
                return begin..<index - 1
            case UInt8(ascii: "\\"): _ = try escape()
            case 0..<0x20:
                throw index < bytes.count ? fault("a control character stands in a string") : Self.malformed
            default: index += 1
            }
        }
    }

    /// The text at a place that `string()` returned.
    func text(_ place: Range<Int>) throws(ControlError) -> String {
        String(decoding: try unescaped(place), as: UTF8.self)
    }

    /// Its bytes, with the escapes undone.
    func unescaped(_ place: Range<Int>) throws(ControlError) -> ArraySlice<UInt8> {
        let written = bytes[place]
        guard let first = written.firstIndex(of: UInt8(ascii: "\\")) else { return written }
        var plain = Array(bytes[place.lowerBound..<first])
        var reader = self
        reader.index = first
        while reader.index < place.upperBound {
            if reader.byte == UInt8(ascii: "\\") {
                plain += UTF8.encode(try reader.escape()) ?? UTF8.encodedReplacementCharacter
            } else {
                plain.append(reader.byte)
                reader.index += 1
            }
        }
        return plain[...]
    }

    private mutating func escape() throws(ControlError) -> Unicode.Scalar {
        index += 1
        let letter = byte
        index += 1
        switch letter {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(letter)
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"): break
        default: throw Self.malformed
        }
        let unit = try hexadecimal()
        if let scalar = Unicode.Scalar(unit) { return scalar }
        // The first half of a pair, whose other half has to follow.
        guard UTF16.isLeadSurrogate(unit), byte == UInt8(ascii: "\\") else { throw Self.malformed }
        index += 1
        guard byte == UInt8(ascii: "u") else { throw Self.malformed }
        index += 1
        let other = try hexadecimal()
        guard UTF16.isTrailSurrogate(other) else { throw Self.malformed }
        return UTF16.decode(UTF16.EncodedScalar([unit, other]))
    }

    private mutating func hexadecimal() throws(ControlError) -> UInt16 {
        var unit: UInt16 = 0
        for _ in 0..<4 {
            let digit: UInt8
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte & 0xF
            case UInt8(ascii: "a")...UInt8(ascii: "f"), UInt8(ascii: "A")...UInt8(ascii: "F"): digit = byte & 0xF + 9
            default: throw Self.malformed
            }
            unit = unit << 4 | UInt16(digit)
            index += 1
        }
        return unit
    }
}
