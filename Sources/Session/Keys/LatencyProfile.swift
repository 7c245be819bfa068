// SPDX-License-Identifier: Apache-2.0

/// How far ahead of what is heard frames are written: a short fill answers sooner, a long one wakes the machine less often.
public enum LatencyProfile: String, Sendable, Hashable, CaseIterable, Codable {
    /// For playing along by hand, on a machine that keeps up.
    case low
    /// For everyday use.
    case normal
    /// For hours of practice on a battery.
    case quiet

    /// Milliseconds written ahead while nobody changes anything.
    public var fillMs: Int {
        switch self {
        case .low: 10
        case .normal: 90
        case .quiet: 250
        }
    }

    /// Milliseconds written ahead for a while after each change, so that the next one is heard soon.
    public var promptFillMs: Int { min(fillMs, 30) }
}
