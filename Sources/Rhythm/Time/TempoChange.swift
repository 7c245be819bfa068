// SPDX-License-Identifier: Apache-2.0

/// What a person asks of the tempo: a tempo itself, or one relative to that in force.
public enum TempoChange: Sendable, Hashable {
    /// This tempo: `120`, `137.3`, `Allegro`.
    case to(Tempo)
    /// A tempo that counts another note, its length in quarter notes: `dotted-quarter=60`.
    case note(Ratio, at: Tempo)
    /// A number of bpm more, or fewer if negative: `+5`, `-2.5`.
    case by(Ratio)
    /// A multiple of the tempo, above 0: `x2`, `/2`, `+10%`; `quarter=dotted-eighth`, a quarter that lasts as long as a dotted
    /// eighth did.
    case times(Ratio)

    /// `120`, `137.3`, a name, or what else `Tempo` reads; `dotted-quarter=60`, `quarter=dotted-eighth`; `+5`, `-2.5`; `+10%`, `-10%`; `x2`, `*1.5`, `×2`, `/2`.
    /// The typographic minus counts as one, a comma as a point, and blanks around the whole are ignored.
    public init(parsing text: String) throws(RhythmError) {
        let word = Self.withPoint(text.trimmed)
        if word.contains("=") {
            self = try Self.counted(word)
            return
        }
        let amount = word.dropFirst()
        switch word.first {
        case "+":
            self = try Self.relative(amount, sign: 1, in: text)
        case "-", "\u{2212}":
            self = try Self.relative(amount, sign: -1, in: text)
        case "x", "X", "*", "×":
            guard let ratio = Ratio(decimal: amount) else { throw Self.misunderstood(text) }
            self = try Self.factor(ratio, in: text)
        case "/":
            guard let ratio = Ratio(decimal: amount) else { throw Self.misunderstood(text) }
            self = try Self.factor(ratio.inverse, in: text)
        default:
            guard !Meter.isWritten(in: word) else {
                throw .invalid(
                    "\(RhythmError.quote(text)) is a meter, not a tempo: a tempo is a number such as 120 or 137.3")
            }
            do { self = .to(try Tempo(parsing: word)) } catch  where error.reason == .invalid {
                throw Self.misunderstood(text)
            }
        }
    }

    /// The tempo that follows where a beat has this length in quarter notes. Throws if it lies outside 1...1000 bpm.
    public func applied(to tempo: Tempo, beat: Ratio = .one) throws(RhythmError) -> Tempo {
        let (numerator, denominator) = (Int128(tempo.numerator), Int128(tempo.denominator))
        switch self {
        case .to(let asked):
            return asked
        case .note(let note, at: let asked):
            let (top, bottom) = (note.multiplied(by: beat.inverse), Int128(asked.denominator))
            guard let top else { throw .invalid("a beat of \(beat) quarter notes cannot be counted") }
            return try Tempo(
                wide: Int128(asked.numerator) * Int128(top.numerator), over: bottom * Int128(top.denominator))
        case .by(let step):
            let sum = numerator * Int128(step.denominator) + Int128(step.numerator) * denominator
            return try Tempo(wide: sum, over: denominator * Int128(step.denominator))
        case .times(let factor):
            return try Tempo(
                wide: numerator * Int128(factor.numerator), over: denominator * Int128(factor.denominator))
        }
    }

    /// A decimal comma is a point; before three digits it may part thousands, and is left as it is.
    private static func withPoint(_ word: String) -> String {
        let parts = word.split(separator: ",", omittingEmptySubsequences: false)
        guard parts.count == 2, !word.contains("."), parts[1].prefix(while: \.isNumber).count != 3 else { return word }
        return parts.joined(separator: ".")
    }

    private static func counted(_ word: String) throws(RhythmError) -> Self {
        let sides = word.split(separator: "=", omittingEmptySubsequences: false).map { String($0).trimmed }
        guard sides.count == 2 else { throw misunderstood(word) }
        let note = try NoteValue.length(named: sides[0])
        if let other = try? NoteValue.length(named: sides[1]), let factor = note.multiplied(by: other.inverse) {
            return .times(factor)
        }
        return .note(note, at: try Tempo(parsing: sides[1]))
    }

    private static func relative(_ amount: Substring, sign: Int128, in text: String) throws(RhythmError) -> Self {
        let percent = amount.last == "%"
        guard let ratio = Ratio(decimal: percent ? amount.dropLast() : amount) else { throw misunderstood(text) }
        let (step, parts) = (sign * Int128(ratio.numerator), Int128(ratio.denominator))
        if percent { return try factor(Ratio(wide: 100 * parts + step, over: 100 * parts), in: text) }
        guard let signed = Ratio(wide: step, over: parts) else { throw misunderstood(text) }
        return .by(signed)
    }

    private static func factor(_ factor: Ratio?, in text: String) throws(RhythmError) -> Self {
        guard let factor else { throw misunderstood(text) }
        guard factor.numerator > 0 else {
            throw .invalid(
                "\(RhythmError.quote(text)) leaves no tempo: a factor must be above 0, such as x2, /2 or -10%")
        }
        return .times(factor)
    }

    private static func misunderstood(_ text: String) -> RhythmError {
        .invalid(
            "\(RhythmError.quote(text)) is not a tempo: write beats per minute such as 120 or 137.3, "
                + "a change such as +5, -10% or x2, a note such as dotted-quarter=60, or a name such as Allegro")
    }
}
