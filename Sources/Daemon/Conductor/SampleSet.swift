// SPDX-License-Identifier: Apache-2.0

internal import MetronomeLinux
internal import MetronomeRhythm
internal import MetronomeSession
internal import Sound

/// Sounds at one rate, as the renderer plays them.
struct SampleSet: Sendable, Equatable {
    /// A sound, and the number of the reading that it was made of.
    struct Entry: Sendable {
        let sample: Sample
        let reading: Int
    }

    let sampleRate: SampleRate
    /// Each by its name or path.
    let entries: [String: Entry]

    /// Whether both have the same sounds, at one rate.
    static func == (one: SampleSet, other: SampleSet) -> Bool {
        one.sampleRate == other.sampleRate && one.names == other.names
    }

    /// Their names or paths.
    var names: Set<String> { Set(entries.keys) }

    /// The numbers of the readings that they were made of.
    var readings: [String: Int] { entries.mapValues(\.reading) }

    /// A sound by its name or path.
    subscript(name: String) -> Sample? { entries[name]?.sample }

    /// The longest time from the beginning of a sound to its onset, in frames.
    var longestLead: Int { entries.values.map(\.sample.view.lead).max() ?? 0 }

    /// A kit for each choice, at least one. Another sound stands in for one that is not ready; nil without any.
    func kits(_ choices: [SoundChoice]) -> KitSet? {
        guard let other = entries.min(by: { $0.key < $1.key })?.value.sample else { return nil }
        return KitSet(
            choices.map { choice in
                func view(_ name: String) -> Sample.View { (self[name] ?? other).view }
                var kit = Kit(beat: view(choice.beat), bell: view(choice.bell))
                if let accent = choice.accent { kit[.accent].sample = view(accent) }
                if let ghost = choice.ghost { kit[.ghost].sample = view(ghost) }
                kit[.bell].gain = Float(choice.bellVolume)
                for accent in Accent.allCases { kit[accent].gain *= Float(choice.volume) }
                return kit
            })
    }

    /// Keeps all of them from being paged out. Returns what the log says where the system refuses it; nil where it does
    /// not.
    func lock() -> String? {
        let code = entries.values.map { $0.sample.lock() }.max() ?? 0
        return code == 0 ? nil : Self.refusal(Errno(code))
    }

    /// What the log says where sounds are not locked.
    static func refusal(_ error: Errno) -> String {
        "no locked memory for all sounds (\(error)): what is played may have to be read from the disk again"
    }
}
