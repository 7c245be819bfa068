// SPDX-License-Identifier: Apache-2.0

import Faces

extension TerminalFormat.Medium {
    /// How many frames a second such a terminal is sent where none were asked for; frames in pixels are large.
    var usualRate: Double {
        switch self {
        case .symbols: 30
        case .kitty, .sixel: 12
        }
    }
}
