// SPDX-License-Identifier: Apache-2.0

/// What comes in by MIDI and means something here.
package enum MIDIInput: Sendable, Hashable {
    /// A message of a clock.
    case sync(MIDIMessage)
    /// A note that is struck: channel 1...16, number 0...127, velocity 1...127.
    case note(channel: Int, number: Int, velocity: Int)
    /// A controller: channel 1...16, number 0...127, value 0...127.
    case controller(channel: Int, number: Int, value: Int)
    /// A program: channel 1...16, number 0...127.
    case program(channel: Int, number: Int)
    /// A system exclusive message of at most ``MIDIParser/mostExclusive`` bytes, without its first and last one.
    case exclusive([UInt8])
}

/// Takes the messages out of a stream of MIDI bytes (MIDI 1.0 Detailed Specification, pages 4 to 6).
///
/// A status holds for all data that follow it; a real-time byte may stand anywhere, within other messages too. What is not
/// known here, and what is broken off, is left out.
package struct MIDIParser: Sendable {
    /// A longer system exclusive message is left out.
    package static let mostExclusive = 32

    /// The status that data belong to; nil where they are left out.
    private var status: UInt8?
    private var data: [UInt8] = []
    private var isTooLong = false

    /// Before the first byte.
    package init() {}

    /// Takes the next byte. Returns the message that it completes.
    package mutating func take(_ byte: UInt8) -> MIDIInput? {
        switch byte {
        case 0xF8: return .sync(.clock)
        case 0xFA: return .sync(.start)
        case 0xFB: return .sync(.resume)
        case 0xFC: return .sync(.stop)
        case 0xF9, 0xFD...0xFF: return nil
        case 0xF7:
            defer { begin(nil) }
            return status == 0xF0 && !isTooLong ? .exclusive(data) : nil
        case 0x80...0xF6:
            begin(byte)
            return nil
        default: return takeData(byte)
        }
    }

    private mutating func begin(_ status: UInt8?) {
        self.status = status
        data.removeAll(keepingCapacity: true)
        isTooLong = false
    }

    private mutating func takeData(_ byte: UInt8) -> MIDIInput? {
        guard let status else { return nil }
        if status == 0xF0 {
            if data.count < Self.mostExclusive { data.append(byte) } else { isTooLong = true }
            return nil
        }
        guard let count = Self.dataBytes(of: status) else { return nil }
        data.append(byte)
        guard data.count == count else { return nil }
        let (first, second) = (Int(data[0]), Int(data.last ?? 0))
        data.removeAll(keepingCapacity: true)
        let channel = Int(status & 0x0F) + 1
        switch status & 0xF0 {
        case 0x90: return second > 0 ? .note(channel: channel, number: first, velocity: second) : nil
        case 0xB0: return .controller(channel: channel, number: first, value: second)
        case 0xC0: return .program(channel: channel, number: first)
        case 0xF0:
            // Only the status of a channel holds for what follows.
            self.status = nil
            return status == 0xF2 ? .sync(.position(first | second << 7)) : nil
        default: return nil
        }
    }

    /// How many bytes follow a status; nil for none.
    private static func dataBytes(of status: UInt8) -> Int? {
        switch status {
        case 0x80...0xBF, 0xE0...0xEF, 0xF2: 2
        case 0xC0...0xDF, 0xF1, 0xF3: 1
        default: nil
        }
    }
}
