// SPDX-License-Identifier: GPL-3.0-or-later

import ArgumentParser
import Glibc
import Hearing
import Linux
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

    @Option(name: .long, help: ArgumentHelp("The ALSA device that is heard.", valueName: "device"))
    var device = "default"

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
        var complaint: String?
        while !Self.isReadable(signals.descriptor, within: complaint == nil ? 0 : 1000) {
            do {
                let microphone = try Microphone(device)
                guard let onsets = HeardOnsets(rate: microphone.rate, for: heard.instrument) else {
                    throw ProgramFailure.failed("\(device) has \(microphone.rate) Hz, which cannot be heard")
                }
                say("hears \(device) at \(microphone.rate) Hz; nothing of the sound is kept")
                complaint =
                    try listen(to: microphone, onsets, until: signals) ? nil : "\(device) is gone; waiting for it"
                if complaint == nil { return }
                say(complaint ?? "")
            } catch let refusal as Microphone.Refusal {
                let reason = "cannot hear \(device): \(refusal.reason); trying again"
                if complaint == nil { say(reason) }
                complaint = reason
            }
        }
    }

    private func say(_ text: String) { if !quiet { Metroear.say(text) } }

    /// Listens until a signal comes, which is true, or the device is lost.
    private func listen(to microphone: Microphone, _ heard: HeardOnsets, until signals: Signals) throws -> Bool {
        var (onsets, silentTurns) = (heard, 0)
        while !Self.isReadable(signals.descriptor, within: 0) {
            switch microphone.turn(waitingMs: 200) {
            case .frames(let frames):
                // A device that says nothing for two seconds hangs.
                silentTurns = frames.isEmpty ? silentTurns + 1 : 0
                if silentTurns > 10 { return false }
                try print(onsets.take(frames, behind: microphone.behind()))
            case .xrun:
                say("frames were lost; strokes near them may be missed")
                onsets.restart()
            case .lost: return false
            }
        }
        return true
    }

    private func print(_ onsets: [HeardOnsets.Heard]) throws {
        for onset in onsets {
            let strength = Decimals.text(onset.strength, 3)
            let line =
                json
                ? "{\"time_ns\": \(onset.ns), \"strength\": \(strength)}"
                : "\(Decimals.text(Double(onset.ns) / 1e9, 6))  \(strength)"
            try Metroear.write(line + "\n")
        }
    }

    private static func isReadable(_ descriptor: CInt, within ms: CInt) -> Bool {
        var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return unsafe poll(&request, 1, ms) > 0
    }
}
