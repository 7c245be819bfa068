// SPDX-License-Identifier: Apache-2.0

/// A change of one lane: new values for some of its parts; the other parts stay.
public struct LaneEdit: Sendable, Hashable {
    /// The name of the lane. A lane that does not exist is added, and needs a pattern.
    public var name: String
    /// What it plays.
    public var pattern: WrittenPattern?
    /// Other steps, by their numbers from 1: of the pattern that it has then.
    private(set) var steps: [Int: StepReader.Step] = [:]
    /// The name or path of its sound.
    public private(set) var sound: String?
    /// Linear, 0...4, of at most twelve decimals.
    public private(set) var gain: Ratio?
    /// What the gain is more than it was, or less where it is negative.
    private var gainStep: Ratio?
    /// −1...1, likewise.
    public private(set) var pan: Ratio?
    /// Whether it is not heard.
    public var isMuted: Bool?
    /// Whether only this lane, and others that are solo, are heard.
    public var isSolo: Bool?
    /// The first of its two output channels, from 1.
    public private(set) var channel: Int?
    /// What the pattern is counted from.
    public var anchor: WrittenLane.Anchor?

    /// A change of nothing. Throws if the name is not valid.
    public init(name: String, column: Int = 1) throws(RhythmError) {
        try WrittenLane.check(name: name, column: column)
        self.name = name
    }

    /// Takes in what is written behind the name: a pattern, other steps by their numbers such as `3=A`, `sound=…`, in quotes where it has
    /// blanks, `gain=50%`, `gain=+10%`, `pan=-0.3`, `channel=3`, `from=bar|passage|run`, `mute`, `unmute`, `solo`, `unsolo`. Throws, with the column of the mistake.
    public mutating func read(_ text: String, column: Int = 1) throws(RhythmError) {
        let words = Word.words(of: text)
        let options = words.firstIndex { $0.text.contains("=") || Self.flags.contains($0.text) } ?? words.count
        if options > 0, let begin = words.first?.column {
            let last = words[options - 1]
            let line = text.prefix(last.column + last.text.count).dropFirst(begin)
            pattern = try WrittenPattern(parsing: String(line), column: column + begin)
        }
        for word in words[options...] { try set(word.text, column: column + word.column) }
    }

    private static let flags = ["mute", "unmute", "solo", "unsolo"]

    /// Sets one property: `gain=50%`, `mute`.
    private mutating func set(_ option: String, column: Int) throws(RhythmError) {
        func wrong(_ allowed: String) -> RhythmError {
            .invalid("column \(column): \(RhythmError.quote(option)) is not understood: \(allowed)")
        }
        let parts = option.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let value = parts.count == 2 ? parts[1] : ""
        switch (parts[0], parts.count) {
        case ("mute", 1): isMuted = true
        case ("unmute", 1): isMuted = false
        case ("solo", 1): isSolo = true
        case ("unsolo", 1): isSolo = false
        case ("sound", 2) where !value.isEmpty:
            guard let name = Quotes.reading(value) else {
                throw wrong("quotes end where the word does: sound=\"my sound\"")
            }
            try WrittenLane.check(sound: name, column: column)
            sound = name
        case ("gain", 2):
            let isStep = value.first == "+" || value.first == "-"
            guard let gain = WrittenLane.gain(isStep ? String(value.dropFirst()) : value) else {
                throw wrong("a gain is 0...4, percent such as 80%, or a change of it such as +10%")
            }
            self.gain = isStep ? nil : gain
            gainStep = isStep ? value.first == "-" ? gain.times(-1) : gain : nil
        case ("pan", 2):
            guard let pan = WrittenLane.pan(value) else { throw wrong("a pan is -1 (left) to 1 (right), such as -0.3") }
            self.pan = pan
        case ("channel", 2):
            guard let channel = Int(value), WrittenLane.channels.contains(channel) else {
                throw wrong("a channel is 1...32")
            }
            self.channel = channel
        case ("from", 2):
            guard let anchor = WrittenLane.Anchor(rawValue: value) else {
                throw wrong("a pattern is counted from bar, passage or run")
            }
            self.anchor = anchor
        case (let number, 2) where number.allSatisfy(\.isNumber):
            guard let step = Int(number), (1...StepReader.mostSteps).contains(step) else {
                throw wrong("a step is counted from 1, to \(StepReader.mostSteps) at most")
            }
            var reader = StepReader(value, column: column + number.count + 1)
            let read = try reader.steps()
            guard read.count == 1 else { throw wrong("a step is one sign, such as \(step)=A or \(step)=x%30") }
            steps[step] = read[0]
        default:
            throw wrong(
                "behind the pattern stand sound=, gain=, pan=, channel=, from=, mute and solo, and steps such as 3=A")
        }
    }

    /// The same change, with the gain of the lane that followed where it was a step.
    public func settled(as lane: WrittenLane?) -> LaneEdit {
        guard gainStep != nil, let lane else { return self }
        var edit = self
        (edit.gain, edit.gainStep) = (lane.gain, nil)
        return edit
    }

    /// The lane that follows. Throws for a new one without a pattern, which names the lanes that are there, and for what the metronome's
    /// own lanes do not take.
    public func applied(to former: WrittenLane?, among names: [String] = []) throws(RhythmError) -> WrittenLane {
        let isOwn = WrittenLane.own.contains(name)
        guard !isOwn || pattern == nil && steps.isEmpty && sound == nil && anchor == nil else {
            throw .invalid("lane \(name) is the metronome's own: it takes gain, pan, channel, mute and solo only")
        }
        guard isOwn || pattern != nil || former != nil else {
            let hint = "write a pattern behind its name, such as x...x..."
            throw .invalid(
                "there is no lane \(RhythmError.quote(name))"
                    + (names.isEmpty
                        ? " yet: \(hint)" : ": there are \(names.joined(separator: ", ")); to add it, \(hint)")
            )
        }
        guard gainStep == nil || isOwn || former != nil else {
            throw .invalid("lane \(name): a new lane has no gain to step from: write the gain, such as gain=90%")
        }
        var lane = former ?? WrittenLane(named: name)
        lane.pattern = try (pattern ?? lane.pattern)?.with(steps: steps)
        lane.sound = sound ?? lane.sound
        lane.gain = gain ?? gainStep.flatMap { WrittenLane.gain(lane.gain, changedBy: $0) } ?? lane.gain
        lane.pan = pan ?? lane.pan
        lane.isMuted = isMuted ?? lane.isMuted
        lane.isSolo = isSolo ?? lane.isSolo
        lane.channel = channel ?? lane.channel
        lane.anchor = anchor ?? lane.anchor
        return lane
    }
}
