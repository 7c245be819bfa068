// SPDX-License-Identifier: Apache-2.0

internal import MetronomeRhythm
internal import MetronomeSession

extension Command {
    /// How the answer to every change begins, for the documents.
    static let changeResult = "`run`, `at_beat` and `at_ns`: from when it holds"

    /// The method that sets a key by one parameter.
    init(setting key: Key, by command: KeyCommand) {
        // A trainer is written in several words, which take all that follows.
        let rest = if case .trainer = key.form { "…" } else { "" }
        let words = [WordPattern(stringLiteral: "\(command.verb) <\(command.parameter)\(rest)>")]
        self.init(
            command.method, for: .control, words: key.effect.isAudible ? words.withCue : words,
            command.abstract, discussion: command.discussion,
            parameters: [
                Parameter(
                    name: command.parameter, forms: key.form.parameterForms, isRequired: true, summary: command.summary,
                    longest: key.form.longestText,
                    spoken: command.verb == command.parameter.replacing("_", with: "-") ? command.verb : nil)
            ] + (key.effect.isAudible ? [.at] : []) + (key.effect.isAudible && key.form.isTurned ? [.gesture] : []),
            result: "\(Self.changeResult); `\(command.parameter)`",
            examples: command.examples.map { Example($0.words, $0.note) },
            reasons: (key.form.hasRange ? [.outOfRange] : []) + key.reasons
        ) { arguments throws(ControlError) in
            let value = arguments[command.parameter] ?? .null
            if key.form == .sound { try arguments.checkSoundName(command.parameter) }
            let edit: Edit
            do throws(SettingError) {
                edit = Edit([key: try key.form.value(of: value)])
            } catch {
                throw ControlError(error, param: command.parameter)
            }
            return .change(edit, at: try arguments.cue(), gesture: arguments.gesture)
        }
    }
}

extension Key {
    /// The reasons for which a change of the key is refused where its value is one that it may have: something else says it, or
    /// there is no such sound.
    var reasons: [ErrorReason] {
        (effect.isOfSong ? [.songPlays] : []) + (form == .tempo ? [.clockFollowed] : [])
            + (form == .sound ? [.notFound, .unusableSound] : [])
    }
}

extension SettingForm {
    /// The ways in which a parameter may state a value.
    var parameterForms: [Parameter.Form] {
        switch self {
        case .number(let range): [.number(range)]
        case .count(let range): [.integer(range)]
        case .gain: [.number(0...1), .text("a text such as \"80%\", \"+10%\" or \"-10%\"")]
        case .flag: [.choice(["on", "off"])]
        case .choice(let words): [.choice(words)]
        case .tempo:
            [
                .number(Double(Tempo.range.lowerBound)...Double(Tempo.range.upperBound)),
                .text("a text such as \"+5\", \"-10%\", \"x2\", \"/2\" or \"Allegro\""),
            ]
        case .meter: [.text("a text such as \"3/4\", \"7/8\" or \"+1\"")]
        case .beat: [.text("a text such as \"dotted-quarter\"")]
        case .accents: [.text("a text such as \"XxAx\" or \"2=A\"")]
        case .swing: [.number(50...75), .text("a text such as \"2:1\" or \"66.7%\"")]
        case .text(let words), .path(let words): [.text(words)]
        case .sound: [.text("a name without a slash, of at most 64 bytes")]
        case .lanes: [.text("lanes such as \"kick x...x... | hat x.x.x.x.\", or \"off\"")]
        case .bell: [.integer(BellPattern.range), .choice(["bar", "off"]), .text("a text such as \"4 on 2\"")]
        case .trainer(let kind): [.text(kind.grammar)]
        case .bellBeat, .offsets, .preset: [.text("a text")]
        }
    }

    /// The longest text of a value, in bytes.
    var longestText: Int {
        switch self {
        case .lanes, .trainer(.prompt): 16384
        default: Parameter.longestText
        }
    }

    /// Whether a slider or a knob leads from one value to another.
    fileprivate var isTurned: Bool {
        switch self {
        case .number, .count, .gain, .tempo, .swing: true
        default: false
        }
    }

    fileprivate var hasRange: Bool {
        switch self {
        case .number, .count, .gain, .tempo, .meter, .swing, .trainer: true
        default: false
        }
    }

    /// The value that a parameter states, whose type and range have been checked. It may be relative here.
    func value(of json: JSONValue) throws(SettingError) -> SettingValue {
        if let text = json.string, let change = try change(text) { return change }
        return switch (self, json.string) {
        case (.tempo, let text?): .tempo(try Self.tempoChange(text))
        case (.gain, let text?): try Self.gain(asked: text)
        default: try read(PlainValue(json), from: SettingForm.Source(folder: "/", home: nil))
        }
    }
}
