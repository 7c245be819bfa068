// SPDX-License-Identifier: Apache-2.0

/// How strongly an onset is played. A kit says with which sound and gain.
public enum Accent: UInt8, Sendable, Hashable, CaseIterable, BitwiseCopyable {
    /// The bell.
    case bell
    case accent
    case normal
    case ghost
    /// Not at all: the onset is counted and not heard.
    case mute
}
