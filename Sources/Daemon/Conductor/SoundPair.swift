// SPDX-License-Identifier: Apache-2.0

internal import Rhythm
package import Sound

/// The two sounds in use, as decoded: from them samples are made again for a device of another rate.
package struct SoundPair: Sendable {
    /// What an ordinary beat plays.
    package var beat: DecodedAudio
    /// What a bell beat plays.
    package var bell: DecodedAudio
    /// Their names or paths.
    package var names: (beat: String, bell: String)

    /// Decodes both. Throws `SoundError`.
    package init(beat: String, bell: String, from library: SoundLibrary) throws(SoundError) {
        names = (beat, bell)
        self.beat = try library.load(beat)
        self.bell = try library.load(bell)
    }

    /// Both, ready for the mixer at a rate, and locked in memory if the system allows it. Throws `SoundError`.
    func samples(at rate: SampleRate) throws(SoundError) -> SamplePair {
        let pair = SamplePair(
            beat: try Sample(beat, rate: rate.hertz, name: names.beat),
            bell: try Sample(bell, rate: rate.hertz, name: names.bell), sampleRate: rate, names: names)
        // Every plan gets its samples from here, so no sound that is played is ever paged in by the real-time thread.
        _ = pair.lock()
        return pair
    }
}
