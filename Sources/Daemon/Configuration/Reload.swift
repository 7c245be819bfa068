// SPDX-License-Identifier: Apache-2.0

internal import Logging
internal import NIOCore
internal import Session

/// Reads the configuration file again: what it states otherwise than before is taken into force as one edit, and what was
/// changed live since then stays. A file with a mistake changes nothing.
///
/// One reading at a time: a request during one is done after it, so that the newest text of the file comes last. Belongs to
/// the event loop.
final class Reload {
    private let conductor: Conductor
    private let launch: Launch
    private let notifier: SystemdNotifier
    private var sources: ConfigurationSources
    private var turns = ReloadTurns()
    /// A thread of its own: where the file cannot be reached, sounds and the saved state may still be.
    private lazy var files = Worker(loop: loop)
    private let loop: any EventLoop

    init(loop: any EventLoop, conductor: Conductor, launch: Launch, notifier: SystemdNotifier) {
        self.loop = loop
        self.conductor = conductor
        self.launch = launch
        self.notifier = notifier
        sources = launch.sources
    }

    /// Reads the file now, or once more after the reading under way.
    func request() {
        if turns.request() { read() }
    }

    private func read() {
        notifier.reloading()
        let (file, environment) = (launch.file, launch.environment)
        files.run({ try Edit(file: file, environment: environment) }) { [weak self] result in
            guard let self else { return }
            switch result {
            case .success(let file): adopt(file)
            case .failure(let error): finish("\(error)")
            }
        }
    }

    private func adopt(_ file: Edit) {
        let changes = sources.changes(by: file)
        conductor.apply(changes) { [weak self] answer in
            guard let self else { return }
            if case .failure(let error) = answer { return finish("\(error)") }
            let fixed = file.changes(since: sources.file).keys.filter { $0.effect == .restart }
            sources.file = file
            launch.log.notice("the configuration was read again")
            if !fixed.isEmpty {
                launch.log.warning("only a restart changes \(fixed.map(\.name).joined(separator: ", "))")
            }
            finish(nil)
        }
    }

    private func finish(_ failure: String?) {
        if let failure { launch.log.error("the configuration was not changed: \(failure)") }
        notifier.ready()
        if turns.finish() { read() }
    }
}
