// SPDX-License-Identifier: Apache-2.0

internal import MetronomeBounds
internal import MetronomeRhythm

extension SpeedTrainer {
    package static let kind = Trainer.Kind.speed
    package static let key = Key(
        trainer: kind, member: "speed_trainer",
        "Practise at a tempo that goes from one to another",
        discussion: """
            It begins with the next bar, and anew with each start: by 5 bpm every 4 bars, or by 10 per minute, unless \
            given. `and back` goes the same way back; then the last tempo goes on, or the music ends (`then stop`), or \
            it begins again (`then again`). A tempo that is set by hand meanwhile is where it goes on from. `when within \
            15 ms` follows the player: a step comes when the last bars were played so near to the beat on average.
            """,
        summary:
            "`[FROM] to TO [by STEP] [every BARS [when within MS] | per minute] [and back] [then stop | then again]`, or "
            + "`off`; FROM is the present tempo unless given.",
        examples: [
            ("trainer speed 60 to 120 by 5 every 4", "from 60 bpm, 5 more every four bars"),
            ("trainer speed to 140 by 8 per minute", "from the present tempo, a little with every beat"),
            ("trainer speed 80 to 120 and back then stop", ""),
            ("trainer speed 80 to 120 when within 15 ms", "faster when the last bars were played well"),
            ("trainer speed off", ""),
        ],
        "A tempo that goes from one to another, such as `\"60 to 120 by 5 every 4\"`; or `\"off\"`.")
    package static let grammar =
        "\"60 to 120 by 5 every 4\" or \"60 to 120 by 10 per minute\", or \"off\""

    /// The bars that a tempo may be held.
    static let bars: ClosedRange<Int64> = 1...1000
    private static let tempi: ClosedRange<Int64> = 1000...1_000_000
    private static let steps: ClosedRange<Int64> = 1...999_000
    /// How far strokes may lie from their places on average, in milliseconds.
    static let distances: ClosedRange<Int64> = 1...200

    /// `[60 to|to] 120 [by 5|by 5%] [every 4 [bars] [when within 15 [ms]]|per minute] [and back] [then hold|stop|again]`:
    /// unless given, it begins with the tempo in force, and goes by 5 bpm every 4 bars, or by 10 per minute.
    package init(parsing text: String) throws(SettingError) {
        var words = TrainerWords(.speed, text)
        var from: Int64?
        if !words.take("to") {
            from = try words.bpm("the first tempo", Self.tempi)
            guard words.take("to") else { throw words.refusal }
        }
        let to = try words.bpm("the last tempo", Self.tempi)
        let step = words.take("by") ? try words.step(of: from, Self.steps) : nil
        let pace: Pace
        var withinMs: Int64?
        if words.take("per") {
            guard words.take("minute") else { throw words.refusal }
            pace = .perMinute(step ?? 10_000)
        } else {
            let every = words.take("every") ? try words.number("the number of bars", Self.bars) : nil
            if every != nil, !words.take("bars") { _ = words.take("bar") }
            pace = .steps(of: step ?? 5000, bars: every ?? 4)
            if words.take("when") {
                guard words.take("within") else { throw words.refusal }
                withinMs = try words.number("the distance from the beat in ms", Self.distances)
                _ = words.take("ms")
            }
        }
        let goesBack = words.take("and")
        if goesBack, !words.take("back") { throw words.refusal }
        var ending = Ending.hold
        if words.take("then") {
            guard let word = words.take(oneOf: Ending.self) else { throw words.refusal }
            ending = word
        }
        try words.end()
        self.init(from: from, to: to, pace: pace, goesBack: goesBack, ending: ending, withinMs: withinMs)
    }

    /// The words that are read as this trainer.
    public var description: String {
        func text(_ thousandths: Int64) -> String { PlainValue.text(Double(thousandths) / 1000) }
        var words = [from.map { text($0) + " to" } ?? "to", text(to)]
        switch pace {
        case .steps(let step, let bars): words.append("by \(text(step)) every \(bars)")
        case .perMinute(let rate): words.append("by \(text(rate)) per minute")
        }
        if let withinMs { words.append("when within \(withinMs) ms") }
        if goesBack { words.append("and back") }
        if ending != .hold { words.append("then \(ending.rawValue)") }
        return words.joined(separator: " ")
    }

    package static let record = TrainerRecord<Self>(
        "A tempo that goes from one to another. The present one is `bpm`.", mention: "Of the tempo; `null` without it.",
        [
            .fromBar("; after a tempo set by hand, the bar of that"),
            .init("from", .number, "The tempo that it has begun with.") { .number(Double($1.begin.tempo) / 1000) },
            .init("to", .number, "The tempo that it leads to.") { trainer, _ in .number(Double(trainer.to) / 1000) },
            .init(
                "next_bpm", .orNull(.number),
                "The next tempo; `null` for the last one, where it changes with every beat, and where a change that waits comes before."
            ) { $0.knownTempo(at: $1).map { .number($0.tempo.beatsPerMinute) } },
            .init("next_beat", .orNull(.whole), "The beat of that, since the start.") {
                $0.knownTempo(at: $1).map { .integer($0.beat) }
            },
            .init(
                "end_beat", .orNull(.whole),
                "The beat with which it is over; `null` where it begins again, and where a change that waits comes before."
            ) { trainer, place in
                trainer.lastBeat(at: place).flatMap(place.asFarAsKnown).map(PlainValue.integer)
            },
            .init(
                "ending", .word(Ending.allCases.map(\.rawValue)),
                "What comes then: the last tempo goes on, the music ends, or it begins again."
            ) { trainer, _ in .string(trainer.ending.rawValue) },
            .init(
                "within_ms", .orNull(.whole),
                "How far the strokes of its bars may lie from their places, as a mean, for the next step; `null` where it "
                    + "follows no player."
            ) { trainer, _ in trainer.withinMs.map(PlainValue.integer) },
        ])

    /// The next tempo, where no change that waits comes before.
    private func knownTempo(at place: TrainerPlace) -> (tempo: Tempo, beat: Int64)? {
        nextTempo(at: place).flatMap { next in place.asFarAsKnown(next.beat).map { (next.tempo, $0) } }
    }

    /// `80 bpm now, 85 bpm in 3 bars, done in 75 bars`.
    package static func sentence(_ facts: [String: PlainValue], bpm: Double, at place: ToldPlace) -> String? {
        var parts = ["\(PlainValue.text(bpm, decimals: 3)) bpm now"]
        // The first tempo may hold before the trainer begins.
        if let next = facts["next_bpm"]?.double, next != bpm, let nextBeat = facts["next_beat"]?.int {
            parts.append("\(PlainValue.text(next, decimals: 3)) bpm \(place.distance(to: nextBeat))")
        } else if let within = facts["within_ms"]?.int, facts["end_beat"]?.int == nil {
            parts.append("on after bars played within \(within) ms")
        }
        if let end = facts["end_beat"]?.int, end > place.beat { parts.append("done \(place.distance(to: end))") }
        return parts.joined(separator: ", ")
    }

    /// `to 120, 85 in 2 bars`.
    package func words(at place: TrainerPlace) -> String? {
        let next = nextTempo(at: place).map { next in
            ", \(PlainValue.text(next.tempo.beatsPerMinute, decimals: 3)) "
                + Self.words(inBars: place.bars(until: next.beat))
        }
        return "to \(PlainValue.text(Double(to) / 1000))" + (next ?? "")
    }

    private static func words(inBars count: Int64) -> String { count == 1 ? "in 1 bar" : "in \(count) bars" }

    /// The most tempi that make a curve.
    private static let most = 160

    package func panel(at place: TrainerPlace) -> PracticePanel {
        let begin = place.begin
        let target = Double(to) / 1000
        if let (tempi, part) = stairs(at: place, most: Int64(Self.most)) {
            return PracticePanel(
                "speed", words(at: place, last: tempi.last ?? target, isOver: part >= 1),
                .way(tempi, isStepped: true, part: part, target: target))
        }
        // One that is there already has no way.
        let way = way(at: place) ?? Double(begin.beat)...Double(begin.beat)
        let length = way.upperBound - way.lowerBound
        var isStepped = false
        var count = 33
        if case .steps = pace {
            isStepped = true
            count = min(Self.most, max(1, Int(clamping: length).quotient(by: place.grid.beatsPerBar)))
        }
        let last = Double(isStepped ? count : count - 1)
        let tempi = (0..<count).map { index -> Double in
            // The last beat of a way that changes with every beat belongs to it.
            let there = way.lowerBound + (length > 0 ? Double(index) / last : 0) * length
            let beat = Int64(clamping: isStepped || index < count - 1 ? there.rounded(.down) : there.rounded(.up) - 1)
            return tempo(at: place.at(max(begin.beat, beat)))?.beatsPerMinute ?? target
        }
        let part = length > 0 ? min(1, max(0, (place.position.beats - way.lowerBound) / length)) : 1
        return PracticePanel(
            "speed", words(at: place, last: tempi[count - 1], isOver: part >= 1),
            .way(tempi, isStepped: isStepped, part: part, target: target))
    }

    /// `85 in 2 bars`, `120 in 14 bars`, `ends in 3 bars`, `120 reached`.
    private func words(at place: TrainerPlace, last: Double, isOver: Bool) -> String {
        func text(_ bpm: Double) -> String { PlainValue.text(bpm, decimals: 1) }
        let target = "to \(text(Double(to) / 1000))" + (withinMs.map { " within \($0) ms" } ?? "")
        guard place.isPlaying else { return target }
        if let next = nextTempo(at: place) {
            return "\(text(next.tempo.beatsPerMinute)) \(Self.words(inBars: place.bars(until: next.beat)))"
        }
        guard let end = lastBeat(at: place), end > place.beat else {
            return isOver ? "\(text(last)) reached" : target
        }
        let left = Self.words(inBars: place.bars(until: end))
        return ending == .stop ? "ends \(left)" : "\(text(last)) \(left)"
    }

    /// `60 to 120 by 5 every 4 bars`.
    package static func told(_ words: String) -> String {
        var all = words.split(separator: " ").map(String.init)
        guard let index = all.firstIndex(of: "every"), index + 1 < all.count, let count = Int(all[index + 1]),
            index + 2 == all.count || !["bar", "bars"].contains(all[index + 2])
        else { return words }
        all.insert(count == 1 ? "bar" : "bars", at: index + 2)
        return all.joined(separator: " ")
    }
}
