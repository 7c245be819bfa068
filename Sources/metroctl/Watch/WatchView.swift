// SPDX-License-Identifier: Apache-2.0

/// The forms in which a watch shows what the daemon plays.
enum WatchView {
    /// One line with a pendulum that moves, on a terminal.
    case pendulum(Terminal)
    /// A line for every beat, when it is heard.
    case lines
    /// Every event as a line of JSON, as it comes.
    case json
    /// A block for a status bar, for every beat and state.
    case waybar
    /// A line in a form of one's own, for every beat and state that changes it.
    case form(LineForm)
    /// Nothing.
    case silent

    /// The time between two frames of the pendulum, in nanoseconds: 30 frames a second.
    static let frameNs: Int64 = 1_000_000_000 / 30
}
