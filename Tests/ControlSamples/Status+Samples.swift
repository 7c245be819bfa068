// SPDX-License-Identifier: Apache-2.0

public import MetronomeControl
internal import MetronomeMotion

extension Status {
    /// The status of a daemon that plays the 412th beat.
    public static let allegro = Status {
        $0.playing = true; $0.run = 3;
        $0.heard = HeardState {
            $0.bpm = 137.3; $0.meter = "4/4"; $0.bell = BellState(every: 4, on: 1); $0.volume = 0.8
        }
        $0.settings = SettingsState {
            $0.bpm = 137.3; $0.meter = "4/4"; $0.bell = BellState(every: 4, on: 1); $0.volume = 0.8
            $0.sounds = SoundNames {
                ($0.beat, $0.bell, $0.accent, $0.ghost, $0.subdivision) = ("beat", "bell", "auto", "auto", "auto")
            }
        }
        $0.history = HistoryState { $0.undo = 2 }
        $0.position = PositionState { ($0.beatIndex, $0.bar, $0.beat, $0.phase) = (411, 103, 4, 0.37) }
        $0.pendulum = PendulumState {
            $0.angle = -12.43; $0.velocity = 88.1
            $0.segment = MotionSegment {
                $0.from = 30; $0.to = -30; $0.beginNs = 1; $0.durationNs = 500_000_000
                $0.curve = .easeInOut
            }
        }
        $0.audio = AudioState {
            $0.output = "alsa"; $0.device = "default"; $0.state = "running"; $0.rate = 48000
            $0.period = 480; $0.latency = "normal"; $0.fillMs = 30; $0.latencyMs = 21.3
            $0.offsetMs = -5; $0.realtime = "fifo"
        }
        $0.nowNs = 81_234_567_890_123; $0.uptimeS = 12.5
    }

    /// The same daemon, stopped, without a device.
    public static var stopped: Status {
        var status = allegro
        status.playing = false
        (status.heard.bell, status.settings.bell) = (nil, nil)
        status.position = nil
        status.pendulum = PendulumState()
        status.audio = AudioState {
            $0.output = "clock"; $0.state = "closed"; $0.realtime = "none"
        }
        return status
    }
}
