// SPDX-License-Identifier: Apache-2.0

/// Whose idea of a minute the tempo goes by.
public enum ClockChoice: String, Sendable, CaseIterable {
    /// The crystal of the sound card.
    case audio
    /// CLOCK_MONOTONIC: the card is led along it.
    case system
}
