// SPDX-License-Identifier: Apache-2.0

/// How far clicks are from an exact grid of frames that begins with the first of them.
struct Grid {
    /// The largest distance, in frames.
    let worst: Int
    /// Places of the grid without a click, and clicks beside it.
    let missing: Int

    /// Clicks at these frames, which should be `period` frames apart.
    init(_ onsets: [Int], period: Int) {
        guard let first = onsets.first, let last = onsets.last else {
            (worst, missing) = (.max, .max)
            return
        }
        worst = onsets.reduce(0) { worst, onset in
            let rest = (onset - first) % period
            return max(worst, min(rest, period - rest))
        }
        missing = abs((last - first + period / 2) / period + 1 - onsets.count)
    }

    /// As figures of the table, with the period of `bpm`.
    static func figures(_ recording: Recording, bpm: Int) -> [Figure] {
        let onsets = recording.onsets(quiet: 0.05, over: TestSound.level / 10)
        let grid = Grid(onsets, period: Card.rate * 60 / bpm)
        return [
            Figure(
                name: "… clicks off the grid, of \(onsets.count): worst", value: Double(grid.worst), unit: "frames",
                decimals: 0, limit: .atMost(0)),
            Figure(
                name: "… clicks missing or extra", value: Double(grid.missing), unit: "", decimals: 0, limit: .atMost(0)
            ),
        ]
    }
}
