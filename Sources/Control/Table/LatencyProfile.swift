// SPDX-License-Identifier: Apache-2.0

/// How much sound is written ahead of what is heard: with less, changes are heard sooner; with more, the machine wakes
/// less often.
public enum LatencyProfile: String, Sendable, Hashable, CaseIterable, Codable {
    /// For frequent changes, on a machine that keeps up.
    case low
    case normal
    /// For hours of practice on a battery. For 10 s after a change it is as short as ``normal``.
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
