// SPDX-License-Identifier: Apache-2.0

import MetronomeRhythm
import Sound

extension OfflineRender {
    /// The frames of a number of bars of the first passage: up to the onset of the beat that would follow. Edits do not
    /// count.
    func frames(inBars bars: Int) -> Int64 {
        let bar = arrangement.passages[0].bar.reduce(Int128(0)) { $0 + $1.ticks(times: Int64(bars)) }
        return frame(of: Position(ticks: arrangement.begin.ticks + bar))
    }

    /// Writes the first `bars` bars to a file. Throws as `draft` does.
    func write(toFile path: String, bars: Int) throws {
        try draft(ofFile: path, frames: frames(inBars: bars)).publish()
    }
}
