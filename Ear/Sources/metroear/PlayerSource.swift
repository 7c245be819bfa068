// SPDX-License-Identifier: GPL-3.0-or-later

import Bridges
import Hearing

/// A player at a microphone.
struct PlayerSource: StrokeSource {
    private let listening: Listening
    private let hearsClicks: Bool

    init(_ listening: Listening, hearsClicks: Bool) {
        (self.listening, self.hearsClicks) = (listening, hearsClicks)
    }

    var name: String { listening.device }
    var trouble: String? { listening.trouble }

    func turn(atNs now: Int64, clicks: (Range<Int64>) -> [HeardClick]) -> [StrokeReport] {
        listening.turn(atNs: now, waitingMs: 0) { stretch in
            hearsClicks ? clicks(stretch).map { ($0.ns, $0.sound) } : []
        }.map { report in
            switch report {
            case .heard(let onset): .stroke(ns: onset.ns, strength: onset.strength)
            case .say(let line): .say(line)
            }
        }
    }
}
