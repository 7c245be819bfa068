// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// A tempo that goes from one value to another, along beats that are counted from its begin. Before the begin it is the first
/// value, after its length the second.
struct TempoCourse {
    private let isLinearInBeats: Bool
    /// Beats a minute, at the begin and after the length.
    private let (start, end): (Double, Double)
    /// In beats, more than 0.
    private let length: Double

    /// The tempi that are calculated with.
    static let tempi = 1e-3...1e6

    /// Nil for a curve that is none of those known, and for numbers that cannot be calculated with.
    init?(_ curve: String, from start: Double, to end: Double, length: Double) {
        switch curve {
        case "linear_in_beats": isLinearInBeats = true
        case "linear_in_time": isLinearInBeats = false
        default: return nil
        }
        guard Self.tempi.contains(start), Self.tempi.contains(end), length > 0, length < 0x1p53 else { return nil }
        (self.start, self.end, self.length) = (start, end, length)
    }

    /// The tempo at a place.
    func bpm(at beats: Double) -> Double {
        let part = min(max(beats / length, 0), 1)
        guard !isLinearInBeats else { return start + (end - start) * part }
        return (start * start + (end * end - start * start) * part).squareRoot()
    }

    /// The minutes from the begin to a place; below 0 before it.
    func minutes(at beats: Double) -> Double {
        guard beats > 0 else { return beats / start }
        let within = min(beats, length)
        let beyond = (beats - within) / end
        guard isLinearInBeats else { return 2 * within / (start + bpm(at: within)) + beyond }
        let change = (end - start) / length
        return abs(change) * length < 1e-9 * start
            ? within / start + beyond : log1p(change * within / start) / change + beyond
    }

    /// The place that is reached `minutes` minutes after the begin.
    func beats(atMinutes minutes: Double) -> Double {
        guard minutes > 0 else { return minutes * start }
        let whole = self.minutes(at: length)
        guard minutes < whole else { return length + (minutes - whole) * end }
        guard isLinearInBeats else { return minutes * (start + (end - start) * minutes / whole / 2) }
        let change = (end - start) / length
        return abs(change) * length < 1e-9 * start ? minutes * start : expm1(change * minutes) * start / change
    }
}
