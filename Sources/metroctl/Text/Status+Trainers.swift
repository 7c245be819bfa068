// SPDX-License-Identifier: Apache-2.0

import Control

extension Status {
    /// The trainers that are set, a line for each, and where they are.
    var trainers: String {
        let lines = trainerLines.filter { $0.0 != "timer" }
        return lines.isEmpty ? "no trainer" : lines.map { "\($0.0) \($0.1)" }.joined(separator: "\n")
    }

    /// The name of each trainer, and what is to be said of it.
    var trainerLines: [(String, String)] {
        [
            ("speed", "speed_trainer", speedPlace), ("gap", "gap_trainer", gapPlace),
            ("mute", "random_mute", mutePlace), ("timer", "timer", timerPlace),
        ]
        .compactMap { name, member, place in
            guard let text = otherSettings[member]?.string, text != "off" else { return nil }
            return (name, text + (place.map { ": \($0)" } ?? ""))
        }
    }

    /// `80 bpm, 85 from beat 128, over with beat 416`.
    private var speedPlace: String? {
        guard let speed = practice?.speed else { return nil }
        var parts = ["\(bpmText) bpm"]
        if let next = speed.nextBpm, let beat = speed.nextBeat {
            parts.append("\(JSONValue(next).text) from beat \(beat)")
        }
        if let end = speed.endBeat, end > position?.beatIndex ?? 0 { parts.append("over with beat \(end)") }
        return parts.joined(separator: ", ")
    }

    /// `silent, bar 1 of 2, round 3`.
    private var gapPlace: String? {
        guard let gap = practice?.gap else { return nil }
        let unit = gap.unit == "beats" ? "beat" : "bar"
        return "\(gap.silent ? "silent" : "heard"), \(unit) \(gap.passed + 1) of \(gap.length), round \(gap.round)"
    }

    /// `4:12 left`.
    private var timerPlace: String? {
        guard let left = practice?.timer?.leftS else { return nil }
        let seconds = Int(left.rounded(.up))
        return "\(seconds / 60):\(seconds % 60 < 10 ? "0" : "")\(seconds % 60) left"
    }

    /// `silent, 30 % in this bar`.
    private var mutePlace: String? {
        guard let mute = practice?.mute else { return nil }
        return "\(mute.silent ? "silent" : "heard"), \(mute.percent.text(decimals: 1)) % in this bar"
    }
}
