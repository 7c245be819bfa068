// SPDX-License-Identifier: Apache-2.0

/// A WAV file of whole numbers, to give to the daemon or to look at what it wrote.
struct WAVFile {
    var channels: Int
    var rate: Int
    var bitsPerSample: Int
    /// Interleaved samples, as they stand in the file.
    var data: [UInt8]

    /// A mono click of 4 ms whose first sample is its loudest, so that its onset is where it begins.
    static func click(level: Float) -> WAVFile {
        let samples = (0..<192).map { Int16(32767 * level * (1 - Float($0) / 192)) }
        return WAVFile(samples: samples, rate: Capture.rate)
    }

    /// A mono file.
    init(samples: [Int16], rate: Int) {
        (channels, self.rate, bitsPerSample) = (1, rate, 16)
        data = samples.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
    }

    /// Reads a file; nil for what is none.
    init?(_ bytes: [UInt8]) {
        func word(_ at: Int) -> Int { bytes[at..<at + 4].reversed().reduce(0) { $0 << 8 | Int($1) } }
        func half(_ at: Int) -> Int { Int(bytes[at]) | Int(bytes[at + 1]) << 8 }
        guard bytes.count > 44, Array(bytes[0..<4]) == Array("RIFF".utf8) else { return nil }
        var format: (Int, Int, Int)?
        var at = 12
        while at + 8 <= bytes.count {
            let name = String(decoding: bytes[at..<at + 4], as: UTF8.self)
            let size = word(at + 4)
            guard at + 8 + size <= bytes.count else { return nil }
            if name == "fmt " { format = (half(at + 10), word(at + 12), half(at + 22)) }
            if name == "data", let format {
                (channels, rate, bitsPerSample) = format
                data = Array(bytes[at + 8..<at + 8 + size])
                return
            }
            at += 8 + size + size % 2
        }
        return nil
    }

    /// The whole file.
    var bytes: [UInt8] {
        func word(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
        let block = channels * bitsPerSample / 8
        var file = Array("RIFF".utf8) + word(36 + data.count) + Array("WAVEfmt ".utf8) + word(16)
        file += [1, 0, UInt8(channels), 0] + word(rate) + word(rate * block) + [UInt8(block), 0]
        return file + [UInt8(bitsPerSample), 0] + Array("data".utf8) + word(data.count) + data
    }

    /// How many frames it has.
    var frames: Int { data.count / (channels * bitsPerSample / 8) }

    /// The first channel, as floats.
    var samples: [Float] {
        let size = bitsPerSample / 8
        return stride(from: 0, to: data.count, by: channels * size).map { at in
            let whole = data[at..<at + size].reversed().reduce(Int32(0)) { $0 << 8 | Int32($1) }
            return Float(whole << (32 - bitsPerSample)) / Float(Int32.max)
        }
    }
}
