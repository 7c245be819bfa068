// SPDX-License-Identifier: Apache-2.0

import Faces

extension TerminalFormat.Medium {
    /// The most frames a second that such a terminal is sent; frames in pixels are large.
    var greatestRate: Double {
        switch self {
        case .symbols: 120
        case .kitty, .sixel: 12
        }
    }
}
