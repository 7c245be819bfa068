// SPDX-License-Identifier: Apache-2.0

internal import MetronomeRhythm
package import MetronomeSession

extension Choices {
    /// A value as a source may state it for a key: one of its form, at a bound, or of another form.
    package mutating func value(of form: SettingForm) -> PlainValue {
        if chance(oneIn: 16) { return plain() }
        switch form {
        case .number(let range): return .number(double(in: range))
        case .count(let range): return .integer(Int64(whole(in: range)))
        case .gain: return chance(oneIn: 2) ? .number(double(in: 0...1)) : .string("\(number(below: 1001))e-1%")
        case .flag: return .bool(chance(oneIn: 2))
        case .choice(let words): return .string(pick(words))
        case .text, .path, .sound: return .string(pick(["beat", "bell", "auto", "/nowhere", "default"]))
        case .tempo:
            let bpm = double(in: 1...1000)
            return chance(oneIn: 2) ? .number(bpm) : .string(pick(Words.tempi) + (chance(oneIn: 8) ? "\(bpm)" : ""))
        case .meter:
            let groups = (0...number(below: 3)).map { _ in "\(whole(in: 1...64))" }
            return .string(groups.joined(separator: "+") + "/\(1 << number(below: 7))")
        case .beat: return .string(pick(["", "dotted-", "triplet-"]) + pick(Words.notes))
        case .accents: return .string(String((0...number(below: 65)).map { _ in pick(Array("XAxo.")) }))
        case .swing: return .string(pick(["even", "50%", "75%", "2:1", "66.7%", "\(double(in: 50...75))%"]))
        case .lanes: return .string(lanes())
        case .bell: return .integer(Int64(whole(in: 1...128)))
        case .bellBeat: return .integer(Int64(whole(in: 1...128)))
        case .trainer(let kind): return .string(trainer(kind))
        case .preset: return .string(pick(["", "waltz", "a/b"]))
        case .offsets: return .table([pick(["default", "hw:0"]): .number(double(in: -1000...2000))])
        }
    }

    /// A value of any kind.
    package mutating func plain(depth: Int = 2) -> PlainValue {
        switch number(below: depth > 0 ? 8 : 6) {
        case 0: return .null
        case 1: return .bool(chance(oneIn: 2))
        case 2: return .integer(Int64(whole()))
        case 3: return .number(double())
        case 4: return .string(text(atMost: 40))
        case 5: return .untyped(text(atMost: 40))
        case 6: return .list((0..<number(below: 4)).map { _ in plain(depth: depth - 1) })
        default: return .table([text(atMost: 8): plain(depth: depth - 1)])
        }
    }

    /// The text of a few lanes, most of them right.
    package mutating func lanes() -> String {
        let count = chance(oneIn: 8) ? number(below: 70) : number(below: 4)
        return (0...count).map { "\(pick(Words.lanes))\($0) " + lane() }.joined(separator: pick(["|", ";", "\n"]))
    }

    /// What stands behind the name of a lane.
    package mutating func lane() -> String {
        var words = [pattern()]
        for _ in 0..<number(below: 4) {
            switch number(below: 8) {
            case 0: words.append("gain=\(double(in: 0...4))")
            case 1: words.append("gain=\(Double(number(below: 4001)) / 10)%")
            case 2: words.append("pan=\(double(in: -1...1))")
            case 3: words.append("channel=\(whole(in: 1...32))")
            case 4: words.append("from=" + pick(["bar", "passage", "run"]))
            case 5: words.append(pick(["mute", "unmute", "solo", "unsolo"]))
            default: words.append("sound=" + pick(Words.lanes))
            }
        }
        return words.joined(separator: " ")
    }

    private mutating func pattern() -> String {
        let steps = String((0...number(below: chance(oneIn: 8) ? 200 : 16)).map { _ in pick(Array("xXAo.-x.(x)%3")) })
        switch number(below: 8) {
        case 0: return steps
        case 1: return steps + " over \(ratio(upTo: 64)) " + pick(["bar", "bars", "beat", "beats"])
        case 2: return "\(whole(in: 1...64)) per " + pick(["beat", "bar"])
        case 3: return (0...number(below: 8)).map { _ in "\(whole(in: 1...64))" }.joined(separator: ":")
        case 4: return "every \(ratio(upTo: 3600)) " + pick(Words.units)
        case 5: return "cycle " + amounts() + (chance(oneIn: 2) ? " \(whole(in: 1...4096)) times" : "")
        case 6: return "moments " + amounts()
        default: return steps + " \(whole(in: 1...64)) per " + pick(["beat", "bar"])
        }
    }

    private mutating func amounts() -> String {
        var words = (0...number(below: 8)).map { _ in ratio(upTo: 3600) }
        words.append(pick(Words.units))
        if chance(oneIn: 4) { words += ["after", ratio(upTo: 60), pick(Words.units)] }
        if chance(oneIn: 4) { words += ["canon", "\(whole(in: 2...16))", "by", ratio(upTo: 60), pick(Words.units)] }
        return words.joined(separator: " ")
    }

    /// A fraction or a decimal as one writes it.
    private mutating func ratio(upTo most: Int) -> String {
        switch number(below: 4) {
        case 0: return "\(number(below: 16))"
        case 1: return "\(whole(in: 0...most))/\(whole(in: 1...1000))"
        case 2: return "\(Double(number(below: 1 << 16)) / 100)"
        default: return "0." + String(repeating: "0", count: number(below: 12)) + "\(number(below: 1000))"
        }
    }

    private mutating func trainer(_ kind: Trainer.Kind) -> String {
        switch kind {
        case .speed:
            return "\(whole(in: 1...1000)) to \(whole(in: 1...1000)) by \(whole(in: 1...100)) every "
                + "\(whole(in: 1...1000)) " + pick(["bars", "beats", "s", "min"])
        case .gap: return "\(whole(in: 1...64)) on \(whole(in: 1...64)) off"
        case .mute: return "\(double(in: 0...100))% seed \(whole(in: 0...1000))"
        case .prompt:
            return pick(["C, F", "a | b, c | d", "|", "C every", "every 4"])
                + pick(["", " every \(whole(in: 0...1000))"])
                + pick(["", " shuffled", " shuffled seed \(whole(in: 0...1000))"])
        case .timer: return "\(whole(in: 1...1000)) " + pick(["bars", "beats", "s", "min", "h"])
        }
    }
}

/// Words of the grammars.
package enum Words {
    package static let tempi = ["Allegro", "Largo", "500ms", "7200bph", "dotted-quarter=60", "eighth=", "1/3", ""]
    package static let notes = ["whole", "half", "quarter", "eighth", "sixteenth"]
    package static let lanes = ["kick", "hat", "a", "clave", "voice-1"]
    package static let units = ["s", "ms", "beats", "bars", "beat", "minute", "hour"]
}
