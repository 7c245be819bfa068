// SPDX-License-Identifier: Apache-2.0

package import Control
package import Logging
package import Rhythm

/// How to run, with nothing left open.
package struct Settings: Sendable, Equatable {
    package var tempo: Tempo
    package var meter: Meter
    package var bell: BellSetting
    /// A gain, 0...1.
    package var volume: Double
    /// A sound's name, or the absolute path of a file.
    package var beatSound: String
    /// A sound's name, or the absolute path of a file.
    package var bellSound: String
    /// The folder to look for sounds in first, if there is one.
    package var soundsDirectory: String?
    package var play: Bool
    package var output: OutputChoice
    /// The name of an ALSA PCM.
    package var device: String
    /// The ALSA PCM that plays while that one is missing, if there is one.
    package var fallbackDevice: String?
    /// Silence before the first beat, in milliseconds, 0...5000; nil: by the kind of device.
    package var prerollMilliseconds: Double?
    package var latency: LatencyProfile
    /// How much sound is written ahead, in milliseconds, 5...500, in place of the profile's.
    package var fillMilliseconds: Double?
    /// How much later than it says each device is heard, in milliseconds, by its name.
    package var offsets: [String: Double]
    /// The same for every other device.
    package var otherOffset: Double
    package var logLevel: Logger.Level

    /// How much sound is written ahead, in milliseconds.
    package var fillMs: Int { fillMilliseconds.map { Int($0) } ?? latency.fillMs }

    /// 120 bpm.
    private static var defaultTempo: Tempo {
        guard let tempo = try? Tempo(120) else { preconditionFailure("120 bpm is a tempo") }
        return tempo
    }

    /// What the configuration says, else what was remembered, else the default. A pure function.
    package static func resolve(_ configuration: Configuration, _ state: SavedState = SavedState()) -> Settings {
        Settings(
            tempo: configuration.tempo ?? state.tempo ?? defaultTempo,
            meter: configuration.meter ?? state.meter ?? .common,
            bell: configuration.bell ?? state.bell ?? .bar,
            volume: configuration.volume ?? state.volume ?? 0.8,
            beatSound: configuration.beatSound ?? state.beatSound ?? "beat",
            bellSound: configuration.bellSound ?? state.bellSound ?? "bell",
            soundsDirectory: configuration.soundsDirectory,
            play: configuration.play ?? false,
            output: configuration.output ?? .auto,
            device: configuration.device ?? "default",
            fallbackDevice: configuration.fallbackDevice,
            prerollMilliseconds: configuration.prerollMilliseconds,
            latency: configuration.latency ?? state.latency ?? .normal,
            fillMilliseconds: configuration.fillMilliseconds,
            offsets: state.offsets, otherOffset: configuration.offsetMilliseconds ?? 0,
            logLevel: configuration.logLevel ?? .info)
    }
}
