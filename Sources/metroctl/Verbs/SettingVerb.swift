// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import MetronomeControl
import MetronomeRhythm
import MetronomeSession

/// A verb that sets one thing by one word, as the command table has it, or without a word tells it: `metroctl latency low`.
///
/// A new setting of that kind is a name below, and a place in the list of verbs.
struct SettingVerb<Name: SettingVerbName>: ParsableCommand {
    static var configuration: CommandConfiguration { .verb(Name.verb + ".set", more: [(Name.verb, "tells it")]) }

    @Argument(help: ArgumentHelp(Name.help, valueName: Name.parameter?.name), completion: Name.completion)
    var value: String?
    @OptionGroup var options: Options

    func run() throws {
        guard let value else { return try options.tell(Name.members, report: Name.told) }
        try Name.check(value)
        try options.change([Name.verb, value])
    }
}

/// A verb that sets one thing of the music, and can wait for a place: `metroctl swing 2:1 --at bar`.
struct MusicVerb<Name: SettingVerbName>: ParsableCommand {
    static var configuration: CommandConfiguration { .verb(Name.verb + ".set", more: [(Name.verb, "tells it")]) }

    @Argument(help: ArgumentHelp(Name.help, valueName: Name.parameter?.name), completion: Name.completion)
    var value: String?
    @OptionGroup var options: ChangeOptions

    func run() throws {
        let all = options.options
        guard let said = value else { return try all.tell(Name.members, report: Name.told) }
        let value = try Name.value(of: said, all)
        try Name.check(value)
        let former = all.json || all.quiet ? nil : try Name.former(all)
        try all.perform([Name.verb, value], at: options.at, as: Change.self) { change in
            let sentence = change.sentence(exact: all.verbose)
            return sentence
                + Name.hint(on: change, asked: said, after: former) {
                    try? all.ask(all.connect(), "status", as: Status.self)
                }
        }
    }
}

/// The first word of a setting's method, and where the status tells its value.
protocol SettingVerbName {
    static var verb: String { get }
    /// The members of the status that tell it.
    static var members: [String] { get }
    static func told(_ status: Status) -> String
    /// The value that a word stands for by what is set.
    static func value(of word: String, _ options: Options) throws -> String
    /// Throws for a value whose refusal has words of its own.
    static func check(_ value: String) throws(Failure)
    /// The status before a change, where the hint needs it.
    static func former(_ options: Options) throws -> Status?
    /// What is to be said of a change besides, such as why nothing of it is heard. `value` is what was asked for.
    static func hint(on change: Change, asked value: String, after former: Status?, status: () -> Status?) -> String
}

enum BeatName: SettingVerbName {
    static let verb = "beat"

    static func former(_ options: Options) throws -> Status? {
        try options.ask(try options.connect(), "status", as: Status.self)
    }

    /// The number of beats a minute stays, so the music has another speed: how much, and which tempo keeps it.
    static func hint(on change: Change, asked value: String, after former: Status?, status: () -> Status?) -> String {
        guard change.values["pending"] == nil, let former, let beat = former.beatLength,
            let ratio = status()?.beatLength?.multiplied(by: beat.inverse), ratio != .one
        else { return "" }
        let factor = ratio.value
        func times(_ factor: Double) -> String { factor == 2 ? "twice" : "\(factor.text(decimals: 2)) times" }
        let change = factor == 0.5 ? "half" : "\(times(max(factor, 1 / factor)))"
        return "\n(\(change) " + (factor < 1 && factor != 0.5 ? "slower than" : "as fast as")
            + " before; metroctl tempo \((former.bpm / factor).text(decimals: 3)) keeps the speed)"
    }
}

enum AccentsName: SettingVerbName {
    static let verb = "accents"

    static func told(_ status: Status) -> String {
        let accents = status.settings.others[verb]?.string ?? "auto"
        var signs = Array(status.heard.accents)
        if let bell = status.heard.bell, bell.every > 0, signs.count.isMultiple(of: bell.every) {
            for index in signs.indices where (index + 1 - bell.on).isMultiple(of: bell.every) { signs[index] = "X" }
        }
        return "accents \(accents)" + (accents == "auto" ? ": \(String(signs))" : "")
            + "\n(X is the bell, A an accent, x a beat, o a soft one, . none)"
    }

    /// Of accents by their beats, that the first beat has the bell all the same.
    static func hint(on change: Change, asked value: String, after former: Status?, status: () -> Status?) -> String {
        let signs = "\n(X is the bell, A an accent, x a beat, o a soft one, . none)"
        guard value.contains("="), !value.split(separator: ",").contains(where: { $0.hasPrefix("1=") }),
            let bell = change.values["bell"], bell["on"]?.integer == 1
        else { return value == "auto" ? "" : signs }
        return signs + "\n(the bell still rings on 1; metroctl accents 1=x makes that a plain beat)"
    }
}

enum SubdivisionName: SettingVerbName {
    static let verb = "subdivision"

    /// The notes whose number in a beat the meter says.
    static let notes: Set = ["quarters", "eighths", "sixteenths"]

    static func value(of word: String, _ options: Options) throws -> String {
        guard notes.contains(word) else { return word }
        let beat = try options.ask(try options.connect(), "status", as: Status.self).beatLength ?? .one
        return try parts(word, of: beat)
    }

    /// How many of these notes are a beat. Throws where a beat is no whole number of them.
    static func parts(_ name: String, of beat: Ratio) throws(Failure) -> String {
        let note = try? NoteValue.length(named: String(name.dropLast()))
        if let note, let parts = beat.multiplied(by: note.inverse), parts.denominator == 1 {
            return "\(parts.numerator)"
        }
        let spoken = NoteValue.name(of: beat)?.replacing("dotted-", with: "dotted ") ?? "beat"
        throw Failure(
            Failure.refused, "a beat is one \(spoken) here, and no whole number of \(name): subdivision 2 halves it",
            reason: "invalid")
    }

    /// Says that a beat is the note already that was asked for.
    static func hint(on change: Change, asked value: String, after former: Status?, status: () -> Status?) -> String {
        guard notes.contains(value), change.values[verb]?.integer == 1 else { return "" }
        let finer = ["quarters": "eighths", "eighths": "sixteenths"][value] ?? "subdivision 2"
        return "\n(a beat is one of these \(value) already; metroctl \(finer) divides it)"
    }

    static func check(_ value: String) throws(Failure) {
        let text = Minus.restored(value)
        // A step down is counted from what is set.
        if let number = Int(text), number < 0 || (1...9).contains(number) { return }
        throw Failure(
            Failure.usage, "subdivision must be 1...9, or a name such as triplets, not \(JSONValue.string(text).text)")
    }
}

enum SwingName: SettingVerbName {
    static let verb = "swing"

    static func told(_ status: Status) -> String {
        let swing = status.settings.others[verb]?.string ?? "even"
        let parts = status.settings.others["subdivision"]?.integer ?? 1
        if swing == "even" { return "swing is off (metroctl swing on, or swing 55% for a little)" }
        return "swing \(swing)" + (parts.isMultiple(of: 2) ? "" : unheard(status))
    }

    static func hint(on change: Change, asked value: String, after former: Status?, status: () -> Status?) -> String {
        guard let swing = change.values[verb]?.string,
            let parts = status()?.settings.others["subdivision"]?.integer
        else { return "" }
        if swing == "even", parts > 1 {
            return "\n(each beat is still divided by \(parts); metroctl subdivision off ends that)"
        }
        guard swing != "even" else { return "" }
        return parts.isMultiple(of: 2) ? notes(status()) : unheard(status())
    }

    /// Which notes swing, where these are no eighths.
    static func notes(_ status: Status?) -> String {
        guard let status, status.settings.others["subdivision"]?.integer == 2, let beat = status.beatLength,
            beat != .one,
            let spoken = NoteValue.name(of: beat),
            let half = beat.multiplied(by: Ratio(1, over: 2) ?? .one).flatMap(NoteValue.name)
        else { return "" }
        func words(_ name: String) -> String { name.replacing("dotted-", with: "dotted ") }
        // What is swung is said of eighths.
        let isOfQuarters = half != "eighth" && (try? Meter(parsing: status.meter).counted(in: .one)) != nil
        return "\n(each beat is one \(words(spoken)): its two \(words(half))s swing"
            + (isOfQuarters ? "; metroctl beat quarter makes eighths swing)" : ")")
    }

    /// Says that nothing swings yet, and what makes it heard: a swing is of the two halves of a beat.
    private static func unheard(_ status: Status?) -> String {
        let beat = status?.beatLength ?? .one
        let halves = ["eighths", "sixteenths"].first { (try? SubdivisionName.parts($0, of: beat)) == "2" }
        return ", not heard yet: metroctl \(halves ?? "subdivision 2") halves the beat"
    }
}

enum LatencyName: SettingVerbName {
    static let verb = "latency"

    static func check(_ value: String) throws(Failure) {
        let number = value.hasSuffix("ms") ? String(value.dropLast(2)) : value
        guard Double(number) != nil else { return }
        throw Failure(
            Failure.usage,
            "latency is one of \(LatencyProfile.allCases.map(\.rawValue).joined(separator: ", ")); how late a device is heard, metroctl offset \(number) tells",
            reason: "invalid")
    }

    static let members = ["audio"]

    static func told(_ status: Status) -> String {
        let measured = status.audio.latencyMs.map { ", \($0.text(decimals: 1)) ms now" } ?? ""
        return "latency " + (status.audio.latency ?? "by fill_ms of the configuration") + measured
    }
}

extension SettingVerbName {
    static func value(of word: String, _ options: Options) throws -> String { word }
    static func check(_ value: String) throws(Failure) {}
    static func former(_ options: Options) throws -> Status? { nil }
    static func hint(on change: Change, asked value: String, after former: Status?, status: () -> Status?) -> String {
        ""
    }
    static var members: [String] { [verb] }

    static func told(_ status: Status) -> String {
        let value = status.settings.others[verb].map { $0.string ?? $0.text } ?? "unknown"
        return "\(verb) \(value)"
    }

    fileprivate static var parameter: Parameter? { CommandTable.command(named: verb + ".set")?.parameters.first }

    /// What the parameter means. The backquotes of the document are left out.
    fileprivate static var help: String { parameter?.summary.replacing("`", with: "") ?? "" }

    /// The words that the parameter may be.
    fileprivate static var completion: CompletionKind {
        let words = parameter?.forms.flatMap { form -> [String] in
            if case .choice(let words) = form { words } else { [] }
        }
        return (words ?? []).isEmpty ? .default : .list(words ?? [])
    }
}
