// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import MetronomeLinux
internal import MetronomeSession

/// All sources of the configuration as they were read, with every mistake and what may be one.
package struct ConfigurationReading: Sendable {
    /// What each source states, without the mistakes.
    package private(set) var sources = ConfigurationSources()
    /// The path of the configuration file; nil where there is none.
    package private(set) var path: String?
    /// The run that the last process has left; nil for none.
    private(set) var run: SavedRun?
    /// Values that cannot be used. With one of them the daemon does not start.
    package private(set) var mistakes: [ConfigurationError] = []
    /// What is not as it was perhaps meant.
    package private(set) var warnings: [String] = []

    /// Reads the flags, and what `usesConfiguration` and the store add to them: variables and file, and what is remembered.
    package init(
        flags: [String: String], file: String?, environment: [String: String], usesConfiguration: Bool = true,
        store: StateStore?
    ) {
        sources.flags = Edit(flags: flags, environment: environment, mistakes: &mistakes)
        warnings += BaseFolders(environment: environment).unreadable.map {
            "\($0) is not UTF-8, and counts as not set: use a folder whose name is"
        }
        if usesConfiguration {
            sources.environment = Edit(environment: environment, mistakes: &mistakes)
            warnings += Self.unknownVariables(environment)
            let file = ConfigurationFile(named: file, environment: environment)
            (sources.file, sources.filePlaces, path) = (file.edit, file.places, file.path)
            mistakes += file.mistakes
            warnings += Self.warnings(file)
        }
        if let store {
            let (saved, run, warning) = store.load()
            sources.saved = saved
            self.run = run
            if let warning { warnings.append(warning) }
            warnings += sources.yieldSaved()
        }
    }

    /// Variables that have the form of a setting's and are none.
    private static func unknownVariables(_ environment: [String: String]) -> [String] {
        let known = Key.configurable.compactMap(\.variable)
        return environment.keys.filter { $0.hasPrefix("METRONOMED_") && !known.contains($0) }.sorted().map { name in
            let near = Suggestion.key(for: name, among: known).map { ": did you mean \($0)?" } ?? ""
            return "there is no setting for the environment variable \(name)\(near)"
        }
    }

    private static func warnings(_ file: ConfigurationFile) -> [String] {
        guard let fill = file.places["audio.fill_ms"], file.places["audio.latency"] != nil else { return [] }
        return ["\(fill): audio.fill_ms takes the place of audio.latency: state one of them"]
    }
}
