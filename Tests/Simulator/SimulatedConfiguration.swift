// SPDX-License-Identifier: Apache-2.0

#if DEBUG || Fuzzing
internal import MetronomeLinux
internal import MetronomeSession
@testable import Daemon

/// The configuration file of a daemon, read with its start and again as `Reload` does.
final class SimulatedConfiguration {
    /// What came of a reading.
    enum Outcome {
        /// The edit that came into force, and the settings before it.
        case taken(Edit, before: Settings)
        case refused(String, before: Settings)
    }

    private(set) var sources = ConfigurationSources()
    private let path: String
    private let reader: Worker
    private var turns = ReloadTurns()
    /// What the file said when it was accepted last.
    private(set) var accepted: [UInt8]?
    /// Called before values come into force, and when a reading has ended.
    var begins: () -> Void = {}
    var ended: (Outcome) -> Void = { _ in }

    /// That of a daemon which remembers something. A file that the last daemon has refused is as it was before: with it none starts.
    init(path: String, accepted: [UInt8]?, saved: Edit, reader: Worker) throws {
        (self.path, self.accepted, self.reader) = (path, accepted, reader)
        sources.saved = saved
        if let accepted {
            try TemporaryFolder.write(accepted, to: path)
            sources.file = ConfigurationFile(toml: accepted, path: path, home: nil).edit
        }
        _ = sources.yieldSaved()
    }

    /// Whether a reading has not ended.
    var isReading: Bool { turns != ReloadTurns() }

    /// SIGHUP has come.
    func reload(_ conductor: Conductor) {
        if turns.request() { read(conductor) }
    }

    private func read(_ conductor: Conductor) {
        reader.run({ [path] in
            let text = try FileContents.read(path, limit: ConfigurationFile.limit)
            return (text, ConfigurationFile(toml: text, path: path, home: nil))
        }) { [weak self, weak conductor] result in
            guard let self, let conductor, let (text, file) = try? result.get() else { return }
            begins()
            adopt(file, conductor) { [self, weak conductor] outcome in
                if case .taken = outcome { (accepted, sources.file) = (text, file.edit) }
                ended(outcome)
                if turns.finish(), let conductor { read(conductor) }
            }
        }
    }

    private func adopt(_ file: ConfigurationFile, _ conductor: Conductor, then: @escaping (Outcome) -> Void) {
        let before = conductor.performance.settings
        if let mistake = file.mistakes.first { return then(.refused(mistake.description, before: before)) }
        var next = sources
        next.file = file.edit
        next.saved = Edit(remembering: before)
        _ = next.yieldSaved()
        do throws(SettingError) { _ = try next.settings() } catch {
            return then(.refused(next.text(error), before: before))
        }
        let changes = sources.changes(by: file.edit).seeded(by: 1)
        conductor.apply(changes) { answer in
            switch answer {
            case .success: then(.taken(changes, before: before))
            case .failure(let error): then(.refused("\(error)", before: before))
            }
        }
    }
}
#endif
