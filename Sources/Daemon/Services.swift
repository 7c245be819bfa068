// SPDX-License-Identifier: Apache-2.0

internal import Control
internal import Logging
internal import ServiceLifecycle

/// The music: from before the first connection until after the last.
struct PlayService: Service {
    let metronome: Metronome
    let notifier: SystemdNotifier
    let plays: Bool
    let log: Logger

    func run() async throws {
        try await metronome.takeReports()
        if plays { metronome.play(log) }
        metronome.watch(notifier)
        try await gracefulShutdown()
        try await metronome.end()
    }
}

/// The control socket. systemd hears that we are ready once it answers.
struct ServeService: Service {
    let metronome: Metronome
    let listener: ListeningSocket
    let notifier: SystemdNotifier

    func run() async throws {
        guard let descriptor = listener.takeDescriptor() else { return }
        try await metronome.listen(on: descriptor)
        notifier.ready()
        metronome.releaseStartupCode()
        try await gracefulShutdown()
        notifier.stopping()
        try await metronome.stopListening()
    }
}

/// SIGHUP reads the configuration file again, as one change; a bad file changes nothing.
struct Reload: Sendable {
    let metronome: Metronome
    let launch: Launch
    let notifier: SystemdNotifier

    func run() async {
        notifier.reloading()
        do {
            let said = try Configuration.load(file: launch.file, environment: launch.environment)
            let fresh = said.without(launch.flags).without(launch.variables)
            if let refusal = try await metronome.reload(fresh) { throw LaunchError(refusal) }
            launch.log.notice("the configuration was read again")
        } catch {
            launch.log.error("the configuration was not changed: \(error)")
        }
        notifier.ready()
    }
}
