// SPDX-License-Identifier: Apache-2.0

#if DEBUG || Fuzzing
/// What musicians do in several steps, which single words would seldom come to.
extension Swarm {
    /// The steps of a phrase; nil for a word.
    mutating func phrase(_ word: String, of client: Int) -> [Script.Step]? {
        let lines: [String]
        switch word {
        case "taps": lines = taps()
        case "owner": return owner()
        case "several": lines = several()
        case "stop briefly":
            lines = [
                "stop", "pass 1000", "start", "pass \(number(50...500))", "stop at " + pick(["beat", "bar"]),
                "pass \(number(500...5000))", "start",
            ]
        case "stop at once":
            // What was asked for at once is on its way.
            let change = "preset load " + pick(["a", "b"])
            lines = ["start", "pass \(number(500...2000))", change, "pass \(number(0...200))", "stop", "pass 500"]
        case "other song":
            let songs = ["song load ~/" + pick(["a", "b"]) + ".toml", "start", "pass \(number(300...1500))"]
            let place = pick(["bar", "section", "@\(number(2...5))"])
            lines =
                songs + [
                    "song load ~/" + pick(["a", "b"]) + ".toml at " + place, plainSentence("seek") + " at " + place,
                ]
        case "practise": lines = practise()
        case "to the end":
            lines = [
                "stop", "pass 500", load(), "setlist go \(number(1...4))", "pass 500", "start",
                "pass 25000",
            ]
        default: return nil
        }
        return Script(lines.map { $0.hasPrefix("pass ") ? $0 : "\(client) \($0)" }.joined(separator: "\n"))?.steps
    }

    /// A tempo that is tapped, and maybe another after that was taken back.
    private mutating func taps() -> [String] {
        let (ms, tap) = (number(250...1100), percent(25) ? "tap at bar" : "tap")
        let taps = (0..<number(3...6)).flatMap { _ in [tap, "pass \(ms + number(-15...15))"] }
        return taps + (percent(30) ? ["undo", "tap"] : [])
    }

    /// Several changes at one place, and taken back one by one.
    private mutating func several() -> [String] {
        let place = pick(["bar", "bar", "beat", "@\(number(2...12))"])
        let words = ["tempo", "tempo +", "volume", "volume bell", "swing", "subdivision"]
        let changes = (0..<number(2...3)).map { _ in plainSentence(pick(words)) + " at " + place }
        let back = ["undo", "redo"].filter { _ in percent(70) }
        return changes + ["pass \(number(500...5000))"] + back.flatMap { [$0, "pass \(number(50...300))"] }
    }

    /// A trainer that leads the tempo for long, or in which another is asked for.
    private mutating func practise() -> [String] {
        if percent(30) {
            let gap = "trainer gap \(number(1...2)) 1 bars growing by \(number(1...3)) to \(number(2...4))"
            return ["stop", "pass 500", "tempo \(number(250...400))", gap, "start", "pass \(number(15...30))000"]
        }
        let trainer = "\(number(150...300)) to \(number(150...400)) by \(number(1...9)) every 1"
        let ending = pick(["", " and back", " and back then again", " then stop", " and back then stop"])
        let lines = ["stop", "pass 500", "trainer speed " + trainer + ending, "start", "pass \(number(100...2000))"]
        if percent(30) {
            // One that waits for bars that are played well, and a player who plays some of them so.
            let followed =
                ["score on"] + lines.dropLast() + ["trainer speed \(trainer) when within \(number(5...120)) ms"]
            return followed + (0..<number(10...40)).flatMap { _ in ["pass \(number(150...450))", "onset ~now"] }
        }
        if percent(50) { return lines + ["pass \(number(15...30))000"] }
        return lines + ["tempo \(pick(["+", "-"]))\(number(1...9)) at @\(number(3...8))", "pass 5000"]
    }

    /// One leads with a clock, exact or by so many ms off at each beat, and another asks for a tempo.
    private mutating func owner() -> [Script.Step] {
        let bpm = number(60...180)
        let jitterMs = percent(40) ? 0 : number(1...20)
        var (steps, asked, offMs): ([Script.Step], Int, Int) = ([], bpm, 0)
        for beat in 0..<number(2...6) {
            steps.append(.ask(client: 0, line: "follow link \(beat) ~now \(bpm)"))
            if percent(40) {
                asked = number(60...180)
                steps.append(.ask(client: number(1...2), line: "tempo \(asked)"))
            }
            let nextOffMs = number(-jitterMs...jitterMs)
            steps.append(.pass(ms: 60_000 / bpm + nextOffMs - offMs))
            offMs = nextOffMs
        }
        if percent(60) {
            steps.append(.ask(client: 0, line: percent(30) ? "follow refuse" : "follow link 0 ~now \(asked)"))
        }
        return steps
    }
}
#endif
