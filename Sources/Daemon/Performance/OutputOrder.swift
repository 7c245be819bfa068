// SPDX-License-Identifier: Apache-2.0

internal import MetronomeBounds
internal import MetronomeRhythm
internal import MetronomeSession
internal import Sound

/// What is to be played on.
struct OutputOrder: Sendable, Hashable {
    var mode: OutputChoice
    var device: String
    var fallbackDevice: String?
    /// Silence before the first beat, in ms; nil: by the kind of device.
    var prerollMs: Int?
    /// The channels that devices are opened with, where they have them.
    var channels: Int

    init(_ settings: Settings, channels: Int) {
        mode = settings.output
        device = settings.device
        fallbackDevice = settings.fallbackDevice
        prerollMs = settings.prerollMs.map { Int(clamping: $0) }
        self.channels = channels
    }

    /// The name of what is chosen: the device, or `clock`.
    var name: String { mode == .clock ? OutputChoice.clock.rawValue : device }
}

/// What the output does, whether it plays a run or not.
struct OutputFacts: Sendable, Hashable {
    /// Whether a device plays.
    var isPlaying = false
    /// The device that is wanted; nil for the clock.
    var device: String?
    /// The state of the output in a word, why it does not play, and what is done about the reason.
    var word = "closed"
    var reason: String?
    var trying: String?
    var periodFrames: Int?
    var fillMs = 0
    var xruns = 0
    /// The priority of the real-time thread.
    var realtime = ""
}

/// A plan, and what it is played with.
struct PlayOrder {
    let revision: UInt64
    let run: UInt64?
    let cue: Position?
    let music: CompiledArrangement
    /// The sounds of its lanes, among the samples.
    let choices: [SoundChoice]
    let samples: SampleSet
    let mixes: [(lane: Int, mix: LaneMix)]
    /// When the first beat is to leave the device, and seconds from that time to others that will do.
    var start: (time: ClockTime, periodS: Double)?
}
