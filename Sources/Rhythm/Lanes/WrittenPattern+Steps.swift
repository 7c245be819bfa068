// SPDX-License-Identifier: Apache-2.0

extension WrittenPattern {
    /// The pattern with other steps, by their numbers from 1. Its repeats are written out. Throws where it has no such step.
    func with(steps others: [Int: StepReader.Step]) throws(RhythmError) -> WrittenPattern {
        guard let last = others.keys.max() else { return self }
        guard case .steps(var steps, let length) = content else {
            throw .invalid("\(RhythmError.quote(description)) is not made of steps, of which one could be another")
        }
        guard last <= steps.count else {
            throw .outOfRange("there is no step \(last): \(steps.count) is the last one", 1...steps.count)
        }
        for (number, step) in others { steps[number - 1] = step }
        return try WrittenPattern(parsing: steps.map(\.sign).joined() + length.words)
    }
}

extension StepReader.Step {
    /// The step as it is written: a sign, and its chance.
    fileprivate var sign: String { String(accent.sign) + (percent < 100 && accent != .mute ? "%\(percent)" : "") }
}

extension WrittenPattern.Length {
    /// What is written behind the steps; nothing for one bar.
    fileprivate var words: String {
        switch self {
        case .bars(1): ""
        case .bars(let bars): " over \(bars) bars"
        case .beats(let beats): " over \(beats) beats"
        case .perBeat(let count): " \(count) per beat"
        case .perBar(let count): " \(count) per bar"
        }
    }
}
