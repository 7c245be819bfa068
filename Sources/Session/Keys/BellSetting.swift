// SPDX-License-Identifier: Apache-2.0

public import MetronomeRhythm

/// When the bell rings, as a person asks for it.
public enum BellSetting: Sendable, Hashable {
    /// Never.
    case off
    /// On the first beat of every bar, whatever the meter is.
    case bar
    /// On one beat of every group of beats.
    case every(BellPattern)
}
