// SPDX-License-Identifier: Apache-2.0

internal import Logging
internal import MetronomeSession
internal import ServiceLifecycle

/// Plays, from before the first connection until after the last.
///
/// Services say what they are called: a service group looks through all that is in one that does not, which takes milliseconds.
struct PlayService: Service, CustomStringConvertible {
    let description = "play"
    let assembly: Assembly
    let notifier: SystemdNotifier
    let plays: Bool
    /// What is played on; nil: a run is begun.
    let resumption: SavedRun?
    let log: Logger

    func run() async throws {
        try await assembly.takeReports()
        if plays { assembly.play(resumption, log) }
        assembly.watch(notifier)
        try await assembly.untilShutdown()
        try await assembly.end()
    }
}

/// Serves the control socket, and notifies systemd that the service is ready once it answers.
struct ServeService: Service, CustomStringConvertible {
    let description = "serve"
    let assembly: Assembly
    let listener: ListeningSocket
    let notifier: SystemdNotifier
    let plays: Bool
    let log: Logger

    func run() async throws {
        guard let descriptor = listener.takeDescriptor() else { return }
        try await assembly.listen(on: descriptor)
        log.info("listening on \(listener.path)\(plays ? "" : "; waiting for 'metroctl start'")")
        notifier.ready()
        assembly.releaseStartupCode()
        try await assembly.untilShutdown()
        notifier.stopping()
        try await assembly.stopListening()
    }
}
