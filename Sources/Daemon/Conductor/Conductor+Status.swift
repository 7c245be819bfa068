// SPDX-License-Identifier: Apache-2.0

internal import CLinux
internal import Control
internal import Motion
internal import Playback
internal import Rhythm
internal import Session

extension Conductor {
    /// Everything, as it is heard now.
    func status() -> Status {
        let now = linux_monotonic_ns()
        let clock = heard
        return Status(
            playing: score != nil, bpm: settings.tempo.beatsPerMinute, meter: settings.meter.description,
            bell: settings.bellPattern.map { BellState(every: $0.every, on: $0.on) }, volume: settings.volume,
            sounds: SoundNames(beat: settings.beatSound, bell: settings.bellSound), otherSettings: otherSettings,
            position: position(at: now, clock), pendulum: pendulum(at: now, clock),
            audio: audio(at: now), nowNs: now,
            uptimeS: Double((now - startedNs) / 1_000_000) / 1000)
    }

    /// The values of the settings that the status tells and has no member for.
    private var otherSettings: [String: JSONValue] {
        var values: [String: JSONValue] = [:]
        for key in Key.all {
            guard let name = key.statusName, !Status.ownSettings.contains(name), !name.contains(".") else { continue }
            values[name] = JSONValue(key.told(in: settings))
        }
        return values
    }

    /// What plays, by the device's own clock: its latency is told without the offset.
    private func audio(at now: Int64) -> AudioState {
        var audio = output.audio(engine.clock, rate: samples.sampleRate, now: now, isPlaying: score != nil)
        audio.offsetMs = offsetMs
        audio.latency = settings.fixedFillMs == nil ? settings.latency.rawValue : nil
        return audio
    }

    private func position(at now: Int64, _ clock: ClockRecord) -> Position? {
        guard let score else { return nil }
        let frame = Int64(clock.frame(atNanoseconds: now).rounded(.down))
        let index = score.timeline.beat(atFrame: frame)
        let beat = score.beat(max(0, index))
        // The onset is rounded to a frame, so the exact position may be a hair before the beat that is heard.
        let exact = score.timeline.position(atFrame: frame)
        let phase = index < 0 || exact.whole < index ? 0 : exact.phase
        return Position(
            beatIndex: Int(beat.index), bar: Int(beat.bar), beat: beat.beat, phase: phase, bell: beat.bell)
    }

    private func pendulum(at now: Int64, _ clock: ClockRecord) -> PendulumState {
        let frame = clock.frame(atNanoseconds: now)
        let swing: Segment
        let rate: Double
        if let score {
            rate = score.rate
            swing = score.swing(atFrame: frame)
        } else if let ended {
            rate = ended.score.rate
            let isSettling = frame / rate >= ended.settling.begin
            swing = isSettling ? ended.settling : ended.score.swing(atFrame: frame)
            if frame / rate >= ended.settling.end { return PendulumState(angle: 0, velocity: 0, segment: nil) }
        } else {
            return PendulumState(angle: 0, velocity: 0, segment: nil)
        }
        let seconds = frame / rate
        return PendulumState(
            angle: swing.value(at: seconds), velocity: swing.velocity(at: seconds),
            segment: clock.swing(swing, rate: rate))
    }
}
