// SPDX-License-Identifier: Apache-2.0

internal import CMetronomeLinux
internal import Synchronization

/// The control side's end of the command ring: commands reach the real-time thread in the order in which they were
/// sent, and none is lost. What the ring has no room for is kept here and passed on later. Belongs to one thread.
@safe struct CommandSender {
    private let link: UnsafeMutablePointer<RealtimeLink>
    /// Commands that the ring had no room for, oldest first.
    private var backlog: [EngineCommand] = []

    /// A sender over a link that outlives it.
    init(_ link: UnsafeMutablePointer<RealtimeLink>) { unsafe self.link = link }

    /// Whether every command sent has reached the ring.
    var isFlushed: Bool { backlog.isEmpty }

    /// Sends a command; it reaches the ring at once, or as soon as `flush` finds room.
    mutating func send(_ command: EngineCommand) {
        backlog.append(command)
        flush()
    }

    /// Passes on what was kept, as far as there is room. To be called when the thread reports.
    mutating func flush() {
        guard !backlog.isEmpty else { return }
        let sent = backlog.prefix { unsafe link.pointee.commands.push(.command($0)) }.count
        backlog.removeFirst(sent)
        // The thread is woken after the flag is set, so it sees the flag even if it has emptied the ring meanwhile.
        let isNew = unsafe !backlog.isEmpty && !link.pointee.isBacklogged.exchange(true, ordering: .relaxed)
        if sent > 0 || isNew { unsafe linux_eventfd_signal(link.pointee.commandSignal) }
    }
}
