// SPDX-License-Identifier: Apache-2.0

import Control

extension Double {
    /// The number rounded to `decimals` decimals, without zeros at the end.
    func text(decimals: Int) -> String {
        var scale = 1.0
        for _ in 0..<decimals { scale *= 10 }
        return JSONValue((self * scale).rounded() / scale).text
    }
}
