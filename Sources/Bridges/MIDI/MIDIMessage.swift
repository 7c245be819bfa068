// SPDX-License-Identifier: Apache-2.0

/// What a MIDI clock sends: the system real-time messages and the song position (MIDI 1.0 Detailed Specification, pages 27
/// to 30).
package enum MIDIMessage: Sendable, Hashable {
    /// A 24th of a quarter note has passed.
    case clock
    /// Play from the beginning on with the next clock.
    case start
    /// Play on from the song position with the next clock.
    case resume
    /// Stop playing.
    case stop
    /// A position in sixteenths from the beginning, 0...16383.
    case position(Int)

    /// How many sixteenths a position can tell.
    package static let positions = 0...16_383

    /// As they are sent.
    package var bytes: [UInt8] {
        switch self {
        case .clock: [0xF8]
        case .start: [0xFA]
        case .resume: [0xFB]
        case .stop: [0xFC]
        case .position(let sixteenths): [0xF2, UInt8(sixteenths & 0x7F), UInt8(sixteenths >> 7 & 0x7F)]
        }
    }
}
