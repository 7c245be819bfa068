// SPDX-License-Identifier: Apache-2.0

internal import Logging
internal import NIOCore
internal import Playback

/// The priority of the real-time thread: asks for what the limits have not granted, and logs what was granted and what
/// was taken back. Belongs to the event loop.
final class ThreadPriority {
    private let loop: any EventLoop
    private let engine: PlaybackEngine
    private let log: Logger
    private var isWithdrawn = false

    /// Called when what `status` says of it has changed.
    var changed: () -> Void = {}

    /// How long RealtimeKit may take to answer; the bus may have to start it first.
    private static let waitingLimit = Duration.seconds(5)

    init(loop: any EventLoop, engine: PlaybackEngine, log: Logger) {
        self.loop = loop
        self.engine = engine
        self.log = log
    }

    /// Asks RealtimeKit for what the limits have not granted, without waiting for the answer.
    func request() {
        if case .fifo = engine.grant { return report(engine.grant) }
        let priority = NIOLoopBound(self, eventLoop: loop)
        engine.askForPriority(within: Self.waitingLimit) { [loop] grant in
            loop.execute {
                priority.value.report(grant)
                priority.value.changed()
            }
        }
    }

    /// Logs, once, that the system has taken the priority back. Called when the real-time thread has sent a report.
    func check() {
        guard !isWithdrawn, case .withdrawn = engine.grant else { return }
        isWithdrawn = true
        log.warning(
            """
            the audio thread ran on without a pause for longer than RLIMIT_RTTIME allows, and goes on with ordinary \
            priority until the next start
            """)
        changed()
    }

    private func report(_ grant: RealtimeGrant) {
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
        case .withdrawn: check()
        }
    }

    private static let controlGroup =
        "the limits allow it, so give the control group that this runs in a real-time budget (cpu.rt_runtime_us)"
    private static let advice =
        "to allow it, write '@audio - rtprio 40' to /etc/security/limits.d/audio.conf, join that group and log in again"
}
