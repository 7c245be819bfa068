// SPDX-License-Identifier: Apache-2.0

/// The sounds that are played together, by their names or paths.
package struct SoundChoice: Sendable, Hashable {
    /// What an ordinary beat plays.
    package var beat: String
    /// What a bell beat plays.
    package var bell: String

    /// Both.
    package init(beat: String, bell: String) {
        self.beat = beat
        self.bell = bell
    }
}

extension Settings {
    /// The sounds in use.
    package var sounds: SoundChoice { SoundChoice(beat: beatSound, bell: bellSound) }
}
