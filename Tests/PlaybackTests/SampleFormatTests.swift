// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Playback

@Suite struct SampleFormatTests {
    private func convert(_ format: SampleFormat, _ stereo: [Float], channels: Int = 2) -> [UInt8] {
        let frames = stereo.count / 2
        // A margin that must stay as it is.
        var bytes = [UInt8](repeating: 0xAA, count: frames * channels * format.bytes + 8)
        bytes.withUnsafeMutableBytes { destination in
            stereo.withUnsafeBufferPointer { source in
                if let source = source.baseAddress, let destination = destination.baseAddress {
                    format.convert(source, frames: frames, channels: channels, into: destination)
                }
            }
        }
        #expect(bytes.suffix(8).allSatisfy { $0 == 0xAA })
        return Array(bytes.dropLast(8))
    }

    /// The numbers that a device would take out of the bytes.
    private func values(_ format: SampleFormat, _ stereo: [Float], channels: Int = 2) -> [Int64] {
        let bytes = convert(format, stereo, channels: channels)
        return stride(from: 0, to: bytes.count, by: format.bytes).map { start in
            let word = (0..<format.bytes).reduce(UInt64(0)) { $0 | UInt64(bytes[start + $1]) << (8 * UInt64($1)) }
            let unused = 64 - UInt64(format.bytes * 8)
            return Int64(bitPattern: word << unused) >> Int64(unused)
        }
    }

    private static let integers: [(format: SampleFormat, full: Int64)] = [
        (.int32, 1 << 31), (.int24, 1 << 23), (.packed24, 1 << 23), (.int16, 1 << 15),
    ]

    @Test func `known values, in the device's byte order`() {
        #expect(convert(.int16, [0.5, -0.5]) == [0x00, 0x40, 0x00, 0xC0])
        #expect(convert(.packed24, [0.5, -0x1p-23]) == [0x00, 0x00, 0x40, 0xFF, 0xFF, 0xFF])
        #expect(convert(.int24, [0x1.02p-1, -0.5]) == [0x00, 0x80, 0x40, 0x00, 0x00, 0x00, 0xC0, 0xFF])
        #expect(convert(.int32, [0.5, -1]) == [0x00, 0x00, 0x00, 0x40, 0x00, 0x00, 0x00, 0x80])
        #expect(convert(.float32, [0.5, -1]) == [0x00, 0x00, 0x00, 0x3F, 0x00, 0x00, 0x80, 0xBF])
    }

    @Test(arguments: integers)
    func `full scale is the range of the numbers, and what is beyond is clipped to it`(
        format: SampleFormat, full: Int64
    ) {
        #expect(values(format, [0, -1, 0.25, -0.75]) == [0, -full, full / 4, -full / 4 * 3])
        #expect(values(format, [1, -1]) == [full - 1, -full])
        #expect(values(format, [1.5, -1.5, 1e30, -1e30]) == [full - 1, -full, full - 1, -full])
        #expect(values(format, [.infinity, -.infinity]) == [full - 1, -full])
    }

    @Test(arguments: integers)
    func `what is no number is silence`(format: SampleFormat, full: Int64) {
        #expect(values(format, [.nan, -.nan]) == [0, 0])
    }

    @Test func `values are rounded to the nearest number`() {
        for (format, full) in Self.integers where format != .int32 {
            let step = 1 / Float(full)
            #expect(values(format, [0.49 * step, 0.51 * step]) == [0, 1])
            #expect(values(format, [-0.49 * step, -0.51 * step]) == [0, -1])
            #expect(values(format, [100.4 * step, -100.6 * step]) == [100, -101])
        }
    }

    @Test func `one channel gets the mean of both`() {
        #expect(values(.int16, [0.5, 0.25, -0.5, 0.5], channels: 1) == [12_288, 0])
        #expect(convert(.float32, [0.5, 0.25], channels: 1) == convert(.float32, [0.375, 0]).dropLast(4))
    }

    @Test(arguments: SampleFormat.allCases)
    func `channels past the second are silent`(format: SampleFormat) {
        let bytes = format.bytes
        for channels in [3, 4, 8] {
            let wide = convert(format, [0.5, -0.25, -1, 0.75], channels: channels)
            let narrow = convert(format, [0.5, -0.25, -1, 0.75])
            for frame in 0..<2 {
                let start = frame * channels * bytes
                #expect(wide[start..<start + 2 * bytes] == narrow[(frame * 2 * bytes)..<(frame + 1) * 2 * bytes])
                #expect(wide[(start + 2 * bytes)..<(start + channels * bytes)].allSatisfy { $0 == 0 })
            }
        }
    }
}
