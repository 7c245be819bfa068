// SPDX-License-Identifier: Apache-2.0

public import Control
internal import Motion

extension Status {
    /// The status of a daemon that plays the 412th beat.
    public static let allegro = Status(
        playing: true, run: 3, bpm: 137.3, meter: "4/4", bell: BellState(every: 4, on: 1), volume: 0.8,
        sounds: SoundNames(beat: "beat", bell: "bell"), history: HistoryState(undo: 2, redo: 0),
        position: PositionState(beatIndex: 411, bar: 103, beat: 4, phase: 0.37, bell: false),
        pendulum: PendulumState(
            angle: -12.43, velocity: 88.1,
            segment: MotionSegment(from: 30, to: -30, beginNs: 1, durationNs: 500_000_000, curve: .easeInOut)),
        audio: AudioState {
            $0.output = "alsa"; $0.device = "default"; $0.state = "running"; $0.rate = 48000
            $0.period = 480; $0.latency = "normal"; $0.fillMs = 30; $0.latencyMs = 21.3
            $0.offsetMs = -5; $0.realtime = "fifo"
        },
        nowNs: 81_234_567_890_123, uptimeS: 12.5)

    /// The same daemon, stopped, without a device.
    public static var stopped: Status {
        var status = allegro
        status.playing = false
        status.bell = nil
        status.position = nil
        status.pendulum = PendulumState(angle: 0, velocity: 0, segment: nil)
        status.audio = AudioState {
            $0.output = "clock"; $0.state = "closed"; $0.realtime = "none"
        }
        return status
    }
}
