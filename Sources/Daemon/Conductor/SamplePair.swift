// SPDX-License-Identifier: Apache-2.0

internal import Rhythm
internal import Sound

/// Two sounds at one rate.
struct SamplePair: Sendable {
    let beat: Sample
    let bell: Sample
    let sampleRate: SampleRate
    /// Their names or paths.
    let names: (beat: String, bell: String)
    /// Both as the renderer plays them.
    let kits: KitSet

    init(beat: Sample, bell: Sample, sampleRate: SampleRate, names: (beat: String, bell: String)) {
        self.beat = beat
        self.bell = bell
        self.sampleRate = sampleRate
        self.names = names
        kits = KitSet([Kit(beat: beat.view, bell: bell.view)])
    }

    /// Keeps both from being paged out: 0, or the errno of the refusal.
    func lock() -> Int32 { max(beat.lock(), bell.lock()) }
}
