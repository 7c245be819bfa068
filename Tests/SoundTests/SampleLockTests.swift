// SPDX-License-Identifier: Apache-2.0

import Glibc
import Testing

@testable import Sound

@Suite struct SampleLockTests {
    /// The kibibytes locked of the mapping that holds an address, by /proc/self/smaps.
    private func lockedKiB(at address: UInt) throws -> Int {
        let file = try #require(fopen("/proc/self/smaps", "r"))
        defer { fclose(file) }
        var buffer = [CChar](repeating: 0, count: 1024)
        var isInside = false
        while fgets(&buffer, 1024, file) != nil {
            let bytes = buffer.prefix { $0 != 0 && $0 != 10 }.map(UInt8.init(bitPattern:))
            let line = String(decoding: bytes, as: UTF8.self)
            if let range = line.wholeMatch(of: /([0-9a-f]+)-([0-9a-f]+) .*/) {
                let ends = (UInt(range.1, radix: 16) ?? 0, UInt(range.2, radix: 16) ?? 0)
                isInside = ends.0 <= address && address < ends.1
            } else if isInside, let found = line.wholeMatch(of: /Locked: +(\d+) kB/) {
                return Int(found.1) ?? 0
            }
        }
        return 0
    }

    @Test func `a locked sample stays in memory as long as it lives, and locks nothing else`() throws {
        let audio = DecodedAudio(sampleRate: 48_000, channels: 1, frames: [Float](repeating: 0.5, count: 20_000))
        var sample: Sample? = try Sample(audio, rate: 48_000, name: "long")
        let other = try Sample(audio, rate: 48_000, name: "other")
        let address = UInt(bitPattern: try #require(sample).view.frames)
        let otherAddress = UInt(bitPattern: other.view.frames)
        #expect(try lockedKiB(at: address) == 0)
        // A system may allow none; the sample is played all the same.
        guard sample?.lock() == 0 else { return }
        #expect(sample?.lock() == 0)
        #expect(try lockedKiB(at: address) >= 20_000 * 8 / 1024)
        #expect(try lockedKiB(at: otherAddress) == 0 || address == otherAddress)
        sample = nil
        #expect(try lockedKiB(at: address) == 0)
        withExtendedLifetime(other) {}
    }
}
