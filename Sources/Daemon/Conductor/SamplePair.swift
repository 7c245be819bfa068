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

    /// Keeps both from being paged out: 0, or the errno of the refusal.
    func lock() -> Int32 { max(beat.lock(), bell.lock()) }
}
