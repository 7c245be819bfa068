// SPDX-License-Identifier: Apache-2.0

internal import MetronomeRhythm
internal import MetronomeSession
internal import Sound

/// Sounds at one rate, as the renderer plays them.
struct SampleSet: Sendable, Equatable {
    let sampleRate: SampleRate
    private let samples: [String: Sample]

    init(_ samples: [String: Sample], sampleRate: SampleRate) {
        self.samples = samples
        self.sampleRate = sampleRate
    }

    /// Whether both have the same sounds, at one rate.
    static func == (one: SampleSet, other: SampleSet) -> Bool {
        one.sampleRate == other.sampleRate && one.names == other.names
    }

    /// Their names or paths.
    var names: Set<String> { Set(samples.keys) }

    /// The longest time from the beginning of a sound to its onset, in frames.
    var longestLead: Int { samples.values.map(\.view.lead).max() ?? 0 }

    /// A kit for each choice, at least one. Another sound stands in for one that is not ready; nil without any.
    func kits(_ choices: [SoundChoice]) -> KitSet? {
        guard let other = samples.min(by: { $0.key < $1.key })?.value else { return nil }
        return KitSet(
            choices.map { choice in
                func view(_ name: String) -> Sample.View { (samples[name] ?? other).view }
                var kit = Kit(beat: view(choice.beat), bell: view(choice.bell))
                if let accent = choice.accent { kit[.accent].sample = view(accent) }
                if let ghost = choice.ghost { kit[.ghost].sample = view(ghost) }
                kit[.bell].gain = Float(choice.bellVolume)
                for accent in Accent.allCases { kit[accent].gain *= Float(choice.volume) }
                return kit
            })
    }

    /// Keeps all of them from being paged out: 0, or the errno of the refusal.
    func lock() -> Int32 { samples.values.map { $0.lock() }.max() ?? 0 }
}
