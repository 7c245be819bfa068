// SPDX-License-Identifier: Apache-2.0

internal import Control
internal import Motion
internal import Rhythm
internal import Session

extension Conductor {
    /// Everything but the timeline, as it is heard now.
    func status() -> Status {
        let now = ClockTime.now
        let run = heardRun
        return Status(
            playing: record != nil, run: self.run, bpm: shownBpm(at: now), meter: shownMeter,
            bell: shownBell(at: now), volume: settings.volume,
            sounds: SoundNames(
                beat: settings.beatSound, bell: settings.bellSound, subdivision: settings.subdivisionSound ?? "auto"),
            history: HistoryState(history),
            pending: pendingStates,
            practice: practiceState(at: now),
            score: isScoring ? ScoreState(score, isOn: true, withBars: false) : nil,
            song: songState(song, at: now), setList: setList.map { SetListState($0) }, sync: syncState(at: now),
            otherSettings: otherSettings,
            position: run.map { PositionState($0.position(at: now)) },
            pendulum: PendulumState(movingRun?.rod(at: now) ?? .upright),
            audio: audio(at: now), nowNs: now.nanoseconds,
            uptimeS: Double(now.nanoseconds(since: started) / 1_000_000) / 1000)
    }

    /// The values of the settings that the status tells and has no member for.
    private var otherSettings: [String: JSONValue] {
        var values: [String: JSONValue] = [:]
        for key in Key.all {
            guard let name = key.statusName, !Status.ownSettings.contains(name), !name.contains(".") else { continue }
            values[name] = key.form == .lanes ? lanesValue(key) : JSONValue(key.told(in: settings))
        }
        return values
    }

    /// The lanes as text, which is made once for all who are told it, until they change.
    private func lanesValue(_ key: Key) -> JSONValue {
        if let toldLanes, toldLanes.lanes == settings.lanes { return toldLanes.value }
        let value = JSONValue(key.told(in: settings))
        toldLanes = (settings.lanes, value)
        return value
    }

    /// What plays. Its latency is in device time, without the offset.
    func audio(at now: ClockTime) -> AudioState {
        var audio = output.audio(device, rate: samples.sampleRate, now: now, isPlaying: record != nil)
        audio.offsetMs = offsetMs
        audio.latency = settings.fixedFillMs == nil ? settings.latency.rawValue : nil
        return audio
    }
}
