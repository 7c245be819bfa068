// SPDX-License-Identifier: Apache-2.0

internal import MetronomeRhythm
package import MetronomeSession
package import Sound

/// The sounds in use and those of changes that wait, as decoded: from them samples are made again for a device of another
/// rate.
package struct SoundSet: Sendable, Equatable {
    /// Each by its name or path.
    private let sounds: [String: DecodedAudio]

    /// Decodes the sounds of some choices. A kept sound that can no longer be read stays as it is. Throws `SoundError`.
    package init(
        _ choices: [SoundChoice], from library: SoundLibrary, keeping kept: SoundSet? = nil
    ) throws(SoundError) {
        var sounds: [String: DecodedAudio] = [:]
        for name in choices.flatMap(\.names) where sounds[name] == nil {
            do throws(SoundError) { sounds[name] = try library.load(name) } catch {
                guard let known = kept?.sounds[name] else { throw error }
                sounds[name] = known
            }
        }
        self.sounds = sounds
    }

    private init(sounds: [String: DecodedAudio]) { self.sounds = sounds }

    /// All sounds but the named.
    func without(_ names: [String]) -> SoundSet { SoundSet(sounds: sounds.filter { !names.contains($0.key) }) }

    /// Whether both have the same sounds.
    package static func == (one: SoundSet, other: SoundSet) -> Bool { one.names == other.names }

    /// Their names or paths.
    package var names: Set<String> { Set(sounds.keys) }

    /// Throws `SoundError` where one of some sounds can be decoded and not be played, such as a silent one.
    func check(_ names: [String]) throws(SoundError) {
        for name in names {
            guard let sound = sounds[name] else { continue }
            _ = try Sample(sound, rate: SampleRate.hz48000.hertz, name: name)
        }
    }

    /// All sounds, ready for the mixer at a rate, and locked in memory if the system allows it. Throws `SoundError`.
    func samples(at rate: SampleRate) throws(SoundError) -> SampleSet {
        var samples: [String: Sample] = [:]
        for (name, sound) in sounds { samples[name] = try Sample(sound, rate: rate.hertz, name: name) }
        let set = SampleSet(samples, sampleRate: rate)
        // Every plan gets its samples from here, so no sound that is played is ever paged in by the real-time thread.
        _ = set.lock()
        return set
    }
}
