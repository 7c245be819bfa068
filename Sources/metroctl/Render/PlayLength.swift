// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
internal import MetronomeBounds
import MetronomeControl
import MetronomeSession

/// How long to play, as a number with `s`, `m` or `h`: `90s`, `5m`, `1:30`; a number alone is in minutes.
struct PlayLength: ExpressibleByArgument {
    let seconds: Double

    init?(argument: String) {
        if let whole = PracticeTimer.seconds(of: argument) {
            seconds = Double(whole)
            return
        }
        let words = argument.split(separator: " ")
        let isInWords = words.count == 2 && words[0].last?.isNumber ?? false && words[1].count > 1
        let argument = isInWords ? words[0] + words[1].prefix(1) : argument[...]
        let units: [Character: Double] = ["s": 1, "m": 60, "h": 3600]
        let unit = argument.last.flatMap { units[$0] }
        let number = unit == nil ? argument : argument.dropLast()
        guard number.utf8.allSatisfy({ "0123456789.".utf8.contains($0) }), let value = Double(number) else {
            return nil
        }
        seconds = value * (unit ?? 60)
        guard seconds > 0, seconds <= 86400 else { return nil }
    }

    /// The whole bars that it takes at a tempo, at least one: the last is played to its end.
    func bars(bpm: Double, beatsInBar: Int) -> Int {
        max(1, Int(clamping: (seconds * bpm / 60 / Double(beatsInBar) - 1e-9).rounded(.up)))
    }
}
