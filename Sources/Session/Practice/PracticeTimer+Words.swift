// SPDX-License-Identifier: Apache-2.0

internal import MetronomeBounds
internal import MetronomeRhythm

extension PracticeTimer {
    package static let kind = Trainer.Kind.timer
    package static let key = Key(
        trainer: kind, member: "timer",
        "Practise for so long; the end is heard",
        discussion: """
            It begins with the next bar, and anew with each start, when the count-in is over. A time is over with the end of \
            the bar that is under way. Then three strokes of the bell are heard within a beat, and the music stops.
            """,
        summary:
            "So many `minutes`, `seconds`, `bars` or `beats`; `5m`, `90s` and `1h30m` too, and a number alone is minutes; or `off`.",
        examples: [
            ("timer 5 minutes", ""), ("timer 90s", ""), ("timer 32 bars", ""), ("timer off", ""),
        ],
        "How long it plays, such as `\"5 minutes\"` or `\"32 bars\"`; or `\"off\"`.")
    package static let grammar =
        "\"5 minutes\", \"1:30\", \"1h30m\", \"32 bars\" or \"64 beats\", or \"off\""

    private static let amounts: ClosedRange<Int64> = 1...100_000

    /// `32 bars`, `64 beats`, `90 seconds`, `5 minutes`, `90s`, `10min`, `1h30m`, `1h30`, `1:30`; a number alone is in minutes.
    package init(parsing text: String) throws(SettingError) {
        if let seconds = Self.seconds(of: text) {
            self.init(seconds, .seconds)
            return
        }
        guard let parts = Self.parts(of: text), let first = parts.first else {
            throw TrainerWords(.timer, text).refusal
        }
        var length = PracticeTimer(first.amount, first.unit)
        if parts.count > 1 || first.isHours {
            let seconds = parts.reduce(Int64(0)) { sum, part in
                sum + part.amount * (part.isHours ? 3600 : part.unit == .minutes ? 60 : 1)
            }
            let isWhole = seconds.isMultiple(of: 60)
            length = PracticeTimer(isWhole ? seconds.quotient(by: 60) : seconds, isWhole ? .minutes : .seconds)
        }
        guard Self.amounts.contains(length.amount) else {
            let (low, high) = (Self.amounts.lowerBound, Self.amounts.upperBound)
            throw SettingError(
                .outOfRange, "a timer has \(low)...\(high) \(length.unit.rawValue), not \(length.amount)",
                minimum: Double(low), maximum: Double(high))
        }
        self = length
    }

    /// A number and what it counts; hours are told apart from minutes.
    private typealias Part = (amount: Int64, unit: Unit, isHours: Bool)

    /// What a text states: one number of anything, or several of hours, minutes and seconds; nil where it is not understood.
    private static func parts(of text: String) -> [Part]? {
        var parts: [Part] = []
        let said = text.lowercased().split(whereSeparator: \.isWhitespace)
        // Two numbers with a blank between them are no number.
        let areApart = zip(said, said.dropFirst()).contains {
            ($0.last?.isNumber ?? false) && ($1.first?.isNumber ?? false)
        }
        var rest = areApart ? "?" : said.joined()[...]
        while !rest.isEmpty {
            let digits = rest.prefix { $0.isASCII && $0.isNumber }
            let word = rest.dropFirst(digits.count).prefix { $0.isLetter }
            // More is no amount, and its sum would not fit.
            guard (1...9).contains(digits.count), let amount = Int64(digits) else { return nil }
            // A number alone counts minutes, and behind another what that is divided into.
            let alone: Unit? =
                switch parts.last {
                case nil, (_, _, true)?: .minutes
                case (_, .minutes, false)?: .seconds
                default: nil
                }
            let isAlone = word.isEmpty && (parts.isEmpty || amount < 60)
            guard let unit = words[String(word)] ?? (isAlone ? alone : nil) else {
                guard ["h", "hour", "hours"].contains(word) else { return nil }
                parts.append((amount, .minutes, true))
                rest = rest.dropFirst(digits.count + word.count)
                continue
            }
            parts.append((amount, unit, false))
            rest = rest.dropFirst(digits.count + word.count)
        }
        return parts.count < 2 || parts.allSatisfy { [.minutes, .seconds].contains($0.unit) } ? parts : nil
    }

    /// What a timer counts, as it is said.
    private static let words: [String: Unit] = [
        "beat": .beats, "beats": .beats, "bar": .bars, "bars": .bars, "s": .seconds, "sec": .seconds, "secs": .seconds,
        "second": .seconds, "seconds": .seconds, "m": .minutes, "min": .minutes, "mins": .minutes,
        "minute": .minutes, "minutes": .minutes,
    ]

    /// The seconds of a length in minutes and seconds, `1:30`, up to 1000 minutes; nil for any other text.
    private static func seconds(of text: String) -> Int64? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        guard parts.count == 2, parts[1].utf8.count == 2, (parts[0] + parts[1]).utf8.allSatisfy(digits.contains),
            let minutes = Int64(parts[0]), let rest = Int64(parts[1]), minutes <= 1000, rest < 60, minutes + rest > 0
        else { return nil }
        return minutes * 60 + rest
    }

    /// The words that are read as this timer.
    public var description: String { amount == 1 ? "1 \(unit.rawValue.dropLast())" : "\(amount) \(unit.rawValue)" }

    package static let record = TrainerRecord<Self>(
        "How long it plays.", mention: "How long it plays; `null` without a timer.",
        [
            .fromBar(),
            .init("length", .whole, "How much it counts.") { timer, _ in .integer(timer.amount) },
            .init("unit", .word(Unit.allCases.map(\.rawValue)), "Of what.") { timer, _ in .string(timer.unit.rawValue)
            },
            .init(
                "end_beat", .orNull(.whole),
                "The beat with which it is over, as the tempo stands: that of the three strokes."
            ) { $1.endBeat.map(PlainValue.integer) },
            .init("end_ns", .orNull(.whole), "When that is heard, CLOCK_MONOTONIC.") {
                $1.endNs.map(PlainValue.integer)
            },
            .init("left_s", .orNull(.number), "Seconds until then.") { $1.secondsLeft.map(PlainValue.number) },
        ])

    /// `4:12 left`.
    private static func left(_ seconds: Double) -> String {
        let seconds = Int(clamping: max(0, seconds).rounded(.up))
        return "\(seconds / 60):\(two(seconds % 60)) left"
    }

    private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

    /// `4:12`, `1:02:09`: whole seconds, rounded up.
    package static func text(_ seconds: Double) -> String {
        let whole = Int(clamping: min(1e9, max(0, seconds)).rounded(.up))
        let (hours, minutes) = (whole / 3600, whole / 60 % 60)
        return (hours > 0 ? "\(hours):\(two(minutes))" : "\(minutes)") + ":" + two(whole % 60)
    }

    package static func sentence(_ facts: [String: PlainValue], bpm: Double, at place: ToldPlace) -> String? {
        let isTime = [Unit.minutes, .seconds].map(\.rawValue).contains(facts["unit"]?.text)
        return facts["left_s"]?.double.map { left($0) + (isTime ? ", to the end of the bar" : "") }
    }

    package func words(at place: TrainerPlace) -> String? { place.secondsLeft.map(Self.left) }

    package func panel(at place: TrainerPlace) -> PracticePanel {
        let left = place.secondsLeft.map { max(0, $0) }
        if let length = seconds.map(Double.init) {
            let left = left ?? length
            return PracticePanel("timer", Self.text(left), .level(min(1, left / length)))
        }
        let perUnit = unit == .bars ? place.grid.beatsPerBar : 1
        let all = Double(amount) * Double(perUnit)
        let beats = place.endBeat.map { max(0, Double($0) - place.position.beats) } ?? all
        let count = Int(clamping: (beats / Double(perUnit)).rounded(.up))
        return PracticePanel(
            "timer",
            ([Self(Int64(count), unit).description] + (left.map { [Self.text($0)] } ?? [])).joined(separator: ", "),
            .level(min(1, beats / all)))
    }
}
