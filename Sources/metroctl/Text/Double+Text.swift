// SPDX-License-Identifier: Apache-2.0

import Control

extension Double {
    /// The number with at most so many decimals, and none that are 0.
    func text(decimals: Int) -> String {
        var scale = 1.0
        for _ in 0..<decimals { scale *= 10 }
        return JSONValue((self * scale).rounded() / scale).text
    }
}
