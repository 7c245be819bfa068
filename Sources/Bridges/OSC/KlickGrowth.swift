// SPDX-License-Identifier: Apache-2.0

internal import MetronomeControl
internal import MetronomeRhythm
internal import MetronomeSession

/// klick's growth of the tempo: its numbers, and the speed trainer that the numbers ask for.
struct KlickGrowth: Sendable {
    /// Beats per minute that are added with each bar, below 0 taken away; 0 for none.
    private(set) var increment = 0.0
    /// The tempo with which the growth begins; 0 for `tempo`.
    private(set) var start = 0.0
    /// The tempo with which the growth ends; 0 for none, or for `tempo` where there is a start.
    private(set) var limit = 0.0
    /// The tempo that was set while there is a growth, in bpm; nil for that of the status.
    private(set) var tempo: Double?
    /// The trainer that was asked for or told last.
    private var trainer: SpeedTrainer?

    /// Where a growth without a limit ends, in bpm.
    private static let noLimit = (up: 999.0, down: 1.0)

    /// The tempi that the daemon takes, in bpm.
    static let tempi = Double(Tempo.range.lowerBound)...Double(Tempo.range.upperBound)

    /// Whether the tempo grows or falls.
    var isOn: Bool { increment != 0 }

    /// Sets one of the numbers, by klick's name for it. Returns the words for the daemon.
    ///
    /// - Parameters:
    ///   - present: the tempo in force, in bpm.
    ///   - isPlaying: whether a growth without a start goes on from the present tempo.
    mutating func set(_ name: String, _ number: Double, present: Double?, isPlaying: Bool) -> [[String]] {
        let before = isOn
        switch name {
        case "tempo_increment": increment = number
        case "tempo_start": start = number
        default: limit = number
        }
        if isOn {
            tempo = tempo ?? present
            let words = words(isPlaying ? nil : tempo, present: present)
            trainer = try? SpeedTrainer(parsing: words.joined(separator: " "))
            return [["trainer", "speed"] + words]
        }
        guard before else { return [] }
        // What the next start plays is the tempo from before the growth.
        let former = isPlaying || tempo == present ? nil : tempo
        (tempo, trainer) = (nil, nil)
        return [["trainer", "speed", "off"]] + (former.map { [["tempo", Self.word($0)]] } ?? [])
    }

    /// Takes in a tempo that is set. Returns the words of the trainer that the tempo asks for; nil where that trainer is set already.
    mutating func set(tempo number: Double) -> [String]? {
        guard isOn, Self.tempi.contains(number) else {
            return nil
        }
        tempo = number
        // Another client's trainer may do more than klick's numbers say.
        guard start == 0 || limit == 0, trainer?.isOfKlick ?? true else { return nil }
        let words = words(number, present: number)
        guard let new = try? SpeedTrainer(parsing: words.joined(separator: " ")), new != trainer else { return nil }
        trainer = new
        return ["trainer", "speed"] + words
    }

    /// The words of the trainer: without a start it begins with the tempo `begin`, or where that is nil with the present tempo.
    private func words(_ begin: Double?, present: Double?) -> [String] {
        var begin = start > 0 ? start : begin
        let none = increment > 0 ? Self.noLimit.up : Self.noLimit.down
        let end = limit > 0 ? limit : start > 0 ? tempo ?? none : none
        // klick leaps to an end that lies behind it.
        if let first = begin ?? present, (end - first) * increment < 0 { begin = end }
        return (begin.map { [Self.word($0)] } ?? [])
            + ["to", Self.word(end), "by", Self.word(abs(increment)), "every", "1"]
    }

    private static func word(_ number: Double) -> String { OSCArgument.double(number).word ?? "0" }

    /// Takes the numbers from the trainer that is set. Without a trainer, start and limit stay for a growth to come.
    mutating func follow(_ status: Status) {
        let text = status.settings.others["speed_trainer"]?.string ?? ""
        trainer = try? SpeedTrainer(parsing: text)
        guard let trainer else { return (increment, tempo) = (0, nil) }
        let (from, to) = (trainer.from.map { Double($0) / 1000 }, Double(trainer.to) / 1000)
        // klick has no growth by the minute.
        let step = if case .steps(let step, let bars) = trainer.pace { Double(step) / Double(bars) / 1000 } else { 0.0 }
        if !isAsked(from, to, by: step) {
            let isDown = to < from ?? to
            increment = isDown ? -step : step
            limit = to == (isDown ? Self.noLimit.down : Self.noLimit.up) ? 0 : to
            (start, tempo) = (limit == 0 ? 0 : from ?? 0, nil)
        }
        // A trainer whose end lies behind its beginning is at the end at once, and does not say the tempo.
        if start == 0 { tempo = from == to ? tempo ?? from : from ?? tempo } else if limit == 0 { tempo = to }
    }

    /// Whether a trainer is one that the numbers ask for, at some tempo.
    private func isAsked(_ from: Double?, _ to: Double, by step: Double) -> Bool {
        func isNear(_ one: Double, _ other: Double) -> Bool { abs(one - other) < 0.001 }
        let first = from ?? to
        guard isOn, isNear(abs(increment), step), (to - first) * increment >= 0 else { return false }
        let isEnd =
            limit > 0 ? isNear(limit, to) : start > 0 || to == (increment > 0 ? Self.noLimit.up : Self.noLimit.down)
        return isEnd && (start == 0 || isNear(start, first) || first == to)
    }

    /// A trainer with these numbers was refused.
    mutating func refuse(_ status: Status?) {
        self = KlickGrowth()
        if let status { follow(status) }
    }

    /// A tempo was refused, and a trainer that begins or ends with it.
    mutating func refuseTempo(_ status: Status?) {
        tempo = nil
        if let status { follow(status) }
    }
}

extension SpeedTrainer {
    /// Whether klick's numbers say all of the trainer.
    fileprivate var isOfKlick: Bool {
        guard case .steps(_, 1) = pace else { return false }
        return !goesBack && ending == .hold && withinMs == nil
    }
}
