// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
internal import MetronomeBounds
import MetronomeSession

/// How long to play, as a timer says it: `90s`, `5m`, `1:30`, `1h30`; or as a fraction, `1.5h`. A number alone is in minutes.
struct PlayLength: ExpressibleByArgument {
    let seconds: Double

    init?(argument: String) {
        if let whole = (try? PracticeTimer(parsing: argument))?.seconds {
            seconds = Double(whole)
            if whole > Self.longest { return nil }
            return
        }
        let number = argument.prefix { "0123456789.".contains($0) }
        let word = argument.dropFirst(number.count).drop { $0 == " " }.lowercased()
        let unit = Self.units.first { $0.0.hasPrefix(word) }
        guard let value = Double(number), let unit else { return nil }
        seconds = value * unit.1
        guard seconds > 0, seconds <= Double(Self.longest) else { return nil }
    }

    private static let units = [
        ("minutes", 60.0), ("mins", 60), ("seconds", 1), ("secs", 1), ("hours", 3600), ("hrs", 3600),
    ]

    /// A day, in seconds.
    private static let longest: Int64 = 86_400

    /// The whole bars that it takes at a tempo, at least one: the last is played to its end.
    func bars(bpm: Double, beatsInBar: Int) -> Int {
        max(1, Int(clamping: (seconds * bpm / 60 / Double(beatsInBar) - 1e-9).rounded(.up)))
    }
}
