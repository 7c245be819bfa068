// SPDX-License-Identifier: Apache-2.0

internal import CMetronomeLinux

/// Why a thread has no better priority: the answers of the system and of RealtimeKit, which could grant one.
public struct RealtimeRefusal: Sendable, Hashable {
    /// The errno with which the system refused SCHED_FIFO.
    public let limits: Int32
    /// Whether the limits would have allowed it, so that something else refuses it.
    public let isWithinLimits: Bool
    /// RealtimeKit's answer; `nil` before it was asked.
    public var rtkit: String?

    init(limits: Int32) {
        self.limits = limits
        isWithinLimits = linux_may_be_realtime()
    }
}
