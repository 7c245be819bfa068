// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import MetronomeBounds
internal import MetronomeControl
internal import MetronomeLinux
internal import MetronomeSession
internal import Sound

/// What `metronomed --check-config` finds: every mistake at once, and the settings that follow, each with who decides it.
package struct ConfigurationCheck: Sendable {
    /// Mistakes with their places, and sounds that cannot be played. With one of them the daemon does not start.
    package private(set) var mistakes: [String] = []
    /// What is not as it was perhaps meant.
    package private(set) var warnings: [String] = []
    /// A line for the file and one for each setting: its name, its value, and who decides it.
    package private(set) var lines: [String] = []

    /// Checks what was read, the sounds, and the place of the socket.
    init(_ reading: ConfigurationReading, environment: [String: String], executable: String) {
        mistakes = reading.mistakes.map(\.description)
        warnings = reading.warnings
        let sources = reading.sources
        let settings: Settings
        do throws(SettingError) { settings = try sources.settings() } catch {
            if mistakes.isEmpty { mistakes.append(sources.text(error)) }
            return
        }
        do throws(LaunchError) { try Launch.allowConnections(settings) } catch { mistakes.append("\(error)") }
        let origin = settings.socket == nil ? nil : Key.named("socket").map(sources.origin)
        do {
            // The variable that names another is read already, where it counts.
            let others = environment.filter { $0.key != ControlSocket.variable }
            let path = try ControlSocket.path(explicit: settings.socket, environment: others)
            try ListeningSocket.check(path: path, runtimeFolder: BaseFolders(environment: environment).runtime)
        } catch {
            mistakes.append((origin.map { "\($0): " } ?? "") + "socket: \(error)")
        }
        if let folder = settings.soundsDirectory, unsafe access(folder, R_OK | X_OK) != 0 {
            warnings.append("\(SystemError(errno, "cannot search \(folder) for sounds"))")
        }
        let library = SoundLibrary.standard(
            explicit: settings.soundsDirectory, environment: environment, executable: executable)
        for (key, fault) in sources.soundFaults(in: settings, from: library) {
            // What is remembered gives way to the default, and a file in place of that to the built-in sound.
            if sources.states(key) { mistakes.append(fault) } else { warnings.append(fault) }
        }
        let rows = Key.configurable.filter { $0.form != .bellBeat }.map { key -> (String, String, String) in
            let text = key.text(in: settings)
            let usual = key.name == "socket" ? ControlSocket.usualPath(environment: environment) : nil
            return (key.name, text ?? usual ?? "not set", text == nil ? "default" : sources.origin(of: key))
        }
        let names = rows.map(\.0.count).max() ?? 0
        let values = rows.map(\.1.columns).filter { $0 <= 40 }.max() ?? 0
        lines = ["file: \(reading.path ?? "none")"]
        lines += rows.map { $0.padded(to: names + 2) + $1.padded(to: max(values, $1.columns) + 2) + $2 }
    }
}

extension Launch {
    /// Reads all of the configuration and checks it, without starting anything.
    package static func check(
        flags: [String: String], file: String?, usesConfiguration: Bool
    ) -> ConfigurationCheck {
        let environment = Self.processEnvironment
        var store = usesConfiguration ? StateStore(environment: environment) : nil
        store?.setsAside = false
        let reading = ConfigurationReading(
            flags: flags, file: file, environment: environment, usesConfiguration: usesConfiguration,
            store: store)
        return ConfigurationCheck(reading, environment: environment, executable: executable)
    }
}
