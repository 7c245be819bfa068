// SPDX-License-Identifier: Apache-2.0

internal import Control
internal import Playback

extension Configuration {
    /// What this says and the other does not.
    func without(_ other: Configuration) -> Configuration {
        var rest = self
        if other.tempo != nil { rest.tempo = nil }
        if other.meter != nil { rest.meter = nil }
        if other.bell != nil { rest.bell = nil }
        if other.volume != nil { rest.volume = nil }
        if other.beatSound != nil { rest.beatSound = nil }
        if other.bellSound != nil { rest.bellSound = nil }
        if other.output != nil { rest.output = nil }
        if other.device != nil { rest.device = nil }
        if other.fallbackDevice != nil { rest.fallbackDevice = nil }
        if other.prerollMilliseconds != nil { rest.prerollMilliseconds = nil }
        if other.latency != nil || other.fillMilliseconds != nil {
            rest.latency = nil
            rest.fillMilliseconds = nil
        }
        if other.offsetMilliseconds != nil { rest.offsetMilliseconds = nil }
        return rest
    }
}

extension Configuration {
    /// What this says otherwise than an earlier one: what was changed live since then stays.
    func changes(since earlier: Configuration) -> Configuration {
        var changes = self
        if tempo == earlier.tempo { changes.tempo = nil }
        if meter == earlier.meter { changes.meter = nil }
        if bell == earlier.bell { changes.bell = nil }
        if volume == earlier.volume { changes.volume = nil }
        if beatSound == earlier.beatSound { changes.beatSound = nil }
        if bellSound == earlier.bellSound { changes.bellSound = nil }
        if output == earlier.output { changes.output = nil }
        if device == earlier.device { changes.device = nil }
        if fallbackDevice == earlier.fallbackDevice { changes.fallbackDevice = nil }
        if prerollMilliseconds == earlier.prerollMilliseconds { changes.prerollMilliseconds = nil }
        if latency == earlier.latency, fillMilliseconds == earlier.fillMilliseconds {
            changes.latency = nil
            changes.fillMilliseconds = nil
        }
        if offsetMilliseconds == earlier.offsetMilliseconds { changes.offsetMilliseconds = nil }
        return changes
    }
}

extension Conductor {
    /// Takes a configuration into use as one change; `then` says why not, and then nothing has changed.
    func reload(_ configuration: Configuration, then: @escaping (ControlError?) -> Void) {
        func names(_ settings: Settings) -> (beat: String, bell: String) {
            (configuration.beatSound ?? settings.beatSound, configuration.bellSound ?? settings.bellSound)
        }
        guard names(settings) != (settings.beatSound, settings.bellSound) else {
            return adopt(configuration, then: then)
        }
        load(names) { [weak self] result in
            switch result {
            case .success: self?.adopt(configuration, then: then)
            case .failure(let error): then(error)
            }
        }
    }

    private func adopt(_ configuration: Configuration, then: @escaping (ControlError?) -> Void) {
        if configuration.latency != nil || configuration.fillMilliseconds != nil {
            settings.latency = configuration.latency ?? settings.latency
            settings.fillMilliseconds = configuration.fillMilliseconds
            setFill()
        }
        if let offset = configuration.offsetMilliseconds { settings.otherOffset = offset }
        if let preroll = configuration.prerollMilliseconds { output.prerollMs = Int(preroll) }
        output.change(
            mode: configuration.output ?? output.mode, device: configuration.device ?? output.device,
            fallbackDevice: configuration.fallbackDevice ?? output.fallbackDevice)
        // While it plays, the next device to be attached decides.
        if run == nil || output.mode == .clock { heardOn = output.name }
        tellAudio()
        announce()
        apply(["bpm", "meter", "bell", "volume", "sounds"], from: .here, { _ in then(nil) }) { settings in
            settings.tempo = configuration.tempo ?? settings.tempo
            settings.meter = configuration.meter ?? settings.meter
            settings.bell = configuration.bell ?? settings.bell
            settings.volume = configuration.volume ?? settings.volume
            settings.beatSound = configuration.beatSound ?? settings.beatSound
            settings.bellSound = configuration.bellSound ?? settings.bellSound
        }
    }
}
