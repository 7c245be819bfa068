// SPDX-License-Identifier: Apache-2.0

internal import Bounds
import Rhythm

extension PracticePanels {
    /// `4:12`, `1:02:09`: whole seconds, rounded up.
    static func time(_ seconds: Double) -> String {
        let whole = Int(clamping: Double.minimum(1e9, .maximum(0, seconds)).rounded(.up))
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let (hours, minutes) = (whole / 3600, whole / 60 % 60)
        return (hours > 0 ? "\(hours):\(two(minutes))" : "\(minutes)") + ":" + two(whole % 60)
    }

    /// `85 in 2 bars`, `120 in 14 bars`, `ends in 3 bars`, `120 reached`.
    static func words(_ speed: PracticePlace.Speed, at moment: Moment) -> String {
        func bars(_ count: Int) -> String { count == 1 ? "in 1 bar" : "in \(count) bars" }
        guard moment.isPlaying else { return "to \(number(speed.target))" }
        if let next = speed.next { return "\(number(next.bpm)) \(bars(next.bars))" }
        guard let left = speed.barsLeft else {
            return speed.part >= 1 ? "\(number(speed.course.last ?? 0)) reached" : "to \(number(speed.target))"
        }
        return speed.stops ? "ends \(bars(left))" : "\(number(speed.course.last ?? 0)) \(bars(left))"
    }

    static func number(_ bpm: Double) -> String {
        (try? Tempo(beatsPerMinute: bpm))?.shown ?? "\(Int(clamping: bpm))"
    }
}
