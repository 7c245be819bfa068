// SPDX-License-Identifier: Apache-2.0

internal import MetronomeBounds
package import MetronomeRhythm

/// The sounds that are played together, by their names or paths, and how loud the bell is among them.
package struct SoundChoice: Sendable, Hashable {
    /// What an ordinary beat plays.
    package var beat: String
    /// What a bell beat plays.
    package var bell: String
    /// What an accent plays; nil: what a beat plays.
    package var accent: String?
    /// What a ghost plays; nil: what a beat plays.
    package var ghost: String?
    /// The gain of the bell beside that of the beat, 0 and more.
    package var bellVolume: Double
    /// The gain of all of it, 0...1.
    package var volume: Double

    /// All of its parts.
    package init(
        beat: String, bell: String, accent: String? = nil, ghost: String? = nil, bellVolume: Double = 1,
        volume: Double = 1
    ) {
        self.beat = beat
        self.bell = bell
        self.accent = accent
        self.ghost = ghost
        self.bellVolume = bellVolume
        self.volume = volume
    }

    /// All that it plays.
    package var names: [String] { [beat, bell] + [accent, ghost].compactMap { $0 } }
}

extension Settings {
    /// The sounds in use.
    package var sounds: SoundChoice {
        SoundChoice(
            beat: beatSound, bell: bellSound, accent: accentSound, ghost: ghostSound, bellVolume: bellVolume)
    }

    /// The sounds of the parts of a beat.
    package var subdivisionSounds: SoundChoice {
        let sound = subdivisionSound ?? namelessSound
        return SoundChoice(beat: sound, bell: sound, volume: subdivisionVolume)
    }

    /// What is played where no sound is named: that of the beat, if it is not counted aloud.
    package var namelessSound: String { beatSound == SoundChoice.voice ? "beat" : beatSound }
}

extension SoundChoice {
    /// The sound of a lane, whose bell is louder.
    init(lane sound: String) { self.init(beat: sound, bell: sound, bellVolume: 2) }

    /// What stands for spoken numbers, by which beats are counted: the sounds `voice-1` to `voice-16`.
    package static let voice = "voice"
    /// How many numbers are spoken; then they begin again.
    fileprivate static let numbers: Int64 = 16

    /// Whether any of it is counted aloud.
    package var isSpoken: Bool { names.contains(Self.voice) }

    /// The sounds of the beats of a bar where they are counted aloud; none where all beats have one sound.
    package var ofBeats: [SoundChoice] {
        isSpoken ? (1...Int(Self.numbers)).map { number in replacingVoice { _ in Self.voice(number) } } : []
    }

    /// The sounds of the beats of a bar, which begin again where they end: also where all beats have one sound.
    package var ofEachBeat: [SoundChoice] { isSpoken ? ofBeats : [self] }

    /// The same choice, with the metronome's own sounds in the place of spoken numbers.
    package var unspoken: SoundChoice { isSpoken ? replacingVoice { $0 } : self }

    /// The same choice with another sound for spoken numbers, which is made of the metronome's own.
    private func replacingVoice(_ sound: (_ own: String) -> String) -> SoundChoice {
        func replaced(_ name: String, _ own: String) -> String { name == Self.voice ? sound(own) : name }
        var choice = self
        (choice.beat, choice.bell) = (replaced(beat, "beat"), replaced(bell, "bell"))
        (choice.accent, choice.ghost) = (accent.map { replaced($0, "beat") }, ghost.map { replaced($0, "beat") })
        return choice
    }

    /// The sound of a number, from 1.
    package static func voice(_ number: Int) -> String {
        "\(voice)-\(Int64(number - 1).flooredDivision(by: numbers).remainder + 1)"
    }
}

extension Settings {
    /// The sounds of the count-in; nil: those of the beats.
    package var countInSounds: SoundChoice? {
        countInSound == "auto" ? nil : SoundChoice(beat: countInSound, bell: countInSound)
    }
}

extension SongLanes {
    /// The sounds of its kits, from kit 1 on.
    package var soundChoices: [SoundChoice] { sounds.map(SoundChoice.init(lane:)) }
}
