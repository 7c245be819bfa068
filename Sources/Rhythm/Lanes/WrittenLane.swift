// SPDX-License-Identifier: Apache-2.0

/// A lane as one writes it: a name, what it plays, and how it is mixed: `hat x.x.x.x. sound=hihat gain=50%`.
public struct WrittenLane: Sendable, Hashable {
    /// What its pattern is counted from.
    public enum Anchor: String, Sendable, Hashable, CaseIterable {
        /// Each bar; a cycle that is under way is cut off there.
        case bar
        /// The bar with which the present meter began.
        case passage
        /// The start of the run.
        case run
    }

    /// The name by which the lane is known, 1 to 32 characters.
    public var name: String
    /// What it plays; nil for the beats and their parts, which only a mix is given for.
    public var pattern: WrittenPattern?
    /// The name or the path of its sound; nil: by its name, see ``soundName``.
    public internal(set) var sound: String?
    /// Linear, 0...4, of at most twelve decimals.
    public var gain = Ratio.one
    /// −1 is left, 1 is right, likewise.
    public var pan = Ratio.zero
    /// Whether it is not heard.
    public var isMuted = false
    /// Whether only this lane, and others that are solo, are heard.
    public var isSolo = false
    /// The first of the two output channels that it is played on, from 1.
    public var channel = 1
    /// What the pattern is counted from; nil: as it suits the length of its cycle.
    public var anchor: Anchor?

    /// The names of the metronome's own lanes, in the order of their numbers.
    public static let own = ["beat", "subdivision"]
    /// The gains that a lane may have.
    public static let gains = Ratio.zero...Ratio(reduced: 4)
    /// The places between left and right.
    public static let pans = Ratio(reduced: -1)...Ratio.one
    /// The channels that a lane may be played on.
    public static let channels = 1...32

    /// A lane without a pattern.
    init(named name: String) { self.name = name }

    /// A lane. Throws if the name is none, or if the sound is not.
    public init(name: String, pattern: WrittenPattern?, sound: String? = nil) throws(RhythmError) {
        try Self.check(name: name)
        if let sound { try Self.check(sound: sound) }
        self.init(named: name)
        self.pattern = pattern
        self.sound = sound
    }

    /// Its sound: the one that is set, or the usual one of an instrument of its name; nil: the sound of the beats.
    public var soundName: String? { sound ?? Self.instruments[name.lowercased()] }

    /// How it is mixed where nothing is soloed.
    public var mix: LaneMix {
        LaneMix(gain: Float(gain.value), pan: Float(pan.value), isMuted: isMuted, channel: channel - 1)
    }

    /// The sounds of instruments, by the names that musicians call them.
    public static let instruments: [String: String] = [
        "kick": "kick", "bass": "kick", "bd": "kick", "surdo": "surdo", "snare": "snare", "sd": "snare",
        "hat": "hihat", "hihat": "hihat", "hh": "hihat", "open-hat": "hihat-open", "oh": "hihat-open",
        "ride": "hihat-open",
        "clave": "clave", "claves": "clave", "rim": "rim", "cross-stick": "rim", "cowbell": "cowbell",
        "bell": "cowbell",
        "woodblock": "woodblock", "block": "woodblock", "shaker": "shaker", "caxixi": "shaker",
        "tamborim": "woodblock-high",
        "click": "click",
    ]

    /// Throws if a text is no name of a lane.
    public static func check(name: String, column: Int = 1) throws(RhythmError) {
        let isName = name.allSatisfy { $0.isLetter || $0.isNumber || "-_.+'".contains($0) }
        guard (1...32).contains(name.count), name.utf8.count <= longestName, isName, let first = name.first,
            first.isLetter || first.isNumber
        else {
            throw .invalid(
                "column \(column): \(RhythmError.quote(name)) is no name of a lane: it has 1 to 32 letters, digits, -, _, +, . or '"
            )
        }
        guard !isSteps(name), !WrittenSchedule.keywords.contains(name), !["off", "remove"].contains(name) else {
            throw .invalid(
                "column \(column): a lane cannot be called \(RhythmError.quote(name)), which reads as a pattern: give it another name"
            )
        }
    }

    /// Whether a word is made of steps.
    static func isSteps(_ word: String) -> Bool {
        word.allSatisfy { $0 == "-" || Accent(sign: $0) != nil || "()*%_|".contains($0) || $0.isNumber }
            && !word.allSatisfy(\.isNumber)
    }

    // MARK: text

    /// Reads one lane: its name, its pattern and what follows, as in ``LaneEdit/read(_:column:)``. Throws, with the column of
    /// the mistake.
    public init(parsing text: String, column: Int = 1) throws(RhythmError) {
        guard let first = Word.words(of: text).first else {
            throw .invalid("column \(column): a lane needs a name and a pattern: kick x...x...")
        }
        var edit = try LaneEdit(name: first.text, column: column + first.column)
        let end = first.column + first.text.count
        try edit.read(String(text.dropFirst(end)), column: column + end)
        self = try edit.applied(to: nil)
    }

    /// A gain, or percent, to twelve decimals; nil for anything else, and out of range.
    public static func gain(_ text: String) -> Ratio? {
        let isPercent = text.hasSuffix("%")
        guard let number = Ratio(decimal: isPercent ? text.dropLast() : text[...]),
            let gain = Ratio(
                nearest: Int128(number.numerator), over: Int128(number.denominator) * (isPercent ? 100 : 1),
                denominatorAtMost: .max)?.roundedToDecimals()
        else { return nil }
        return gains.contains(gain) ? gain : nil
    }

    /// A gain that is more by a step, or less, and stays in its range; nil where the sum is no number.
    static func gain(_ gain: Ratio, changedBy step: Ratio) -> Ratio? {
        gain.adding(step).flatMap { min(max($0, gains.lowerBound), gains.upperBound).roundedToDecimals() }
    }

    /// A place between left and right, to twelve decimals; nil for anything else, and out of range.
    public static func pan(_ text: String) -> Ratio? {
        let sign = text.first == "-" ? -1 : 1
        let isSigned = text.first == "-" || text.first == "+"
        guard let pan = Ratio(decimal: text.dropFirst(isSigned ? 1 : 0))?.times(Int64(sign))?.roundedToDecimals()
        else { return nil }
        return pans.contains(pan) ? pan : nil
    }

    /// Another sound. Throws where a text is none.
    public func with(sound: String) throws(RhythmError) -> WrittenLane {
        try Self.check(sound: sound)
        var lane = self
        lane.sound = sound
        return lane
    }

    /// The most bytes of the name or the path of a sound.
    static let longestSound = 4096
    /// The most bytes of a name.
    private static let longestName = 128

    /// Throws where a text cannot be the name or the path of a sound: one that is empty or too long, or has what is not seen.
    static func check(sound: String, column: Int = 1) throws(RhythmError) {
        let isSeen = !sound.unicodeScalars.contains { scalar in
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator, .surrogate: true
            default: false
            }
        }
        // What joins with the quotes around it could not be told from them.
        let quoted = "\"\(sound)\""
        guard (1...longestSound).contains(sound.utf8.count), isSeen, quoted.first == "\"", quoted.last == "\"",
            "=\(sound)".first == "=", quoted.count == sound.count + 2
        else {
            throw .invalid(
                "column \(column): \(RhythmError.quote(sound)) is no sound: a name or a path has 1 to \(longestSound) bytes and "
                    + "no control characters")
        }
    }

    /// The text that is read as this lane.
    public var text: String {
        var words = [name]
        if let pattern { words.append(pattern.description) }
        if let sound { words.append("sound=" + Quotes.writing(sound)) }
        if gain != .one { words.append("gain=" + (gain.decimal ?? "\(gain.value)")) }
        if pan != .zero { words.append("pan=" + (pan.decimal ?? "\(pan.value)")) }
        if channel != 1 { words.append("channel=\(channel)") }
        if let anchor { words.append("from=" + anchor.rawValue) }
        if isMuted { words.append("mute") }
        if isSolo { words.append("solo") }
        return words.joined(separator: " ")
    }

    /// Reads lanes with `|`, `;` or a new line between them. A polyrhythm alone becomes a lane for each of its voices; the part
    /// behind a bar line that is no lane goes on with the one before.
    public static func lanes(parsing text: String) throws(RhythmError) -> [WrittenLane] {
        var parts: [(text: String, column: Int)] = []
        var (part, begin) = ("", 0)
        var quotes = Quotes()
        for (column, character) in text.enumerated() {
            let isQuoted = quotes.take(character)
            if !isQuoted, character == "|" || character == ";" || character.isNewline {
                parts.append((part, begin))
                (part, begin) = ("", column + 1)
            } else {
                part.append(character)
            }
        }
        parts.append((part, begin))
        // The length is counted once: a pattern may have as many bar lines as steps.
        var joined: [(text: String, column: Int, length: Int)] = []
        for part in parts {
            guard let first = Word.words(of: part.text).first else { continue }
            if !joined.isEmpty, isSteps(first.text) {
                let (column, length) = (joined[joined.count - 1].column, joined[joined.count - 1].length)
                let gap = max(0, part.column - column - length)
                joined[joined.count - 1].text += String(repeating: " ", count: gap) + part.text
                joined[joined.count - 1].length = length + gap + part.text.count
            } else {
                joined.append((part.text, part.column, part.text.count))
            }
        }
        var lanes: [WrittenLane] = []
        for part in joined {
            let words = Word.words(of: part.text)
            if words.count == 1, words[0].text.contains(":") {
                let pattern = try WrittenPattern(parsing: part.text, column: part.column + 1)
                lanes += try voices(of: pattern)
            } else {
                lanes.append(try WrittenLane(parsing: part.text, column: part.column + 1))
            }
        }
        var names: Set<String> = []
        for lane in lanes where !names.insert(lane.name).inserted {
            throw .invalid("there are two lanes called \(lane.name): give one of them another name")
        }
        return lanes
    }

    /// A lane for each voice of a polyrhythm, each with a sound of its own.
    private static func voices(of pattern: WrittenPattern) throws(RhythmError) -> [WrittenLane] {
        let sounds = ["woodblock-high", "woodblock", "cowbell", "rim", "click", "click-high", "cowbell-high", "hihat"]
        var lanes: [WrittenLane] = []
        for (index, voice) in (pattern.voices ?? []).enumerated() {
            lanes.append(
                try WrittenLane(
                    name: "\(voice)", pattern: WrittenPattern(parsing: "\(voice) per bar"),
                    sound: sounds[min(index, sounds.count - 1)]))
        }
        return lanes
    }
}
