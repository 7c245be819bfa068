// SPDX-License-Identifier: Apache-2.0

internal import Logging
internal import NIOCore
internal import Playback

/// Sees to the priority of the real-time thread, and says in the log what it has and what it has lost. Belongs to the
/// event loop.
final class PriorityKeeper {
    private let loop: any EventLoop
    private let engine: PlaybackEngine
    private let log: Logger
    private var hasLost = false

    /// Called when what `status` says of it has changed.
    var changed: () -> Void = {}

    /// How long RealtimeKit may take, which the bus may have to start first.
    private static let patience = Duration.seconds(5)

    init(loop: any EventLoop, engine: PlaybackEngine, log: Logger) {
        self.loop = loop
        self.engine = engine
        self.log = log
    }

    /// Asks for what the limits have not granted. It comes, if at all, while others go on.
    func ask() {
        if case .fifo = engine.grant { return tell(engine.grant) }
        let keeper = NIOLoopBound(self, eventLoop: loop)
        engine.askForPriority(within: Self.patience) { [loop] grant in
            loop.execute {
                keeper.value.tell(grant)
                keeper.value.changed()
            }
        }
    }

    /// Notices what the system has taken back. Called when the real-time thread calls.
    func look() {
        guard !hasLost, case .withdrawn = engine.grant else { return }
        hasLost = true
        log.warning(
            """
            the audio thread ran on without a pause for longer than RLIMIT_RTTIME allows, and goes on with ordinary \
            priority until the next start
            """)
        changed()
    }

    private func tell(_ grant: RealtimeGrant) {
        switch grant {
        case .fifo(let priority): log.info("real-time priority by the limits (SCHED_FIFO \(priority))")
        case .rtkit(let priority): log.info("real-time priority by RealtimeKit (SCHED_RR \(priority))")
        case .nice(let level):
            log.info("no real-time priority, but nice \(level): \(Self.advice)")
        case .ordinary(let refusal):
            let rtkit = refusal.rtkit.map { "; RealtimeKit: \($0)" } ?? ""
            let remedy = refusal.isWithinLimits ? Self.controlGroup : Self.advice
            let cause = "errno \(refusal.limits)\(rtkit)"
            log.info("no real-time priority (\(cause)); playing with ordinary priority; \(remedy)")
        case .withdrawn: look()
        }
    }

    private static let controlGroup =
        "the limits allow it, so give the control group that this runs in a real-time budget (cpu.rt_runtime_us)"
    private static let advice =
        "to allow it, write '@audio - rtprio 40' to /etc/security/limits.d/audio.conf, join that group and log in again"
}
