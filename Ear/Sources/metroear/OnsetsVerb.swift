// SPDX-License-Identifier: GPL-3.0-or-later

import ArgumentParser
import Hearing
import Programs

/// `onsets`: those of a file.
struct OnsetsVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "onsets",
        abstract: "Print the onsets of a sound file",
        discussion: """
            Each line has the time of an onset since the beginning of the file, in seconds, and its strength: the peak of its first 20 ms, 1 \
            at full scale. Files are those that libsndfile reads: WAV, AIFF, FLAC, Ogg and more.
            """)

    @Argument(help: ArgumentHelp("The file.", valueName: "file"))
    var path: String

    @OptionGroup var heard: InstrumentOption

    @Flag(name: .long, help: "Print each onset as a line of JSON: {\"seconds\": 1.234567, \"strength\": 0.8}.")
    var json = false

    func run() throws {
        let file: SoundFile
        do { file = try SoundFile(path) } catch {
            throw ProgramFailure.failed("cannot read \(path): \(error.reason)")
        }
        guard let detector = OnsetDetector(rate: file.rate, for: heard.instrument) else {
            let rates = OnsetDetector.rates
            throw ProgramFailure.failed(
                "cannot hear \(path): it has \(file.rate) Hz; \(rates.lowerBound) to \(rates.upperBound) can be heard, so resample it"
            )
        }
        while case let frames = file.read(), !frames.isEmpty {
            try print(detector.take(frames), rate: Double(file.rate))
        }
        try print(detector.end(), rate: Double(file.rate))
    }

    private func print(_ onsets: [Onset], rate: Double) throws {
        for onset in onsets {
            let (seconds, strength) = (Decimals.text(onset.frame / rate, 6), Decimals.text(onset.strength, 3))
            try Metroear.write(
                json ? "{\"seconds\": \(seconds), \"strength\": \(strength)}\n" : "\(seconds)  \(strength)\n")
        }
    }
}
