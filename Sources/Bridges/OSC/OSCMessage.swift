// SPDX-License-Identifier: Apache-2.0

internal import MetronomeBounds

/// A message of Open Sound Control: an address and its arguments.
package struct OSCMessage: Sendable, Hashable {
    /// Such as `/metronomed/tempo`.
    package var address: String
    package var arguments: [OSCArgument]

    package init(_ address: String, _ arguments: OSCArgument...) { self.init(address, arguments) }

    package init(_ address: String, _ arguments: [OSCArgument]) {
        self.address = address
        self.arguments = arguments
    }

    /// The type tags, without the comma.
    package var tags: String { String(decoding: arguments.map(\.tag), as: UTF8.self) }

    /// Whether a button is pressed, which sends 1, or let go, which sends 0; nil for other arguments.
    var button: Bool? {
        guard arguments.count == 1, let number = arguments[0].number, number == 0 || number == 1 else { return nil }
        return number == 1
    }

    /// The message as a packet. What follows a NUL in a text is left out, and so are arguments of other types.
    package var bytes: [UInt8] {
        let sent = arguments.filter { if case .other = $0 { false } else { true } }
        var bytes: [UInt8] = []
        bytes.append(osc: address)
        bytes.append(osc: "," + String(decoding: sent.map(\.tag), as: UTF8.self))
        for argument in sent {
            switch argument {
            case .int(let value): bytes.append(bigEndian: UInt32(bitPattern: value))
            case .long(let value): bytes.append(bigEndian: UInt64(bitPattern: value))
            case .float(let value): bytes.append(bigEndian: value.bitPattern)
            case .double(let value): bytes.append(bigEndian: value.bitPattern)
            case .string(let text): bytes.append(osc: text)
            case .bool, .other: break
            }
        }
        return bytes
    }
}

extension [UInt8] {
    fileprivate mutating func append<Word: FixedWidthInteger>(bigEndian word: Word) {
        for index in (0..<Word.bitWidth / 8).reversed() { append(word.byte(index)) }
    }

    /// Appends a text, its NUL, and more of them up to a multiple of four bytes.
    fileprivate mutating func append(osc text: String) {
        append(contentsOf: text.utf8.prefix { $0 != 0 })
        repeat { append(0) } while !count.isMultiple(of: 4)
    }
}
