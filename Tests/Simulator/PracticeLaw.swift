// SPDX-License-Identifier: Apache-2.0

#if DEBUG || Fuzzing
internal import MetronomeControl
internal import MetronomeRhythm
internal import MetronomeSession

/// Trainers do what the status tells of them, in bars that are counted from where it says that they have begun.
struct PracticeLaw {
    private let timeline: TimelineState
    private let nowNs: Int64

    init(_ timeline: TimelineState, atNs now: Int64) { (self.timeline, nowNs) = (timeline, now) }

    func look(at status: JSONValue) throws(BrokenLaw) {
        guard let practice = status["practice"], practice != .null else { return }
        if let prompt = practice["prompt"] { try lookAtPrompt(prompt, status) }
        if let timer = practice["timer"] { try lookAtTimer(timer) }
        if status["random_mute"] == "off", status["timer"] == "off", let gap = practice["gap"],
            let trainer = Gap(status["gap_trainer"]?.string)
        {
            try lookAtGap(gap, trainer)
        }
        if let speed = practice["speed"], let trainer = Speed(status["speed_trainer"]?.string, speed) {
            try lookAtSpeed(trainer)
            if status["timer"] == "off" { try lookAtEnd(trainer) }
        }
    }

    /// The bars that tell where a beat lies, for those beats that have not been over for long.
    private func bars(ofBeat beat: Int) -> TimelineState.Bars {
        timeline.bars.last { $0.fromBeat <= beat } ?? timeline.bars[0]
    }

    // MARK: prompts

    /// The prompts of a list in order, and for how many bars each holds; nil for one that is shuffled.
    private func prompts(_ text: String) -> (list: [String], every: Int)? {
        let words = text.split(separator: " ")
        guard !words.contains("shuffled"), words.count > 2, let every = Int(words[words.count - 1]) else { return nil }
        let list = words.dropLast(2).joined(separator: " ")
        let prompts = list.split(separator: list.contains("|") ? "|" : ",").map { prompt in
            prompt.split(separator: " ").joined(separator: " ")
        }
        return (prompts.filter { !$0.isEmpty }, every)
    }

    private func lookAtPrompt(_ told: JSONValue, _ status: JSONValue) throws(BrokenLaw) {
        guard let first = told["from_bar"]?.integer, let text = status["prompt"]?.string,
            let (list, every) = prompts(text), let bar = status["position"]?["bar"]?.integer
        else { return }
        // What is set in the last bar, whose end is decided, is for the next run.
        if let end = timeline.endBeat, bar >= bars(ofBeat: end - 1).place(of: end - 1).bar { return }
        let number = bar < first ? -1 : (bar - first) / every
        let (prompt, next) = (number < 0 ? nil : list[number % list.count], list[(number + 1) % list.count])
        let isNext = number < 0 || list.count > 1
        try law(
            told["prompt"]?.string == prompt,
            "of \(text) from bar \(first) on bar \(bar) has \(prompt ?? "none"), not \(told["prompt"]?.text ?? "")")
        // A change that waits may come before.
        if !(status["pending"]?.array?.isEmpty ?? true), told["next"] == .null { return }
        try law(
            told["next"]?.string == (isNext ? next : nil)
                && told["next_bar"]?.integer == (isNext ? first + (number + 1) * every : nil),
            "of \(text) from bar \(first) on \(next) comes after bar \(bar), not \(told["next"]?.text ?? "")")
    }

    // MARK: the timer

    private func lookAtTimer(_ timer: JSONValue) throws(BrokenLaw) {
        guard let first = timer["from_bar"]?.integer, let length = timer["length"]?.integer,
            let end = timer["end_beat"]?.integer, let unit = timer["unit"]?.string
        else { return }
        let bars = bars(ofBeat: end)
        let (bar, place) = bars.place(of: end)
        switch unit {
        case "bars":
            try law(
                (bar, place) == (first + length, 1),
                "a timer of \(length) bars from bar \(first) on ends after them, not at beat \(place) of bar \(bar)")
        case "beats" where bars.origin.bar <= first && bars.section == nil:
            let begin = bars.origin.beat + (first - bars.origin.bar) * bars.beats
            try law(
                end == begin + length,
                "a timer of \(length) beats from bar \(first) on ends after them: at \(begin + length), not at \(end)")
        default: break
        }
    }

    // MARK: the gap trainer

    /// A gap trainer in bars.
    private struct Gap {
        let text: String
        let played, muted: Int
        /// By how much each silence is longer than the one before, up to the longest.
        var growth = 0
        var longest = 0

        init?(_ text: String?) {
            let words = (text ?? "").split(separator: " ")
            guard words.count > 2, words[2] == "bars", let played = Int(words[0]), let muted = Int(words[1]) else {
                return nil
            }
            (self.text, self.played, self.muted) = (text ?? "", played, muted)
            if words.count > 3 {
                guard words.count == 8, let growth = Int(words[5]), let longest = Int(words[7]) else { return nil }
                (self.growth, self.longest) = (growth, longest)
            }
        }

        /// Whether one of its bars is silent, from 0.
        func isSilent(_ bar: Int) -> Bool {
            var (rest, silence) = (bar, muted)
            while rest >= played + silence {
                rest -= played + silence
                if growth > 0 { silence = min(longest, silence + growth) }
            }
            return rest >= played
        }
    }

    private func lookAtGap(_ gap: JSONValue, _ trainer: Gap) throws(BrokenLaw) {
        guard gap["unit"] == "bars", let first = gap["from_bar"]?.integer else { return }
        func isKeptSilent(_ bars: TimelineState.Bars) -> Bool { bars.accents?.allSatisfy { $0 == "." } ?? false }
        for (former, bars) in zip(timeline.bars, timeline.bars.dropFirst()) {
            let (bar, place) = bars.place(of: bars.fromBeat)
            guard bar > first else { continue }
            try law(
                isKeptSilent(bars) || !trainer.isSilent(bar - first),
                "a gap of \(trainer.text) from bar \(first) on is silent: bar \(bar) is not")
            guard place == 1, isKeptSilent(former), !isKeptSilent(bars) else { continue }
            try law(
                trainer.isSilent(bar - first - 1),
                "a gap of \(trainer.text) from bar \(first) on ends: bar \(bar - 1) is silent still")
        }
    }

    // MARK: the speed trainer

    /// A speed trainer in steps.
    private struct Speed {
        let text: String
        let from, to, step: Double
        let every: Int
        /// The bar with which it has begun.
        let bar: Int
        let goesBack: Bool
        let ending: String

        init?(_ text: String?, _ state: JSONValue) {
            let words = (text ?? "").split(separator: " ")
            func number(after word: Substring) -> Double? {
                words.firstIndex(of: word).flatMap { $0 + 1 < words.count ? Double(words[$0 + 1]) : nil }
            }
            guard let step = number(after: "by"), let every = number(after: "every"), step > 0, every > 0,
                let from = state["from"]?.number, let to = state["to"]?.number, to == number(after: "to"),
                let bar = state["from_bar"]?.integer,
                // The way of one that follows the player is his.
                !words.contains("when")
            else { return nil }
            // Beyond its last tempo there is no way to it.
            let first = words.first.flatMap { Double($0) } ?? to
            guard from == to || (to < from) == (to < first) else { return nil }
            (self.text, self.from, self.to, self.step, self.every) = (text ?? "", from, to, step, Int(every))
            (self.bar, goesBack) = (bar, words.contains("back"))
            ending = state["ending"]?.string ?? ""
        }

        /// How many steps lead to its last tempo.
        private var steps: Int { Int((abs(to - from) / step - 1e-9).rounded(.up)) }

        /// How many bars it takes, where it does not begin again.
        var bars: Int { (steps * (goesBack ? 2 : 1) + 1) * every }

        /// The tempo of one of its bars, from 0.
        func tempo(ofBar bar: Int) -> Double {
            var level = bar / every
            let last = steps * (goesBack ? 2 : 1)
            // On its way back and forth it is once at either end.
            level = ending == "again" ? (steps == 0 ? 0 : level % (goesBack ? last : last + 1)) : min(level, last)
            if level > steps { level = last - level }
            let way = min(abs(to - from), step * Double(level))
            return from < to ? from + way : from - way
        }
    }

    private func lookAtSpeed(_ trainer: Speed) throws(BrokenLaw) {
        let heard = HeardTimeline(timeline)
        let present = heard.map { Int(clamping: $0.position(at: ClockTime(nanoseconds: nowNs)).whole) } ?? 0
        let begins = timeline.segments.dropFirst().filter { $0.origin.fraction == 0 && $0.curve == "constant" }
            .map(\.origin.beat)
        for beat in [present] + begins {
            let (bar, place) = bars(ofBeat: beat).place(of: beat)
            guard beat == present || place == 1, bar > trainer.bar, beat >= 0, beat < (timeline.endBeat ?? .max) - 1,
                let segment = timeline.segments.last(where: { $0.origin.beat <= beat }), segment.curve == "constant"
            else { continue }
            let wanted = trainer.tempo(ofBar: bar - trainer.bar)
            let bpm = Double(segment.tempo.numerator) / Double(segment.tempo.denominator)
            try law(
                abs(bpm - wanted) < 0.01,
                "a speed trainer of \(trainer.text) from \(trainer.from) in bar \(trainer.bar) is at \(wanted) in bar \(bar), not at \(bpm)"
            )
        }
    }

    /// Its last tempo is played as long as each other.
    private func lookAtEnd(_ trainer: Speed) throws(BrokenLaw) {
        guard trainer.ending == "stop", let end = timeline.endBeat else { return }
        let (bar, place) = bars(ofBeat: end - 1).place(of: end)
        // A bar that would begin with the end, and cut the last one short, is not told.
        let isCut = bar == trainer.bar + trainer.bars - 1 && place > 1
        try law(
            isCut || (bar, place) == (trainer.bar + trainer.bars, 1),
            "a speed trainer of \(trainer.text) from \(trainer.from) in bar \(trainer.bar) ends the music after \(trainer.bars) bars, not at beat \(place) of bar \(bar)"
        )
    }
}
#endif
