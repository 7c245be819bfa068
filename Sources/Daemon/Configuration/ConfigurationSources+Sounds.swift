// SPDX-License-Identifier: Apache-2.0

internal import MetronomeRhythm
internal import MetronomeSession
internal import Sound

extension ConfigurationSources {
    /// The keys with sounds that cannot be decoded or played, each with the first of them, why, and who decides it. Of the lanes each
    /// sound counts. Waits for the file system.
    func soundFaults(in settings: Settings, from library: SoundLibrary) -> [(key: Key, text: String)] {
        var sounds = Key.all.map { key in
            (key, names: key.sound(in: settings).map { [$0] } ?? key.loadedSounds(in: settings))
        }
        if let key = Key.named("lanes") {
            sounds += Set(settings.lanes.lanes.compactMap(\.soundName)).sorted().map { (key, names: [$0]) }
        }
        return sounds.compactMap { key, names in
            do {
                for name in names { _ = try Sample(library.load(name), rate: SampleRate.hz48000.hertz, name: name) }
                return nil
            } catch {
                return (key, "\(origin(of: key)): \(key.name): \(error)")
            }
        }
    }
}

extension Launch {
    /// Why the sounds of the settings cannot be played, with who decides the first that cannot.
    func soundFault(_ error: any Error, in settings: Settings) -> LaunchError {
        let faults = sources.soundFaults(in: settings, from: library)
        // What nobody states gives way.
        let fault = faults.first { sources.states($0.key) } ?? faults.first
        return LaunchError(message: fault?.text ?? "\(error)", exitCode: 2)
    }
}
