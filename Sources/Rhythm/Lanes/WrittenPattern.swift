// SPDX-License-Identifier: Apache-2.0

internal import MetronomeBounds

/// What a lane plays, as one writes it: steps, a number of strokes in a bar or a beat, a polyrhythm or a schedule.
///
/// It fits every bar: what is played follows from the bar that it is asked for, ``pattern(inBarsOf:)``.
public struct WrittenPattern: Sendable, Hashable, CustomStringConvertible {
    /// How long its cycle is.
    enum Length: Sendable, Hashable {
        /// A number of bars, whatever the number of steps.
        case bars(Int64)
        /// A number of beats.
        case beats(Ratio)
        /// As long as its steps, of which this number make a beat.
        case perBeat(Int64)
        /// As long as its steps, of which this number make a bar.
        case perBar(Int64)
    }

    enum Content: Sendable, Hashable {
        case steps([StepReader.Step], Length)
        /// How many strokes each voice has in one bar, all voices in one lane.
        case polyrhythm([Int64])
        case schedule(WrittenSchedule)
    }

    /// The text as it was written, without the bar lines, which would separate lanes.
    public let description: String
    let content: Content

    /// The strokes that a bar or a beat may be divided into by a number.
    static let divisions: ClosedRange<Int64> = 1...64
    /// The beats or bars that a cycle may last.
    static let lengths: ClosedRange<Int64> = 1...64

    /// Reads a pattern:
    ///
    /// - `x...x...`: steps that share a bar; `over 2 bars` or `over 5 beats` behind them says how long they last, `4 per beat`
    ///   or `16 per bar` how long each one does;
    /// - `3 per beat`, `5 per bar`: 3 strokes in each beat, 5 strokes in each bar;
    /// - `3:2`, `5:4:3`: a bar of 3 strokes against 2, or of 5 against 4 and 3;
    /// - `every …`, `cycle …`, `moments …`: a schedule.
    ///
    /// Throws, with the column of the mistake, counted from the one that is given.
    public init(parsing text: String, column: Int = 1) throws(RhythmError) {
        let words = Word.words(of: text)
        guard let first = words.first else {
            throw .invalid("a pattern is missing: write steps such as x...x..., 3 per beat, 5:4 or every 2 beats")
        }
        let asWritten = words.map(\.text).joined(separator: " ")
        if WrittenSchedule.keywords.contains(first.text) {
            description = asWritten
            content = .schedule(try WrittenSchedule(words, column: column))
            return
        }
        if words.count == 1, let voices = try Self.polyrhythm(first, column: column) {
            description = asWritten
            content = .polyrhythm(voices)
            return
        }
        var steps = words
        let length = try Self.length(takenFrom: &steps, column: column)
        guard let begin = steps.first?.column else {
            // Only a number of strokes, without steps.
            description = asWritten
            switch length {
            case .perBeat(let count), .perBar(let count):
                content = .steps(Array(repeating: .init(accent: .normal), count: Int(count)), length)
            case .bars, .beats:
                throw .invalid("column \(column): steps are missing: write such as x..x. over 5 beats")
            }
            return
        }
        // The blanks between them are kept, so that columns are right.
        let end = steps.last.map { $0.column + $0.text.count } ?? begin
        var reader = StepReader(String(text.prefix(end).dropFirst(begin)), column: column + begin)
        let read = try reader.steps()
        if case .beats(let beats) = length, let step = beats.divided(by: Int64(read.count)), step < Self.shortestStep {
            throw .invalid(
                "column \(column): \(read.count) steps over \(beats) beats are too short: a step lasts 1/240000 of a beat at "
                    + "least, which is 0.25 ms at 1 bpm")
        }
        content = .steps(read, length)
        description = Word.words(of: asWritten.replacing("|", with: " ")).map(\.text).joined(separator: " ")
    }

    /// The shortest step or length of a pattern, in beats: at 1 bpm as long as the shortest one in seconds.
    static let shortestStep = Ratio(reduced: 1, over: 240_000)

    /// The numbers of a polyrhythm such as `5:4:3`; nil for another word.
    private static func polyrhythm(_ word: Word, column: Int) throws(RhythmError) -> [Int64]? {
        let parts = word.text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count > 1 else { return nil }
        var voices: [Int64] = []
        for part in parts {
            guard let count = Int64(part), divisions.contains(count), !part.hasPrefix("+") else {
                throw .invalid(
                    "column \(column + word.column): \(RhythmError.quote(word.text)) is no polyrhythm: write 2 to 8 numbers 1...64, "
                        + "such as 3:2 or 5:4:3")
            }
            voices.append(count)
        }
        guard voices.count <= 8 else {
            throw .invalid("column \(column + word.column): a polyrhythm has at most 8 voices, not \(voices.count)")
        }
        return voices
    }

    /// Takes the words that say how long it lasts; a bar without any.
    private static func length(takenFrom words: inout [Word], column: Int) throws(RhythmError) -> Length {
        if let over = words.firstIndex(where: { $0.text == "over" }) {
            let place = column + words[over].column
            let rest = words[(over + 1)...].map(\.text)
            words.removeSubrange(over...)
            let wrong = RhythmError.invalid(
                "column \(place): over says how long the steps last: over 2 bars, over 5 beats or over 3/2 beats, 1...64"
            )
            guard rest.count == 2 else { throw wrong }
            switch rest[1] {
            case "bar", "bars":
                guard let bars = Int64(rest[0]), lengths.contains(bars) else { throw wrong }
                return .bars(bars)
            case "beat", "beats":
                guard let beats = Ratio(fraction: rest[0]), beats.numerator > 0, !(Ratio(reduced: 64) < beats) else {
                    throw wrong
                }
                return .beats(beats)
            default: throw wrong
            }
        }
        guard let per = words.firstIndex(where: { $0.text == "per" }) else { return .bars(1) }
        let wrong = RhythmError.invalid(
            "column \(column + words[per].column): per says how many steps there are: 4 per beat or 16 per bar, 1...64")
        guard per > 0, per + 2 == words.count, let count = Int64(words[per - 1].text), divisions.contains(count) else {
            throw wrong
        }
        let unit = words[per + 1].text
        words.removeSubrange((per - 1)...)
        switch unit {
        case "beat": return .perBeat(count)
        case "bar": return .perBar(count)
        default: throw wrong
        }
    }

    // MARK: what is played

    /// Whether it lasts a number of bars, or a stroke part of a bar: in bars of another length it is faster or slower.
    public var fillsBars: Bool {
        switch content {
        case .steps(_, .bars), .steps(_, .perBar), .polyrhythm: true
        case .steps(_, .beats), .steps(_, .perBeat), .schedule: false
        }
    }

    /// The schedule that it is; nil for another pattern.
    public var schedule: WrittenSchedule? { if case .schedule(let schedule) = content { schedule } else { nil } }

    /// The numbers of a polyrhythm; nil for another pattern.
    public var voices: [Int]? { if case .polyrhythm(let voices) = content { voices.map { Int($0) } } else { nil } }

    /// The onsets of a cycle, in bars of these beats, which are given in quarter notes. Throws where they are too many or too
    /// fine; of a schedule in seconds there is none without a tempo.
    public func pattern(inBarsOf bar: [Ratio]) throws(RhythmError) -> Pattern {
        let whole = try Self.length(of: bar)
        switch content {
        case .steps(let steps, let length):
            let beat = bar.first ?? .one
            let count = Int64(steps.count)
            let step: Ratio? =
                switch length {
                case .bars(let bars): whole.times(bars)?.divided(by: count)
                case .beats(let beats): beats.multiplied(by: beat)?.divided(by: count)
                case .perBeat(let parts): beat.divided(by: parts)
                case .perBar(let parts): whole.divided(by: parts)
                }
            guard let step else { throw Self.tooFine }
            return try Self.pattern(step, steps)
        case .polyrhythm(let voices): return try Self.pattern(of: voices, in: whole)
        case .schedule(let schedule): return try schedule.plan(inBarsOf: bar, tempo: Tempo(), beat: .one).pattern
        }
    }

    /// What the pattern is counted from where nothing else is said: a cycle that fits into the bar begins with each bar, a cycle
    /// of whole bars where the bars begin to be counted, and any other cycle with the run.
    public func usualAnchor(inBarsOf bar: [Ratio]) -> WrittenLane.Anchor {
        guard schedule == nil, let pattern = try? pattern(inBarsOf: bar) else { return .run }
        return usualAnchor(of: pattern, inBarsOf: bar)
    }

    /// What the pattern is counted from where nothing else is said, by `pattern`, as which it is played in these bars.
    func usualAnchor(of pattern: Pattern, inBarsOf bar: [Ratio]) -> WrittenLane.Anchor {
        guard let whole = try? Self.length(of: bar),
            let cycle = Ratio(Int64(pattern.cycle), over: Int64(pattern.denominator))
        else { return .run }
        if whole.isMultiple(of: cycle) { return .bar }
        return cycle.isMultiple(of: whole) ? .passage : .run
    }

    static let tooFine = RhythmError.invalid("the parts of the pattern are too fine for this bar")

    /// The length of a bar.
    static func length(of bar: [Ratio]) throws(RhythmError) -> Ratio {
        var sum = Ratio.zero
        for beat in bar {
            guard let next = sum.adding(beat) else { throw tooFine }
            sum = next
        }
        return sum.numerator > 0 ? sum : .one
    }

    private static func pattern(_ step: Ratio, _ steps: [StepReader.Step]) throws(RhythmError) -> Pattern {
        let (length, overflows) = step.numerator.multipliedReportingOverflow(by: Int64(steps.count))
        guard !overflows, Pattern.range.contains(Int(length)), Pattern.range.contains(Int(step.denominator)) else {
            throw tooFine
        }
        var onsets: [Pattern.Onset] = []
        for (index, step_) in steps.enumerated() where step_.accent != .mute && step_.percent > 0 {
            onsets.append(
                Pattern.Onset(
                    place: Int32(clamping: Int64(index) * step.numerator), accent: step_.accent,
                    chance: Double(step_.percent) / 100))
        }
        return try Pattern(cycle: Int(length), denominator: Int(step.denominator), onsets: onsets)
    }

    /// The strokes of each voice, spread over a bar. Strokes that fall together are one, with an accent.
    private static func pattern(of voices: [Int64], in whole: Ratio) throws(RhythmError) -> Pattern {
        guard let parts = leastCommonMultiple(of: voices, atMost: Pattern.longest), let part = whole.divided(by: parts)
        else { throw tooFine }
        var strokes: [Int64: Int] = [:]
        for voice in voices {
            let distance = parts.flooredDivision(by: voice).quotient
            for stroke in 0..<voice { strokes[stroke * distance, default: 0] += 1 }
        }
        let (length, overflows) = part.numerator.multipliedReportingOverflow(by: parts)
        guard !overflows, Pattern.range.contains(Int(length)) else { throw tooFine }
        return try Pattern(
            cycle: Int(length), denominator: Int(part.denominator),
            onsets: strokes.sorted { $0.key < $1.key }.map {
                Pattern.Onset(place: Int32(clamping: $0.key * part.numerator), accent: $0.value > 1 ? .accent : .normal)
            })
    }

    /// Patterns that are written alike are equal.
    public static func == (one: WrittenPattern, other: WrittenPattern) -> Bool { one.description == other.description }

    /// Hashes the written text.
    public func hash(into hasher: inout Hasher) { hasher.combine(description) }
}

extension Ratio {
    /// A part of it; nil where it does not fit.
    func divided(by count: Int64) -> Ratio? {
        Ratio(wide: Int128(numerator), over: Int128(denominator) * Int128(count))
    }

    /// Whether another goes into it, which is more than 0.
    func isMultiple(of other: Ratio) -> Bool {
        let parts = Int128(denominator) * Int128(other.numerator)
        return parts > 0 && (Int128(numerator) * Int128(other.denominator)).flooredDivision(by: parts).remainder == 0
    }

    /// A plain decimal or a fraction: `1.5`, `3/2`.
    init?(fraction text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count <= 2, let first = Ratio(decimal: parts[0]) else { return nil }
        guard parts.count == 2 else {
            self = first
            return
        }
        guard let second = Int64(parts[1]), second > 0, let ratio = first.divided(by: second) else { return nil }
        self = ratio
    }
}
