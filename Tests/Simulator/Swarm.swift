// SPDX-License-Identifier: Apache-2.0

#if DEBUG || Fuzzing
internal import Choices
internal import MetronomeControl
internal import SeededRandom

/// How much may happen in a simulation.
package enum Level: String, CaseIterable, Sendable {
    /// A metronome that is set by words.
    case calm
    /// Every method of the command table, valid and not.
    case busy
    /// A card that fails, clients that go, a disk that is full, a configuration that is read again, and daemons that end or are killed,
    /// under a metronome that is set by words.
    case faults
    /// All of it.
    case everything
}

/// What is likely in one simulation: drawn from its seed before anything happens, so that one seed is all requests and another all
/// faults, and states are met that the mean of all would never reach.
struct Swarm {
    var random: SeededGenerator
    private let clients: Int
    /// The words that are asked for, some more often than others.
    let words: [String]
    /// The beats of the bar that was asked for last.
    var beats = 4
    /// How long a pause is, in ms.
    private let pauseMs: ClosedRange<Int>
    /// How many steps of a hundred are such.
    private let (pauses, cues, requests, faults, departures, restarts): (Int, Int, Int, Int, Int, Int)
    private let (reloads, kills, disks): (Int, Int, Int)
    /// Whether a run that is interrupted is played on.
    let resumes: Bool

    init(seed: UInt64, _ level: Level) {
        var random = SeededGenerator(seed: seed &* 2 &+ 1)
        func chance(_ most: Int) -> Int { Int.random(in: 0...most, using: &random) }
        clients = Int.random(in: 1...5, using: &random)
        let plain = [
            "tempo", "tempo", "tempo +", "meter", "bell", "undo", "redo", "start", "stop", "toggle", "status", "ping",
        ]
        let isPlain = level == .calm || level == .faults
        let isThemed = !isPlain && Int.random(in: 0..<100, using: &random) < 75
        let theme = isThemed ? Self.themes.randomElement(using: &random) : nil
        let all = theme ?? (isPlain ? plain : plain + Self.otherWords)
        words = (0..<8).map { _ in all.randomElement(using: &random) ?? "ping" } + ["start", "tempo"]
        pauseMs =
            [0...60, 100...2000, 100...2000, 500...12_000, 2000...60_000].randomElement(using: &random) ?? 0...60
        pauses = 20 + chance(60)
        cues = chance(60)
        requests = isPlain ? 0 : chance(isThemed ? 5 : 100)
        faults = level == .faults || level == .everything ? chance(15) : 0
        departures = level == .calm ? 0 : chance(6)
        let fails = level == .faults || level == .everything
        restarts = fails ? chance(3) : 0
        (reloads, kills, disks) =
            fails ? (max(0, chance(8) - 4), max(0, chance(5) - 2), max(0, chance(6) - 4)) : (0, 0, 0)
        resumes = fails && chance(99) < 40
        self.random = random
    }

    /// So many steps in a second, on the whole: what is asked for in a storm costs as much as minutes of quiet.
    private static let mostSteps = 2

    /// A script of about so many seconds.
    mutating func script(seconds: Int) -> Script {
        var (steps, ms) = (configuration() + files() + [Script.Step.ask(client: 0, line: "start")], 0)
        while ms < seconds * 1000, steps.count < Self.mostSteps * seconds {
            if percent(pauses) {
                let pause = Int.random(in: pauseMs, using: &random)
                ms += pause
                steps.append(.pass(ms: pause))
            } else {
                let next = next()
                ms += next.reduce(0) { if case .pass(let pause) = $1 { $0 + pause } else { $0 } }
                steps += next
            }
        }
        return Script(steps)
    }

    mutating func percent(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }

    /// What happens next, which is mostly one step.
    private mutating func next() -> [Script.Step] {
        let client = Int.random(in: 0..<clients, using: &random)
        if percent(faults) { return [.card(Script.CardFault.allCases.randomElement(using: &random) ?? .xrun)] }
        if requests > 0, percent(4) { return [.undoAndRedo] }
        if percent(departures) { return [.leave(client: client)] }
        if percent(restarts) { return ending(.restart) }
        if kills > 0, percent(kills) { return ending(.kill) }
        if reloads > 0, percent(reloads) { return [reload()] }
        if disks > 0, percent(disks) { return [.disk(isFull: percent(50))] }
        if percent(requests) { return [.ask(client: client, line: request())] }
        let word = words.randomElement(using: &random) ?? "ping"
        return phrase(word, of: client) ?? [.ask(client: client, line: sentence(word))]
    }

    /// A daemon ends: where its run is played on, mostly after a pause and before another.
    private mutating func ending(_ step: Script.Step) -> [Script.Step] {
        resumes && percent(70) ? [.pass(ms: 2000), step, .pass(ms: 5000)] : [step]
    }

    /// A request of any method.
    private mutating func request() -> String {
        var choices = Choices((0..<96).map { _ in UInt8.random(in: 0...255, using: &random) })
        let (command, params) = choices.request()
        // One that ends the daemon would end the simulation.
        guard command.name != "shutdown" else { return "ping" }
        // One line, whatever it is made of.
        if choices.chance(oneIn: 4) {
            return String(decoding: choices.line().utf8.map { $0 == UInt8(ascii: "\n") ? 0x20 : $0 }, as: UTF8.self)
        }
        let line = Request.line(command.name, params: params, id: .integer(Int64(choices.number(below: 1000))))
        return String(decoding: line.dropLast(), as: UTF8.self)
    }

    /// A change of the metronome in words, and maybe its place.
    private mutating func sentence(_ word: String) -> String {
        let sentence = plainSentence(word)
        if !["tempo", "tempo +", "meter", "bell"].contains(word) {
            guard Self.otherWords.contains(word), !Self.placeless.contains(word) else { return sentence }
        }
        guard percent(cues) else { return sentence }
        let bar = "@\(Int.random(in: 1...40, using: &random))"
        let ahead = "+\(Int.random(in: 1...9, using: &random))"
        let places = ["now", "beat", "bar", "bar", bar, "\(bar).\(Int.random(in: 1...4, using: &random))", ahead]
        return "\(sentence) at \(places.randomElement(using: &random) ?? "now")"
    }

    /// The same without a place.
    mutating func plainSentence(_ word: String) -> String {
        switch word {
        case "tempo": return "tempo \(Int.random(in: 30...400, using: &random))"
        case "tempo +":
            return "tempo \(["+", "-"].randomElement(using: &random) ?? "+")\(Int.random(in: 1...9, using: &random))"
        case "meter":
            beats = Int.random(in: 1...9, using: &random)
            return "meter \(beats)/4"
        case "bell": return percent(30) ? "bell off" : "bell \(Int.random(in: 1...9, using: &random))"
        default: return otherSentence(word)
        }
    }
}
#endif
