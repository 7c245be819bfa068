// SPDX-License-Identifier: Apache-2.0

import Session

extension Double {
    /// The number rounded to `decimals` decimals, without zeros at the end.
    func text(decimals: Int) -> String {
        PlainValue.text(self, decimals: decimals)
    }

    /// Seconds as minutes and seconds: `3:12`.
    var minutes: String {
        let whole = Int(min(1e9, max(0, rounded())))
        return "\(whole / 60):" + (whole % 60 < 10 ? "0" : "") + "\(whole % 60)"
    }
}
