// SPDX-License-Identifier: Apache-2.0

/// How much sound is written ahead of the ear: less answers sooner, more wakes the machine less often.
public enum LatencyProfile: String, Sendable, Hashable, CaseIterable, Codable {
    /// For playing on it by hand, on a machine that keeps up.
    case low
    case normal
    /// For hours of practice on a battery. While somebody changes something, it is as short as ``normal``.
    case quiet

    /// Milliseconds written ahead.
    public var fillMs: Int {
        switch self {
        case .low: 10
        case .normal: 30
        case .quiet: 250
        }
    }
}
