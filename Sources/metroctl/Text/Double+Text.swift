// SPDX-License-Identifier: Apache-2.0

import MetronomeSession

extension Double {
    /// The number rounded to `decimals` decimals, without zeros at the end.
    func text(decimals: Int) -> String {
        PlainValue.text(self, decimals: decimals)
    }

    /// Seconds as minutes and seconds: `3:12`.
    var minutes: String {
        let whole = Swift.max(0, rounded())
        let minutes = (whole / 60).rounded(.down)
        let seconds = whole - 60 * minutes
        return minutes.text(decimals: 0) + (seconds < 10 ? ":0" : ":") + seconds.text(decimals: 0)
    }
}
