// SPDX-License-Identifier: Apache-2.0

internal import Control
internal import Logging
internal import ServiceLifecycle
internal import Synchronization

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
        try await metronome.untilShutdown()
        try await metronome.end()
    }
}

/// The control socket. systemd hears that we are ready once it answers.
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

/// SIGHUP reads the configuration file again: what it says otherwise than before is taken into use as one change, and
/// what was changed live since stays. A bad file changes nothing.
final class Reload: Sendable {
    private let metronome: Metronome
    private let launch: Launch
    private let notifier: SystemdNotifier
    /// What the file said last.
    private let filed: Mutex<Configuration>

    init(metronome: Metronome, launch: Launch, notifier: SystemdNotifier) {
        self.metronome = metronome
        self.launch = launch
        self.notifier = notifier
        filed = Mutex(launch.filed)
    }

    func run() async {
        notifier.reloading()
        do {
            let said = try Configuration.load(file: launch.file, environment: launch.environment)
            let changes = said.changes(since: filed.withLock { $0 }).without(launch.flags).without(launch.variables)
            if let refusal = try await metronome.reload(changes) { throw LaunchError(refusal) }
            let before = filed.withLock { filed in
                defer { filed = said }
                return filed
            }
            launch.log.notice("the configuration was read again")
            let fixed = [
                ("socket", said.socket != before.socket),
                ("sounds.directory", said.soundsDirectory != before.soundsDirectory),
                ("log_level", said.logLevel != before.logLevel),
            ].filter(\.1).map(\.0)
            if !fixed.isEmpty { launch.log.warning("only a restart changes \(fixed.joined(separator: ", "))") }
        } catch {
            launch.log.error("the configuration was not changed: \(error)")
        }
        notifier.ready()
    }
}
