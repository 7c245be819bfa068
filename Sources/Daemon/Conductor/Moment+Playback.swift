// SPDX-License-Identifier: Apache-2.0

internal import MetronomeControl
internal import MetronomeLinux
internal import MetronomeRhythm
internal import MetronomeSession
internal import Playback

extension Performance.Moment {
    /// What is known now, of the real-time thread, the output and the clocks of the system.
    init(_ engine: PlaybackEngine, _ output: AudioOutput, _ zone: inout Zone) {
        let (clock, now) = (engine.clock, ClockTime.now)
        let realtimeOffsetNs = RealtimeClock.nowNs - now.nanoseconds
        self.init(
            now: now,
            device: DeviceClock(
                frame: clock.heardFrame, time: clock.time, framesPerSecond: clock.framesPerSecond,
                writtenFrame: clock.writtenFrame),
            output: output.facts(xruns: Int(clock.xruns)), realtimeOffsetNs: realtimeOffsetNs,
            secondsFromUTC: zone.secondsFromUTC(atNs: now.nanoseconds &+ realtimeOffsetNs))
    }
}
