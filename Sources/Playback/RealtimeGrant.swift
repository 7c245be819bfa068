// SPDX-License-Identifier: Apache-2.0

internal import CLinux

/// What priority the real-time thread has, best first.
public enum RealtimeGrant: Sendable, Hashable {
    /// SCHED_FIFO, by the limits of the system.
    case fifo(priority: Int)
    /// SCHED_RR, by RealtimeKit.
    case rtkit(priority: Int)
    /// An ordinary thread that goes before others, at a negative nice level.
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

/// Who was asked for priority, and said no.
public struct RealtimeRefusal: Sendable, Hashable {
    /// The errno with which the system refused SCHED_FIFO.
    public let limits: Int32
    /// Whether the limits would have allowed it, and something else stands in the way.
    public let isWithinLimits: Bool
    /// What RealtimeKit said; `nil` before it was asked.
    public var rtkit: String?

    init(limits: Int32) {
        self.limits = limits
        isWithinLimits = linux_may_be_realtime()
    }
}
