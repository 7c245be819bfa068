// SPDX-License-Identifier: GPL-3.0-or-later

import ArgumentParser
import Glibc
import Hearing
import MetronomeLinux
import Programs

/// `listen`: onsets as they are played.
struct ListenVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "listen",
        abstract: "Print onsets as they are played",
        discussion: """
            Each line has the time of an onset at the microphone, in seconds of CLOCK_MONOTONIC, and its strength: the peak of its first \
            20 ms, 1 at full scale. It is printed some 90 ms after it was played. What the driver and the converter add is in the time: the \
            device tells most of it, or nothing.

            A device that is lost is opened again once it is there. It runs until it is interrupted.
            """)

    @OptionGroup var microphone: DeviceOption
    @OptionGroup var heard: InstrumentOption

    @Flag(name: .long, help: "Print each onset as a line of JSON: {\"time_ns\": 81234567890123, \"strength\": 0.8}.")
    var json = false

    @Flag(name: .shortAndLong, help: "Say nothing of devices on standard error.")
    var quiet = false

    func run() throws {
        let signals: Signals
        do { signals = try Signals([SIGINT, SIGTERM, SIGHUP]) } catch {
            throw ProgramFailure.failed(error.message)
        }
        let listening = Listening(microphone.device, for: heard.instrument)
        while !Self.isReadable(signals.descriptor, within: listening.isOpen ? 0 : 200) {
            for report in listening.turn(atNs: MonotonicClock.nowNs, waitingMs: 200) {
                switch report {
                case .heard(let onset): try print(onset)
                case .say(let line): if !quiet { Metroear.report(line) }
                }
            }
        }
    }

    private func print(_ onset: HeardOnsets.Heard) throws {
        let strength = Decimals.text(onset.strength, 3)
        let line =
            json
            ? "{\"time_ns\": \(onset.ns), \"strength\": \(strength)}"
            : "\(Decimals.text(Double(onset.ns) / 1e9, 6))  \(strength)"
        try Metroear.write(line + "\n")
    }

    private static func isReadable(_ descriptor: CInt, within ms: CInt) -> Bool {
        var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return unsafe poll(&request, 1, ms) > 0
    }
}
