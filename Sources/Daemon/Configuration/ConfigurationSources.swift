// SPDX-License-Identifier: Apache-2.0

internal import MetronomeRhythm
package import MetronomeSession

/// What each source states, and the settings that follow: a flag goes before a variable, that before the file, that before
/// what is remembered, and that before the default.
package struct ConfigurationSources: Sendable, Equatable {
    /// What was remembered from the last run.
    package var saved = Edit()
    /// What the configuration file states.
    package var file = Edit()
    /// Where it states each value, by the name of the key.
    package var filePlaces: [String: String] = [:]
    /// What the environment states.
    package var environment = Edit()
    /// What the command line states.
    package var flags = Edit()

    package init() {}

    /// The settings that follow.
    ///
    /// - Throws: where what people have stated does not fit together; and for what was remembered, before ``yieldSaved()``.
    package func settings() throws(SettingError) -> Settings {
        var settings = Settings()
        var trainers = Edit()
        for edit in [file.filled(from: saved), environment, flags] {
            let edit = edit.seeded(by: .random(in: .min ... .max))
            settings = try edit.applied(to: settings)
            trainers = edit.filter(\.isTrainer).filled(from: trainers)
        }
        // A trainer begins with the tempo that holds at last, whoever states it.
        return try trainers.applied(to: settings)
    }

    /// Drops what was remembered and does not fit with what is stated, or with itself. Returns a line for each value that
    /// gives way; none where what is stated does not fit together by itself.
    package mutating func yieldSaved() -> [String] {
        let remembered = saved
        var lines: [String] = []
        func drop(_ key: Key, _ reason: String) {
            let value = remembered[key]?.plain ?? .null
            lines.append("\(key.name) \(value), remembered from the last run, is not used: \(reason)")
        }
        if (try? settings()) == nil {
            saved = Edit()
            guard (try? settings()) != nil else {
                saved = remembered
                return []
            }
            for key in remembered.keys where file[key] == nil {
                saved[key] = remembered[key]
                do throws(SettingError) { _ = try settings() } catch {
                    saved[key] = nil
                    drop(key, error.message)
                }
            }
        }
        // A meter that a variable or a flag states takes beat and accents of another bar away.
        guard let settings = try? settings() else { return lines }
        for key in saved.keys where !states(key) && key.value(in: settings) != saved[key] {
            var reason = "it does not fit the meter \(settings.meter)"
            if case .accents(let accents) = saved[key], accents.count == settings.countedMeter.beats {
                reason = "the bell takes their place"
            }
            saved[key] = nil
            drop(key, reason)
        }
        return lines
    }

    /// Why what is stated does not fit together, with who has stated the value that does not.
    package func text(_ error: SettingError) -> String {
        error.key.map { "\(origin(of: $0)): \($0.name): \(error.message)" } ?? error.message
    }

    /// Whether a person has stated a value for a key.
    package func states(_ key: Key) -> Bool { [file, environment, flags].contains { $0[key] != nil } }

    /// Who decides a key: `--bpm`, `METRONOMED_BPM`, `/c.toml:3:1`, `remembered` or `default`.
    package func origin(of key: Key) -> String {
        let unit = Key.all.filter { $0.unit == key.unit }
        func decides(_ edit: Edit) -> Key? { unit.first { edit[$0] != nil } }
        if let key = decides(flags) { return key.flag ?? "" }
        if let key = decides(environment) { return key.variable ?? "" }
        if let key = decides(file) { return filePlaces[key.name] ?? "" }
        return decides(saved) == nil ? "default" : "remembered"
    }

    /// What a new text of the file changes: what it states otherwise than before, and no flag or variable decides.
    package func changes(by file: Edit) -> Edit {
        file.changes(since: self.file).without(flags).without(environment)
    }
}
