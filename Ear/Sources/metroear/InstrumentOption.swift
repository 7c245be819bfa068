// SPDX-License-Identifier: GPL-3.0-or-later

public import ArgumentParser
public import Hearing

/// The device that is listened to.
struct DeviceOption: ParsableArguments {
    @Option(name: .long, help: ArgumentHelp("The ALSA device that is heard.", valueName: "device"))
    var device = "default"
}

/// What is listened to.
struct InstrumentOption: ParsableArguments {
    @Option(
        name: .customLong("for"),
        help: ArgumentHelp(
            "What is played; without it, whatever is heard.",
            valueName: "instrument"))
    var instrument: Instrument?
}

extension Instrument: ExpressibleByArgument {}
