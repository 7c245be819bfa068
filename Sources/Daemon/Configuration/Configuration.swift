// SPDX-License-Identifier: Apache-2.0

package import Control
package import Logging
package import Rhythm

/// What one source says about how to run: the flags, the environment, a file, or several of them merged.
///
/// Nil is what it does not say. Paths are absolute.
package struct Configuration: Sendable, Equatable {
    package var tempo: Tempo?
    package var meter: Meter?
    package var bell: BellSetting?
    /// A gain, 0...1.
    package var volume: Double?
    /// Whether to play at once.
    package var play: Bool?
    /// A sound's name, or the path of a file: a path has a slash.
    package var beatSound: String?
    /// A sound's name, or the path of a file: a path has a slash.
    package var bellSound: String?
    /// The folder to look for sounds in first.
    package var soundsDirectory: String?
    package var output: OutputChoice?
    /// The name of an ALSA PCM.
    package var device: String?
    /// The ALSA PCM that plays while that one is missing.
    package var fallbackDevice: String?
    /// Silence before the first beat, in milliseconds, 0...5000.
    package var prerollMilliseconds: Double?
    package var latency: LatencyProfile?
    /// How much sound is written ahead, in milliseconds, 5...500, in place of the profile's.
    package var fillMilliseconds: Double?
    /// How much later than it says a device is heard for which nothing is remembered, in milliseconds.
    package var offsetMilliseconds: Double?
    /// The path of the control socket.
    package var socket: String?
    package var logLevel: Logger.Level?

    package init() {}

    /// This where it says something, else the other.
    package func merging(over other: Configuration) -> Configuration {
        var merged = Configuration()
        merged.tempo = tempo ?? other.tempo
        merged.meter = meter ?? other.meter
        merged.bell = bell ?? other.bell
        merged.volume = volume ?? other.volume
        merged.play = play ?? other.play
        merged.beatSound = beatSound ?? other.beatSound
        merged.bellSound = bellSound ?? other.bellSound
        merged.soundsDirectory = soundsDirectory ?? other.soundsDirectory
        merged.output = output ?? other.output
        merged.device = device ?? other.device
        merged.fallbackDevice = fallbackDevice ?? other.fallbackDevice
        merged.prerollMilliseconds = prerollMilliseconds ?? other.prerollMilliseconds
        merged.latency = latency ?? other.latency
        // They are one thing: who says a profile does not mean the other's milliseconds.
        merged.fillMilliseconds = fillMilliseconds ?? (latency == nil ? other.fillMilliseconds : nil)
        merged.offsetMilliseconds = offsetMilliseconds ?? other.offsetMilliseconds
        merged.socket = socket ?? other.socket
        merged.logLevel = logLevel ?? other.logLevel
        return merged
    }
}
