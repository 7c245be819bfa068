// SPDX-License-Identifier: Apache-2.0

internal import Bounds
import Control
import Rhythm
import Session

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

    private var timerPlace: String? { practice?.timer?.leftS.map(Self.left) }

    /// `4:12 left`.
    private static func left(_ seconds: Double) -> String {
        let seconds = Int(clamping: max(0, seconds).rounded(.up))
        return "\(seconds / 60):\(seconds % 60 < 10 ? "0" : "")\(seconds % 60) left"
    }

    /// `silent, 30 % in this bar`.
    private var mutePlace: String? {
        guard let mute = practice?.mute else { return nil }
        return "\(mute.silent ? "silent" : "heard"), \(mute.percent.text(decimals: 1)) % in this bar"
    }

    /// Where the trainers are at what is heard, for a line that is drawn again and again: `to 120, 85 in 2 bars`, `gap: bar 1
    /// of 2, silent`, `4:12 left`. None while nothing plays.
    func practiceParts(_ heard: HeardMoment, atNs now: Int64) -> [String] {
        guard heard.isPlaying, let course = PracticeCourse(heard, self) else { return [] }
        let (beat, grid) = (heard.position.whole, heard.grid)
        var parts: [String] = []
        if let speed = course.speed {
            let target = (Double(speed.trainer.to) / 1000).text(decimals: 3)
            let next = course.nextTempo(afterBeat: beat, in: grid).map { next in
                let bars = grid.bar(ofBeat: next.beat) - grid.bar(ofBeat: beat)
                return ", \(next.tempo.beatsPerMinute.text(decimals: 3)) in \(bars) bar\(bars == 1 ? "" : "s")"
            }
            parts.append("to \(target)" + (next ?? ""))
        }
        if let gap = course.gap, let place = course.gapPlace(ofBeat: beat, in: grid) {
            let unit = gap.trainer.unit == .beats ? "beat" : "bar"
            parts.append(
                "gap: \(unit) \(place.passed + 1) of \(place.length)" + (place.isSilent ? ", silent" : ""))
        }
        if let mute = course.mute, beat >= mute.beat {
            let percent = mute.trainer.percent(inBar: max(0, grid.bar(ofBeat: beat) - mute.bar))
            parts.append(
                "mute \(percent.text(decimals: 1)) %" + (course.isMuted(beat: beat, in: grid) ? ", silent" : ""))
        }
        if let end = practice?.timer?.endNs { parts.append(Self.left(Double(end - now) / 1e9)) }
        return parts
    }
}
