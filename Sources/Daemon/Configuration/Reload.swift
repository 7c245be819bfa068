// SPDX-License-Identifier: Apache-2.0

internal import Logging
internal import MetronomeControl
internal import MetronomeSession
internal import NIOCore

/// Reads the configuration file again: what it states otherwise than before is taken into force as one edit, and what was
/// changed live since then stays, but for a bar that accents or a beat of the file do not fit. A file with a mistake changes
/// nothing.
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
        guard launch.usesConfiguration else { return finish("it was started with --no-config") }
        let (file, environment) = (launch.file, launch.environment)
        files.run({ ConfigurationFile(named: file, environment: environment) }) { [weak self] result in
            guard let self, let file = try? result.get() else { return }
            guard file.mistakes.isEmpty else {
                return finish(file.mistakes.map(\.description).joined(separator: "; "))
            }
            adopt(file)
        }
    }

    private func adopt(_ file: ConfigurationFile) {
        var next = sources
        (next.file, next.filePlaces) = (file.edit, file.places)
        // What the next start would refuse is no configuration. What is remembered by then gives way.
        next.saved = Edit(remembering: conductor.performance.settings)
        _ = next.yieldSaved()
        let stated: Settings
        do throws(SettingError) { stated = try next.settings() } catch { return finish(next.text(error)) }
        var changes = conductor.performance.taken(
            of: sources.changes(by: file.edit).seeded(by: .random(in: .min ... .max)))
        let before = conductor.performance.settings
        // What is stated fits the bar that is stated, and a live change may have made another.
        if (try? changes.applied(to: before)) == nil {
            for key in ["meter", "beat", "accents"].compactMap(Key.named) { changes[key] = key.value(in: stated) }
        }
        conductor.apply(changes) { [weak self, changes] answer in
            guard let self else { return }
            if case .failure(let error) = answer {
                let after = (try? changes.applied(to: before)) ?? before
                let place = changes.placeOfSound(that: error.message, in: after, file.places)
                return finish((place.map { $0 + ": " } ?? "") + "\(error)")
            }
            report(file.edit.changes(since: sources.file).keys, changes, from: before)
            (sources.file, sources.filePlaces) = (file.edit, file.places)
            finish(nil)
        }
    }

    /// Logs what the new text has changed, what it could not, and what others decide.
    private func report(_ stated: [Key], _ changes: Edit, from before: Settings) {
        // What waits for a beat is told, too.
        let after = (try? changes.applied(to: before)) ?? before
        let changed = changes.keys.filter { $0.effect != .restart }.compactMap { key -> String? in
            let (old, new) = (key.text(in: before) ?? "not set", key.text(in: after) ?? "not set")
            return old == new ? nil : "\(key.name) \(new) (was \(old))"
        }
        let what = changed.isEmpty ? "nothing has changed" : changed.joined(separator: ", ")
        launch.log.notice("the configuration was read again: \(what)")
        let fixed = changes.keys.filter { $0.effect == .restart }
        if !fixed.isEmpty {
            launch.log.warning("only a restart changes \(fixed.map(\.name).joined(separator: ", "))")
        }
        let decided = stated.filter { changes[$0] == nil }.map { "\($0.name) (\(sources.origin(of: $0)) decides)" }
        if !decided.isEmpty { launch.log.notice("left alone: \(decided.joined(separator: ", "))") }
    }

    private func finish(_ failure: String?) {
        if let failure { launch.log.error("the configuration was not changed: \(failure)") }
        notifier.ready()
        if turns.finish() { read() }
    }
}
