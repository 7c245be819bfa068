// SPDX-License-Identifier: Apache-2.0

internal import MetronomeControl
internal import MetronomeRhythm
internal import MetronomeSession

extension Performance {
    /// All that is heard now, with what some properties do.
    mutating func status(with properties: [String]) -> Status {
        var status = status()
        status.timeline = .some(timeline())
        if !properties.isEmpty { status.motion = motion(of: properties) }
        return status
    }

    /// Everything but the timeline, as it is heard now.
    mutating func status() -> Status {
        let run = heardRun
        toldLanes.begin()
        return Status {
            $0.playing = record != nil
            $0.run = self.run
            $0.history = HistoryState(history)
            $0.pending = pendingStates()
            $0.practice = practiceState
            $0.score = comparesStrokes ? ScoreState(score, isOn: true, withBars: false) : nil
            $0.song = songState(song, at: now)
            $0.setList = setList.map { SetListState($0) }
            $0.sync = syncState
            $0.heard = heardState()
            $0.settings = settingsState()
            $0.position = run.map { PositionState($0.position(at: now)) }
            $0.position?.endsAtNs = run.flatMap { run in run.record.endBeat.map { run.time(ofBeat: $0).nanoseconds } }
            $0.pendulum = PendulumState(movingRun?.rod(at: now) ?? .upright)
            $0.audio = audio
            $0.nowNs = now.nanoseconds
            $0.uptimeS = Double(now.nanoseconds(since: started) / 1_000_000) / 1000
        }
    }

    /// What is set now.
    private mutating func settingsState() -> SettingsState {
        var state = SettingsState {
            $0.bpm = settings.tempo.beatsPerMinute
            $0.meter = settings.meter.description
            $0.bell = settings.bellPattern.map { BellState(every: $0.every, on: $0.on) }
            $0.volume = settings.volume
            $0.sounds = SoundNames {
                $0.beat = settings.beatSound
                $0.bell = settings.bellSound
                $0.accent = settings.accentSound ?? "auto"
                $0.ghost = settings.ghostSound ?? "auto"
                $0.subdivision = settings.subdivisionSound ?? "auto"
            }
        }
        for key in Key.all {
            guard let name = key.statusName, !SettingsState.ownMembers.contains(name), !name.contains(".") else {
                continue
            }
            state.others[name] =
                key.form == .lanes ? toldLanes.value(in: settings) : JSONValue(key.told(in: settings))
        }
        return state
    }

    /// What plays. Its latency is in device time, without the offset.
    var audio: AudioState {
        let (output, device, isPlaying) = (moment.output, moment.device, record != nil)
        let aheadMs = (Double(device.writtenFrame) - device.frame(at: now)) / device.framesPerSecond * 1000
        return AudioState {
            $0.output = output.isPlaying || (output.device != nil && !isPlaying) ? "alsa" : "clock"
            $0.device = output.device
            $0.state = output.device == nil && isPlaying ? "running" : output.word
            $0.reason = output.reason
            $0.trying = output.trying
            $0.rate = samples.sampleRate.hertz
            $0.period = output.periodFrames
            $0.fillMs = Double(output.fillMs)
            $0.latencyMs = isPlaying ? max(0, (aheadMs * 10).rounded() / 10) : nil
            $0.xruns = output.xruns
            $0.realtime = output.realtime
            $0.offsetMs = offsetMs
            $0.latency = settings.fixedFillMs == nil ? settings.latency.rawValue : nil
        }
    }
}
