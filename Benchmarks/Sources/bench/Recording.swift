// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// What a card has played: one channel of native floats in a file.
struct Recording {
    /// The path of the file.
    let path: String
    /// CLOCK_MONOTONIC of its first frame.
    let originNs: Int64

    /// When a frame was heard, on CLOCK_MONOTONIC.
    func nanoseconds(ofFrame frame: Int) -> Int64 {
        originNs + Int64((Double(frame) * 1e9 / Double(Card.rate)).rounded())
    }

    /// The frame that was heard at a time on CLOCK_MONOTONIC.
    func frame(atNanoseconds time: Int64) -> Int { Int(Double(time - originNs) * Double(Card.rate) / 1e9) }

    /// The frames at which a click begins: the first louder than `level` after `quiet` seconds that were not.
    /// Without a level it is a tenth of the peak.
    func onsets(quiet: Double = 0.1, over level: Float? = nil) -> [Int] {
        var onsets: [Int] = []
        var last = -Card.rate
        let gap = Int(quiet * Double(Card.rate))
        let limit = level ?? peak / 10
        guard limit > 0.0001 else { return [] }
        read { block, start in
            for index in block.indices where abs(block[index]) > limit {
                if start + index - last > gap { onsets.append(start + index) }
                last = start + index
            }
        }
        return onsets
    }

    /// All samples.
    var samples: [Float] {
        var samples: [Float] = []
        read { block, _ in samples += block }
        return samples
    }

    /// Waits until three clicks are heard. Returns whether they came in time.
    func hasClicks(within seconds: Double) -> Bool { Clock.waits(seconds) { onsets().count > 2 } }

    private var peak: Float {
        var peak: Float = 0
        read { block, _ in peak = block.reduce(peak) { max($0, abs($1)) } }
        return peak
    }

    /// Calls a function with each block of the recording and the frame that it begins at.
    private func read(_ body: ([Float], Int) -> Void) {
        let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return }
        defer { close(file) }
        var block = [Float](repeating: 0, count: 1 << 18)
        var frame = 0
        while true {
            let bytes = unsafe block.withUnsafeMutableBytes {
                unsafe pread(file, $0.baseAddress, $0.count, frame * MemoryLayout<Float>.size)
            }
            let count = max(0, bytes) / MemoryLayout<Float>.size
            guard count > 0 else { return }
            body(count == block.count ? block : Array(block[..<count]), frame)
            frame += count
        }
    }
}
