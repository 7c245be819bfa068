// SPDX-License-Identifier: Apache-2.0

internal import Control
internal import Logging
internal import ServiceLifecycle
internal import Synchronization

/// Plays, from before the first connection until after the last.
struct PlayService: Service {
    let metronome: Metronome
    let notifier: SystemdNotifier
    let plays: Bool
    let log: Logger

    func run() async throws {
        try await metronome.takeReports()
        if plays { metronome.play(log) }
        metronome.watch(notifier)
        try await metronome.untilShutdown()
        try await metronome.end()
    }
}

/// Serves the control socket, and notifies systemd that the service is ready once it answers.
struct ServeService: Service {
    let metronome: Metronome
    let listener: ListeningSocket
    let notifier: SystemdNotifier
    let plays: Bool
    let log: Logger

    func run() async throws {
        guard let descriptor = listener.takeDescriptor() else { return }
        try await metronome.listen(on: descriptor)
        log.info("listening on \(listener.path)\(plays ? "" : "; waiting for 'metroctl start'")")
        notifier.ready()
        metronome.releaseStartupCode()
        try await metronome.untilShutdown()
        notifier.stopping()
        try await metronome.stopListening()
    }
}
