// SPDX-License-Identifier: Apache-2.0

internal import MetronomeBounds
internal import MetronomeRhythm
internal import TOML

/// A tempo as a song file writes it: a number, a text, a list with one for each beat, or a table with where it goes.
struct TempoText {
    private enum Course {
        case constant(Tempo)
        case ramp(from: Tempo, to: Tempo, TempoCurve.Shape)
        case steps(from: Tempo, to: Tempo, every: Int)
        case list([Tempo])
    }

    /// Where it is written.
    let place: TOMLDocument.Place
    /// The note that it counts, in quarter notes.
    private(set) var note: Ratio
    private var course: Course
    /// Whether it names its note, or is where a course ends: then it counts no other.
    private var keepsNote = false

    private static let form =
        "tempo must be a number such as 120, a text such as \"Allegro\", \"120 to 90\" or \"dotted-quarter = 60\", a list with one for each beat, "
        + "or a table such as { from = 80, to = 120, over = \"beats\" }"

    /// Whether it is not one tempo.
    var isCourse: Bool { if case .constant = course { false } else { true } }

    /// The tempo that it ends with, kept.
    var continued: TempoText {
        var tempo = self
        if isCourse { tempo.keepsNote = true }
        switch course {
        case .constant: break
        case .ramp(_, let to, _), .steps(_, let to, _): tempo.course = .constant(to)
        case .list(let tempi): if let last = tempi.last { tempo.course = .constant(last) }
        }
        return tempo
    }

    /// Its number as a tempo of another note; itself where it keeps its note.
    func counting(_ other: Ratio) -> TempoText {
        var tempo = self
        if !keepsNote { tempo.note = other }
        return tempo
    }

    /// Reads one. `note` is what a number counts; `former` the tempo that a ramp starts with if it does not say.
    init(_ node: TOMLNode, note: Ratio, former: TempoText?) throws(SongRemark) {
        place = node.place
        self.note = note
        switch node.value {
        case .integer, .number:
            course = .constant(try Self.tempo(node))
        case .string(let text):
            let sides = text.split(separator: "=", omittingEmptySubsequences: false)
            guard sides.count <= 2, let last = sides.last else { throw node.mistake(Self.form) }
            if sides.count == 2 {
                self.note = try node.checked { () throws(RhythmError) in try NoteValue.length(named: String(sides[0])) }
                keepsNote = true
            }
            let ends = last.split(separator: " ").map(String.init)
            if ends.count == 3, ends[1] == "to" {
                let tempi = try node.checked { () throws(RhythmError) in
                    (try Tempo(parsing: ends[0]), try Tempo(parsing: ends[2]))
                }
                course = .ramp(from: tempi.0, to: tempi.1, .linearInBeats)
            } else {
                course = .constant(try node.checked { () throws(RhythmError) in try Tempo(parsing: String(last)) })
            }
        case .array(let nodes):
            var tempi: [Tempo] = []
            for node in nodes { tempi.append(try Self.tempo(node)) }
            guard !tempi.isEmpty else { throw node.mistake(Self.form) }
            course = .list(tempi)
        case .table(let values):
            course = try Self.course(SongTable(values, at: node.place), note, former)
        default:
            throw node.mistake(Self.form)
        }
    }

    private static func course(
        _ table: SongTable, _ note: Ratio, _ former: TempoText?
    ) throws(SongRemark) -> Course {
        var table = table
        let tempo = { (node: TOMLNode) throws(SongRemark) in try Self.tempo(node) }
        let from = table.value("from", tempo) ?? former.flatMap { $0.constant(counting: note) }
        let to = table.value("to", tempo)
        let over = table.value("over") { node throws(SongRemark) in
            guard case .string(let word) = node.value, ["beats", "time", "steps"].contains(word) else {
                throw node.mistake("over must be \"beats\", \"time\" or \"steps\": what the tempo goes along with")
            }
            return word
        }
        let every = table.integer("every", SongPart.bars)
        table.refuseRest(of: "a tempo")
        if to == nil, table.remarks.isEmpty { table.fail("to is missing: say where the tempo goes") }
        if from == nil, table.remarks.isEmpty {
            table.fail(
                former == nil
                    ? "from is missing: say where the tempo starts, here or at the top of the file"
                    : "the tempo above is out of range in the note that is counted here: write from, or tempo_note with "
                        + "the note that the tempo above counts")
        }
        if every != nil, over != "steps", table.remarks.isEmpty {
            table.fail("every goes with over = \"steps\": how many bars each step lasts")
        }
        if let remark = table.remarks.first { throw remark }
        guard let from, let to else {
            throw SongRemark(.mistake, line: table.place.line, column: table.place.column, form)
        }
        switch over {
        case "steps": return .steps(from: from, to: to, every: every ?? 1)
        case "time": return .ramp(from: from, to: to, .linearInTime)
        default: return .ramp(from: from, to: to, .linearInBeats)
        }
    }

    private static func tempo(_ node: TOMLNode) throws(SongRemark) -> Tempo {
        switch node.value {
        case .integer(let whole): try node.checked { () throws(RhythmError) in try Tempo(whole) }
        case .number(let number): try node.checked { () throws(RhythmError) in try Tempo(beatsPerMinute: number) }
        case .string(let text): try node.checked { () throws(RhythmError) in try Tempo(parsing: text) }
        default: throw node.mistake(form)
        }
    }

    /// The one tempo that it is, as tempo of another note.
    private func constant(counting other: Ratio) -> Tempo? {
        guard case .constant(let tempo) = continued.course,
            let number = Ratio(tempo.numerator, over: tempo.denominator),
            let quarters = number.multiplied(by: note),
            let counted = quarters.multiplied(by: Ratio(other.denominator, over: other.numerator))
        else { return nil }
        return try? Tempo(counted.numerator, over: counted.denominator)
    }

    /// The tempo along bars. Throws where a list has another number of tempi than there are beats.
    func course(bars: Int, bar: [Ratio]) throws(SongRemark) -> SongTempo {
        switch course {
        case .constant(let tempo): return .constant(tempo)
        case .ramp(let from, let to, let shape): return .ramp(from: from, to: to, shape)
        case .list(let tempi):
            guard tempi.count == bars * bar.count else {
                throw SongRemark(
                    .mistake, line: place.line, column: place.column,
                    "\(tempi.count) tempi for \(bars * bar.count) beats: a list has one for each beat of all bars")
            }
            return .steps(tempi.enumerated().map { SongTempo.Step($1, length: bar[$0.remainder(by: bar.count)]) })
        case .steps(let from, let to, let every):
            let count = (bars + every - 1).quotient(by: every)
            guard let length = bar.reduce(Ratio?.some(.zero), { $0?.adding($1) })?.times(Int64(every)) else {
                throw SongRemark(
                    .mistake, line: place.line, column: place.column, "a step of \(every) bars is too long")
            }
            return .steps((0..<count).map { SongTempo.Step(step($0, of: count, from, to), length: length) })
        }
    }

    /// A step of some, from the first tempo to the last, each by as much; one alone has the last.
    private func step(_ index: Int, of count: Int, _ from: Tempo, _ to: Tempo) -> Tempo {
        guard count > 1, let place = Ratio(Int64(index)), let length = Ratio(Int64(count - 1)) else { return to }
        return SongTempo.ramp(from: from, to: to, .linearInBeats).tempo(at: place, of: length)
    }
}
