// SPDX-License-Identifier: Apache-2.0

package import MetronomeControl
internal import MetronomeSession

/// Requests of every method of the command table, with values of the types of its parameters.
extension Choices {
    /// A method and its parameters; most of them right.
    package mutating func request() -> (command: Command, params: [String: JSONValue]) {
        let command = pick(CommandTable.all)
        var params: [String: JSONValue] = [:]
        for parameter in command.parameters {
            guard parameter.isRequired ? !chance(oneIn: 32) : chance(oneIn: 3) else { continue }
            params[parameter.name] = value(of: parameter, in: command)
        }
        if chance(oneIn: 64) { params["other"] = .null }
        return (command, params)
    }

    /// A value for a parameter: of one of its forms, at the bounds, or of another type.
    private mutating func value(of parameter: Parameter, in command: Command) -> JSONValue {
        if chance(oneIn: 32) { return JSONValue(plain()) }
        switch pick(parameter.forms) {
        case .number(let range): return number(JSONValue(double(in: range)))
        case .integer(let range): return .integer(Int64(whole(in: range)))
        case .choice(let words): return .string(pick(words))
        case .list(let words): return .array((0...number(below: 4)).map { _ in .string(pick(words)) })
        case .texts: return .array((0...number(below: 4)).map { _ in .string(word(of: command)) })
        case .text: return .string(text(of: parameter, in: command))
        }
    }

    private func number(_ value: JSONValue) -> JSONValue {
        if case .number(let number) = value, !number.isFinite { return 0 }
        return value
    }

    /// A text in the grammar of a parameter.
    private mutating func text(of parameter: Parameter, in command: Command) -> String {
        if chance(oneIn: 4) { return word(of: command) }
        let forms: [String: SettingForm] = [
            "bpm": .tempo, "meter": .meter, "beat": .beat, "accents": .accents, "swing": .swing, "lanes": .lanes,
            "every": .bell,
        ]
        switch parameter.name {
        case "at":
            let place = "@\(whole(in: 1...32))" + (chance(oneIn: 2) ? ".\(number(below: 5))" : "")
            return pick(["now", "beat", "bar", "section", place])
        case "pattern": return lane()
        case "name": return pick(["a", "b", "kick", "beat", "subdivision", "3"])
        case "place", "from", "to": return pick(["1", "2", "9", "a", "b", "10000000"])
        case "scale": return "\(double(in: 10...400))%"
        case "path": return pick(songs)
        case "speed_trainer", "trainer", "gap_trainer", "random_mute", "timer", "prompt":
            return value(of: .trainer(pick(Trainer.Kind.allCases))).text ?? "off"
        case let name: return forms[name].flatMap { value(of: $0).text } ?? word(of: command)
        }
    }

    /// A word of one of the examples of a method, or some that follow each other.
    private mutating func word(of command: Command) -> String {
        let words = pick(command.examples).words.split(separator: " ").dropFirst()
        guard !words.isEmpty else { return text(atMost: 8) }
        let begin = number(below: words.count)
        return words.dropFirst(begin).prefix(1 + number(below: 4)).joined(separator: " ")
    }

    /// A line in plain words: an example, with a word that may be another.
    package mutating func line() -> String {
        let command = pick(CommandTable.all)
        var words = pick(command.examples).words.split(separator: " ").map(String.init)
        if chance(oneIn: 2), words.count > 1 {
            let index = 1 + number(below: words.count - 1)
            words[index] = pick([word(of: command), "\(whole())", "\(double())", lane(), words[index] + words[index]])
        }
        return words.joined(separator: " ")
    }
}
