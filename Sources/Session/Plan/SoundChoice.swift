// SPDX-License-Identifier: Apache-2.0

/// The sounds that are played together, by their names or paths, and how loud the bell is among them.
package struct SoundChoice: Sendable, Hashable {
    /// What an ordinary beat plays.
    package var beat: String
    /// What a bell beat plays.
    package var bell: String
    /// The gain of the bell beside that of the beat, 0...1.
    package var bellVolume: Double
    /// The gain of all of it, 0...1.
    package var volume: Double

    /// All of its parts.
    package init(beat: String, bell: String, bellVolume: Double = 1, volume: Double = 1) {
        self.beat = beat
        self.bell = bell
        self.bellVolume = bellVolume
        self.volume = volume
    }
}

extension Settings {
    /// The sounds in use.
    package var sounds: SoundChoice { SoundChoice(beat: beatSound, bell: bellSound, bellVolume: bellVolume) }

    /// The sounds of the parts of a beat.
    package var subdivisionSounds: SoundChoice {
        let sound = subdivisionSound ?? beatSound
        return SoundChoice(beat: sound, bell: sound, volume: subdivisionVolume)
    }
}
