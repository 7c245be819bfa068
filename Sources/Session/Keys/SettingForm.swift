// SPDX-License-Identifier: Apache-2.0

package import MetronomeRhythm

/// The type of a key: how its values are read and written.
public enum SettingForm: Sendable, Hashable {
    case number(ClosedRange<Double>)
    /// A whole number.
    case count(ClosedRange<Int>)
    /// A gain 0...1, as a text also in percent.
    case gain
    case flag
    /// One of a list of words.
    case choice([String])
    /// A text, described in a few words.
    case text(String)
    /// A path, described in a few words.
    case path(String)
    /// A sound's name, or the path of an audio file.
    case sound
    case tempo
    case meter
    /// A note value, or auto.
    case beat
    /// A sign for each beat of a bar.
    case accents
    case swing
    /// Lanes by their names.
    case lanes
    case bell
    /// The beat of the bell's group that rings: belongs to the bell of the same source.
    case bellBeat
    case trainer(Trainer.Kind)
    case offsets
    /// The name of a preset, or empty for none.
    case preset

    /// What is particular to the source of a value.
    public struct Source: Sendable {
        /// Where a relative path starts.
        var folder: String
        /// What `~` stands for; nil where HOME is not set.
        var home: String?

        /// A source whose relative paths start in a folder.
        public init(folder: String, home: String?) {
            self.folder = folder
            self.home = home
        }
    }

    /// Reads and checks a value. Throws, with what is allowed.
    public func read(_ value: PlainValue, from source: Source) throws(SettingError) -> SettingValue {
        switch self {
        case .number(let range):
            let number = if case .untyped(let text) = value { Self.decimal(text) } else { value.double }
            guard let number, range.contains(number) else { throw refusal(of: value) }
            return .number(number)
        case .count(let range):
            let count = if case .untyped(let text) = value { Int(text) } else { value.int }
            guard let count, range.contains(count) else { throw refusal(of: value) }
            return .number(Double(count))
        case .gain:
            if let number = value.double {
                guard (0...1).contains(number) else { throw refusal(of: value) }
                return .number(number)
            }
            guard let text = value.text, let gain = Self.gain(text), case .number = gain else {
                throw refusal(of: value)
            }
            return gain
        case .flag:
            guard let flag = Self.flag(value) else { throw refusal(of: value) }
            return .flag(flag)
        case .choice(let words):
            guard let text = value.text, words.contains(text) else { throw refusal(of: value) }
            return .text(text)
        case .text: return .text(try nonempty(value))
        case .path: return .text(try Self.path(try nonempty(value), from: source))
        case .sound:
            let text = try nonempty(value)
            return .text(text.contains("/") ? try Self.path(text, from: source) : text)
        case .tempo: return .tempo(try tempo(value))
        case .meter:
            let text = try nonempty(value)
            return .meter(try Self.musical { () throws(RhythmError) in try Meter(parsing: text) })
        case .beat:
            let text = try nonempty(value)
            if text == "auto" { return .note(nil) }
            return .note(try Self.musical { () throws(RhythmError) in try NoteValue.length(named: text) })
        case .accents:
            let text = try nonempty(value)
            if text == "auto" { return .accents([]) }
            return .accents(try Self.musical { () throws(RhythmError) in try Accent.accents(signs: text) })
        case .swing:
            guard let text = value.double.map({ PlainValue.text($0) }) ?? value.text else { throw refusal(of: value) }
            return .swing(try Self.musical { () throws(RhythmError) in try Swing(parsing: text) })
        case .trainer(let kind):
            let text = try nonempty(value)
            return .trainer(text == "off" ? nil : try Trainer(kind, parsing: text))
        case .lanes: return .lanes([.all(try lanes(value, from: source))])
        case .bell, .bellBeat: return .bell(try bell(value))
        case .offsets: return .offsets(try offsets(value))
        case .preset:
            guard let text = value.text, text.isEmpty || LibraryName(text) != nil else { throw refusal(of: value) }
            return .text(text)
        }
    }

    /// What is allowed, for people.
    var allowed: String {
        switch self {
        case .number(let range): "a number \(PlainValue.text(range.lowerBound))...\(PlainValue.text(range.upperBound))"
        case .count(let range): "a whole number \(range.lowerBound)...\(range.upperBound)"
        case .gain: "a gain 0...1, or percent such as 80%"
        case .flag: "true or false"
        case .choice(let words): "one of \(words.joined(separator: ", "))"
        case .text(let words), .path(let words): words
        case .sound: "the name of a sound or the path of an audio file"
        case .tempo: "beats per minute, 1...1000, a note such as dotted-quarter=60, or a name such as Allegro"
        case .meter: "a meter such as 3/4, 7/8 or 2+2+3/8"
        case .beat: "a note such as quarter or dotted-quarter, or auto"
        case .accents: "a sign for each beat of the bar, of X, A, x, o and ., or auto"
        case .swing: "percent from 50% to 75%, a ratio such as 2:1, or even"
        case .lanes: "lanes such as kick x...x... | hat x.x.x.x., or off"
        case .bell: "a whole number \(BellPattern.range), bar or off"
        case .bellBeat: "a whole number from 1 to bell.every"
        case .trainer(let kind): kind.grammar
        case .offsets: "milliseconds \(OffsetChange.rangeText) by device"
        case .preset: "the name of a preset"
        }
    }

    func refusal(of value: PlainValue) -> SettingError { SettingError(.invalid, "must be \(allowed), not \(value)") }

    private func nonempty(_ value: PlainValue) throws(SettingError) -> String {
        guard let text = value.text, !text.isEmpty, !text.unicodeScalars.contains("\0") else {
            throw refusal(of: value)
        }
        return text
    }

    private static func path(_ text: String, from source: Source) throws(SettingError) -> String {
        if text.hasPrefix("/") { return text }
        guard text == "~" || text.hasPrefix("~/") else {
            let parts = (source.folder + "/" + text).split(separator: "/").filter { $0 != "." }
            return (source.folder.hasPrefix("/") ? "/" : "") + parts.joined(separator: "/")
        }
        guard let home = source.home else {
            throw SettingError(.invalid, "~ has no meaning here, for HOME is not set: write the whole path")
        }
        return home + text.dropFirst()
    }

    private func lanes(_ value: PlainValue, from source: Source) throws(SettingError) -> [WrittenLane] {
        let text = try nonempty(value)
        if text == "off" { return [] }
        let lanes = try Self.musical { () throws(RhythmError) in try WrittenLane.lanes(parsing: text) }
        return try Self.lanes(lanes, from: source)
    }

    /// Lanes that a source names, with the whole paths of their sounds. Throws where `~` has no meaning.
    package static func lanes(_ lanes: [WrittenLane], from source: Source) throws(SettingError) -> [WrittenLane] {
        var lanes = lanes
        for index in lanes.indices {
            guard let sound = lanes[index].sound, sound.contains("/") else { continue }
            let found = try path(sound, from: source)
            lanes[index] = try Self.musical { () throws(RhythmError) in try lanes[index].with(sound: found) }
        }
        return lanes
    }

    private func tempo(_ value: PlainValue) throws(SettingError) -> TempoChange {
        if let number = value.double {
            return .to(try Self.musical { () throws(RhythmError) in try Tempo(beatsPerMinute: number) })
        }
        let text = try nonempty(value)
        let parts = text.split(separator: "/")
        guard parts.count == 2, let numerator = Int64(parts[0]), let denominator = Int64(parts[1])
        else {
            guard text.contains("=") else { return .to(try Self.tempo(text)) }
            let change = try Self.tempoChange(text)
            guard case .note = change else {
                throw SettingError(.invalid, "must be a tempo such as dotted-quarter=60, not the change \(value)")
            }
            return change
        }
        return .to(try Self.musical { () throws(RhythmError) in try Tempo(numerator, over: denominator) })
    }

    /// The tempo that a text states.
    package static func tempo(_ text: String) throws(SettingError) -> Tempo {
        do { return try Tempo(parsing: text) } catch { throw nearName(text) ?? SettingError(error) }
    }

    /// The tempo that a text asks for, or the change of it.
    package static func tempoChange(_ text: String) throws(SettingError) -> TempoChange {
        do { return try TempoChange(parsing: text) } catch { throw nearName(text) ?? SettingError(error) }
    }

    /// The error for a text that is nearly the name of a tempo.
    private static func nearName(_ text: String) -> SettingError? {
        Suggestion.word(for: text, among: Tempo.allNames.map(\.name)).map {
            SettingError(.invalid, "\(PlainValue.string(text)) is not a tempo: did you mean \($0)?")
        }
    }

    private func bell(_ value: PlainValue) throws(SettingError) -> BellSetting {
        if case .table(let parts) = value, let every = parts["every"]?.int, let on = parts["on"]?.int {
            return try Self.bell(every: every, on: on)
        }
        if let every = value.int { return try Self.bell(every: every, on: 1) }
        let words = try nonempty(value).split(separator: " ")
        switch words.count {
        case 1 where words[0] == "bar": return .bar
        case 1 where words[0] == "off": return .off
        case 1:
            if let every = Int(words[0]) { return try Self.bell(every: every, on: 1) }
        case 3 where words[1] == "on":
            if let every = Int(words[0]), let on = Int(words[2]) { return try Self.bell(every: every, on: on) }
        default: break
        }
        throw refusal(of: value)
    }

    /// The bell of the same source, on the beat that a value states.
    func bell(of asked: SettingValue?, onBeat value: PlainValue) throws(SettingError) -> BellSetting {
        guard case .bell(.every(let pattern)) = asked else {
            throw SettingError(
                .invalid, "says which beat of a group the bell rings on, so bell.every must be a number too")
        }
        let beat = if case .untyped(let text) = value { Int(text) } else { value.int }
        guard let beat else {
            throw SettingError(.invalid, "must be a whole number 1...\(pattern.every), not \(value)")
        }
        return try Self.bell(every: pattern.every, on: beat)
    }

    private func offsets(_ value: PlainValue) throws(SettingError) -> [String: OffsetChange] {
        guard case .table(let entries) = value else { throw refusal(of: value) }
        var offsets: [String: OffsetChange] = [:]
        for (device, entry) in entries {
            guard let offset = entry.double, OffsetChange.range.contains(offset) else { throw refusal(of: entry) }
            offsets[device] = .to(offset)
        }
        return offsets
    }

    private static func bell(every: Int, on: Int) throws(SettingError) -> BellSetting {
        .every(try musical { () throws(RhythmError) in try BellPattern(every: every, on: on) })
    }

    /// A musical value; where it is refused, that is the setting's error.
    static func musical<Value>(_ make: () throws(RhythmError) -> Value) throws(SettingError) -> Value {
        do { return try make() } catch { throw SettingError(error) }
    }

    private static func flag(_ value: PlainValue) -> Bool? {
        switch value {
        case .bool(let flag): flag
        case .untyped("true"), .untyped("yes"), .untyped("on"), .untyped("1"): true
        case .untyped("false"), .untyped("no"), .untyped("off"), .untyped("0"): false
        default: nil
        }
    }

    /// Nil for what `Double` reads and nobody means: nan, inf, 0x1p3.
    static func decimal(_ text: String) -> Double? {
        let isPlain = text.utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 || "+-.eE".utf8.contains($0) }
        return isPlain ? Double(text) : nil
    }
}
