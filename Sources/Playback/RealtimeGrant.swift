// SPDX-License-Identifier: Apache-2.0

/// The priority of the real-time thread, best first.
public enum RealtimeGrant: Sendable, Hashable {
    /// SCHED_FIFO, by the limits of the system.
    case fifo(priority: Int)
    /// SCHED_RR, by RealtimeKit.
    case rtkit(priority: Int)
    /// An ordinary thread at a negative nice level, which is scheduled before others.
    case nice(level: Int)
    /// An ordinary thread, and why.
    case ordinary(RealtimeRefusal)
    /// An ordinary thread: its priority was taken back, as it ran for longer without a pause than RLIMIT_RTTIME allows.
    case withdrawn

    /// The word for it on the wire.
    public var name: String {
        switch self {
        case .fifo: "fifo"
        case .rtkit: "rtkit"
        case .nice: "nice"
        case .ordinary, .withdrawn: "none"
        }
    }
}
