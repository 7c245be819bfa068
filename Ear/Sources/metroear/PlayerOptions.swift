// SPDX-License-Identifier: GPL-3.0-or-later

import ArgumentParser
import Hearing

/// A player beside the metronome.
struct PlayerOptions: ParsableArguments {
    @OptionGroup var microphone: DeviceOption
    @OptionGroup var heard: InstrumentOption

    @Flag(name: .long, help: "The microphone does not hear the metronome.")
    var headphones = false

    var source: PlayerSource {
        PlayerSource(Listening(microphone.device, for: heard.instrument), hearsClicks: !headphones)
    }
}
