// SPDX-License-Identifier: Apache-2.0

extension SpeedTrainer: CustomStringConvertible {
    /// The bars that a tempo may be held.
    static let bars: ClosedRange<Int64> = 1...1000
    private static let tempi: ClosedRange<Int64> = 1000...1_000_000
    private static let steps: ClosedRange<Int64> = 1...999_000

    /// `[60 to|to] 120 [by 5|by 5%] [every 4 [bars]|per minute] [and back] [then hold|stop|again]`: unless given, it begins with the
    /// tempo in force, and goes by 5 bpm every 4 bars, or by 10 per minute.
    init(parsing text: String) throws(SettingError) {
        var words = TrainerWords(.speed, text)
        var from: Int64?
        if !words.take("to") {
            from = try words.bpm("the first tempo", Self.tempi)
            guard words.take("to") else { throw words.refusal }
        }
        let to = try words.bpm("the last tempo", Self.tempi)
        let step = words.take("by") ? try words.step(of: from, Self.steps) : nil
        let pace: Pace
        if words.take("per") {
            guard words.take("minute") else { throw words.refusal }
            pace = .perMinute(step ?? 10_000)
        } else {
            let every = words.take("every") ? try words.number("the number of bars", Self.bars) : nil
            if every != nil, !words.take("bars") { _ = words.take("bar") }
            pace = .steps(of: step ?? 5000, bars: every ?? 4)
        }
        let goesBack = words.take("and")
        if goesBack, !words.take("back") { throw words.refusal }
        var ending = Ending.hold
        if words.take("then") {
            guard let word = words.take(oneOf: Ending.self) else { throw words.refusal }
            ending = word
        }
        try words.end()
        self.init(from: from, to: to, pace: pace, goesBack: goesBack, ending: ending)
    }

    /// The words that are read as this trainer.
    public var description: String {
        func text(_ thousandths: Int64) -> String { PlainValue.text(Double(thousandths) / 1000) }
        var words = [from.map { text($0) + " to" } ?? "to", text(to)]
        switch pace {
        case .steps(let step, let bars): words.append("by \(text(step)) every \(bars)")
        case .perMinute(let rate): words.append("by \(text(rate)) per minute")
        }
        if goesBack { words.append("and back") }
        if ending != .hold { words.append("then \(ending.rawValue)") }
        return words.joined(separator: " ")
    }
}
