// SPDX-License-Identifier: Apache-2.0

internal import MetronomeRhythm
package import MetronomeSession
package import Sound
internal import Synchronization

/// The sounds in use and those of changes that wait, as decoded: from them samples are made again for a device of another
/// rate.
package struct SoundSet: Sendable, Equatable {
    /// A sound as its file was when it was read.
    private struct Reading: Sendable {
        let audio: DecodedAudio
        /// Greater than that of every earlier reading.
        let number: Int

        init(_ audio: DecodedAudio) {
            self.audio = audio
            number = count.wrappingAdd(1, ordering: .relaxed).newValue
        }
    }

    /// How many sounds this process has read.
    private static let count = Atomic(0)

    /// Each by its name or path.
    private let sounds: [String: Reading]

    /// The largest that all sounds are together, decoded, in bytes. During a change the former ones are there, too.
    package static let largestBytes = 64 << 20
    /// The largest that all sounds are together as they are played, in bytes: stereo at the rate of the device.
    static let largestPlayedBytes = 128 << 20

    /// Decodes the sounds of some choices. A kept sound is not read again. Throws `SoundError`, also where they are larger
    /// together than is allowed.
    package init(
        _ choices: [SoundChoice], from library: SoundLibrary, keeping kept: SoundSet? = nil,
        mostBytes: Int = largestBytes
    ) throws(SoundError) {
        var sounds: [String: Reading] = [:]
        var bytes = 0
        for name in choices.flatMap(\.names) where sounds[name] == nil {
            if let known = kept?.sounds[name] {
                sounds[name] = known
            } else {
                sounds[name] = Reading(try library.load(name))
            }
            bytes += (sounds[name]?.audio.frames.count ?? 0) * MemoryLayout<Float>.stride
            guard bytes <= mostBytes else {
                throw .unsuitable(
                    path: name,
                    reason: "all sounds in use would take more than \(mostBytes >> 20) MiB decoded: use a shorter one")
            }
        }
        self.sounds = sounds
    }

    private init(sounds: [String: Reading]) { self.sounds = sounds }

    /// All sounds but the named.
    func without(_ names: [String]) -> SoundSet { SoundSet(sounds: sounds.filter { !names.contains($0.key) }) }

    /// Whether both have the same sounds.
    package static func == (one: SoundSet, other: SoundSet) -> Bool { one.names == other.names }

    /// Their names or paths.
    package var names: Set<String> { Set(sounds.keys) }

    /// The numbers of their readings.
    var readings: [String: Int] { sounds.mapValues(\.number) }

    /// Whether one of them was read again for another set.
    func isBehind(_ other: SoundSet) -> Bool {
        sounds.contains { name, sound in sound.number < other.sounds[name]?.number ?? 0 }
    }

    /// Throws `SoundError` where one of some sounds can be decoded and not be played, such as a silent one.
    func check(_ names: [String]) throws(SoundError) {
        for name in names {
            guard let sound = sounds[name] else { continue }
            _ = try Sample(sound.audio, rate: SampleRate.hz48000.hertz, name: name)
        }
    }

    /// All sounds, ready for the mixer at a rate, and locked in memory if the system allows it. What another set has of
    /// them is taken from there. Throws `SoundError`, also where they are larger together than is allowed.
    func samples(
        at rate: SampleRate, with other: SampleSet? = nil, mostBytes: Int = largestPlayedBytes
    ) throws(SoundError) -> SampleSet {
        var bytes = 0.0
        for (name, sound) in sounds.sorted(by: { $0.key < $1.key }) {
            bytes += sound.audio.playedBytes(at: rate)
            guard bytes <= Double(mostBytes) else {
                throw .unsuitable(
                    path: name,
                    reason:
                        "all sounds in use would take more than \(mostBytes >> 20) MiB at \(rate.hertz) Hz: use a shorter one"
                )
            }
        }
        var samples: [String: SampleSet.Entry] = [:]
        for (name, sound) in sounds {
            if let other, other.sampleRate == rate, let known = other.entries[name], known.reading == sound.number {
                samples[name] = known
            } else {
                let sample = try Sample(sound.audio, rate: rate.hertz, name: name)
                samples[name] = SampleSet.Entry(sample: sample, reading: sound.number)
            }
        }
        let set = SampleSet(sampleRate: rate, entries: samples)
        // Every plan gets its samples from here, so no sound that is played is ever paged in by the real-time thread.
        _ = set.lock()
        return set
    }
}

extension DecodedAudio {
    /// What it takes at most as it is played, in bytes.
    fileprivate func playedBytes(at rate: SampleRate) -> Double {
        let seconds = Double(frames.count) / Double(channels) / Double(sampleRate)
        return seconds * Double(rate.hertz) * Double(2 * MemoryLayout<Float>.stride)
    }
}
