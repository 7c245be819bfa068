// SPDX-License-Identifier: Apache-2.0

internal import FoundationEssentials

/// A sound whose frames can be told apart in a recording.
enum TestSound {
    /// Its level at its first frame, before the daemon's volume.
    static let level: Float = 16000.0 / 32768

    /// Begins at its first frame, and is over in 8.
    static var click: [Int16] { [Int16](repeating: 16000, count: 8) }

    /// Stays on one level, so that any change of volume shows at its first frame.
    static func tone(seconds: Double) -> [Int16] { [Int16](repeating: 16000, count: Int(seconds * Double(Card.rate))) }

    /// Writes frames as a WAV file of one channel.
    static func write(_ frames: [Int16], to path: String) throws {
        func bytes(_ value: some FixedWidthInteger) -> [UInt8] {
            (0..<value.bitWidth / 8).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
        }
        let size = UInt32(frames.count * 2)
        let rate = UInt32(Card.rate)
        var file = Array("RIFF".utf8) + bytes(size + 36) + Array("WAVEfmt ".utf8) + bytes(UInt32(16))
        file += bytes(UInt16(1)) + bytes(UInt16(1)) + bytes(rate) + bytes(rate * 2)
        file += bytes(UInt16(2)) + bytes(UInt16(16)) + Array("data".utf8) + bytes(size)
        for frame in frames { file += bytes(frame) }
        try Data(file).write(to: URL(filePath: path))
    }
}
