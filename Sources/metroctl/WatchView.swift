// SPDX-License-Identifier: Apache-2.0

import Control
import Glibc
import Linux

/// The ways to show what the daemon plays.
enum WatchView {
    /// One line that moves, on a terminal.
    case pendulum(Terminal)
    /// A line for every beat, when it is heard.
    case lines
    /// Every event as it comes.
    case json
    /// A status bar's block for every beat and state.
    case waybar

    /// Frames a second of the line that moves.
    static let frameNs: Int64 = 1_000_000_000 / 30
}
