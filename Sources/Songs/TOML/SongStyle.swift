// SPDX-License-Identifier: Apache-2.0

internal import MetronomeRhythm
internal import TOML

/// How bars are played: what the top of a song file, a section and an ending say alike, each for what is inside it.
struct SongStyle {
    private(set) var meter = Meter.common
    /// Whether plus signs say of which groups its bars are.
    private var statesGroups = false
    /// The felt beats of a bar, in quarter notes.
    private(set) var bar = Meter.common.bar
    /// The note in which bars are felt, in quarter notes, where they have a whole number of it; nil: that of the meter.
    private var felt: Ratio?
    private(set) var volume = 1.0
    /// What a number counts where a tempo is one.
    private var note = Ratio.one
    private(set) var tempo: TempoText?
    /// Whether a tempo is written, right or wrong.
    private(set) var statesTempo = false
    private var accents: [Accent]?
    /// The lanes that have names.
    private(set) var named: [WrittenLane] = []
    /// Where they are written.
    private var namedPlace: TOMLDocument.Place?

    /// This style with what a table says in its place.
    func reading(_ table: inout SongTable) -> SongStyle {
        var style = self
        if let volume = table.volume("volume") { style.volume = volume }
        if let note = table.value("tempo_note", { node throws(SongRemark) in try Self.note(node) }) {
            style.note = note
            style.tempo = tempo?.counting(note)
        }
        let meter = table.value("meter") { node throws(SongRemark) in
            guard case .string(let text) = node.value else {
                throw node.mistake("meter must be a text such as \"3/4\"")
            }
            return (
                try node.checked { () throws(RhythmError) in try Meter(parsing: text) }, text.contains("+")
            )
        }
        if let (meter, statesGroups) = meter {
            // Steps that fill another bar mean nothing in this one.
            (style.meter, style.statesGroups, style.named) = (meter, statesGroups, [])
            style.bar = felt.flatMap { Self.bar(meter, in: $0) } ?? meter.bar
        }
        let beats = table.value("beat") { node throws(SongRemark) in
            let felt = try Self.note(node)
            guard let bar = Self.bar(style.meter, in: felt) else {
                throw node.mistake("a bar of \(style.meter) is no whole number of such beats")
            }
            return (felt, bar)
        }
        if let beats { (style.felt, style.bar) = beats }
        // Nor do signs for another number of beats.
        if style.bar.count != bar.count { style.accents = nil }
        if let accents = table.value("pattern", { node throws(SongRemark) in try style.fitting(node) }) {
            style.accents = accents
        }
        if let lanes = Self.lanes(in: &table) { (style.named, style.namedPlace) = (lanes.lanes, lanes.place) }
        let former = tempo
        if table.states("tempo") { style.statesTempo = true }
        if let tempo = table.value(
            "tempo",
            { node throws(SongRemark) in
                try TempoText(node, note: style.note, former: former)
            })
        {
            style.tempo = tempo
        }
        return style
    }

    /// Goes on at the tempo that is reached at the end.
    mutating func continueTempo() { tempo = tempo?.continued }

    /// The lanes that a table says in the notation of `metroctl lanes`, or by the name of a groove; nil where it says none.
    private static func lanes(in table: inout SongTable) -> (lanes: [WrittenLane], place: TOMLDocument.Place)? {
        let lanes = table.value("lanes") { node throws(SongRemark) in
            guard case .string(let text) = node.value else {
                throw node.mistake("lanes must be a text such as \"kick x...x... | hat xxxxxxxx\", or \"off\"")
            }
            if text == "off" { return (lanes: [WrittenLane](), place: node.place) }
            return (try node.checked { () throws(RhythmError) in try WrittenLane.lanes(parsing: text) }, node.place)
        }
        let groove = table.value("groove") { node throws(SongRemark) in
            guard case .string(let text) = node.value, let groove = Groove.named(text) else {
                throw node.mistake("groove must be one of " + Groove.all.map(\.name).joined(separator: ", "))
            }
            return (lanes: groove.lanes, place: node.place)
        }
        if let groove, lanes != nil {
            table.fail("lanes and groove say the same: leave one of them out", at: groove.place)
        }
        return lanes ?? groove
    }

    /// Throws where a named lane does not fit the bar, or a song.
    func checkNamed() throws(SongRemark) {
        for lane in named {
            do { _ = try lane.songLane(id: 0, inBarsOf: bar) } catch {
                throw SongRemark(.mistake, line: namedPlace?.line, column: namedPlace?.column, error.message)
            }
        }
    }

    /// The meter, where the beats of the bar do not say it.
    var statedMeter: Meter? { bar == meter.bar && !statesGroups ? nil : meter }

    /// What is played where no pattern is written: groups have accents where their beats are felt.
    private var usualAccents: [Accent] {
        let accents = SongPart.usualAccents(bar.count)
        guard statesGroups, bar == meter.bar else { return accents }
        return accents.enumerated().map { $0 > 0 && meter.beginsGroup($0) ? .accent : $1 }
    }

    /// The lane of the beats.
    func lanes(at place: TOMLDocument.Place) throws(SongRemark) -> [Lane] {
        do {
            return [try SongPart.beatLane(accents ?? usualAccents, inBarsOf: bar)]
        } catch {
            throw SongRemark(.mistake, line: place.line, column: place.column, error.message)
        }
    }

    /// A line of signs, one for each beat.
    static func accents(_ node: TOMLNode) throws(SongRemark) -> [Accent] {
        guard case .string(let text) = node.value else { throw node.mistake("pattern must be a text such as \"Xxxx\"") }
        return try node.checked { () throws(RhythmError) in try Accent.accents(signs: text) }
    }

    private func fitting(_ node: TOMLNode) throws(SongRemark) -> [Accent] {
        let accents = try Self.accents(node)
        guard accents.count.isMultiple(of: bar.count) else {
            throw node.mistake(
                "a pattern of \(accents.count) signs does not fit bars of \(bar.count) beats: write one sign for each beat of a "
                    + "bar, or of several bars")
        }
        _ = try node.checked { () throws(RhythmError) in try Pattern(accents: accents, inBarsOf: bar) }
        return accents
    }

    /// A note value by its name.
    static func note(_ node: TOMLNode) throws(SongRemark) -> Ratio {
        guard case .string(let text) = node.value else {
            throw node.mistake("a note value must be a text such as \"quarter\"")
        }
        return try node.checked { () throws(RhythmError) in try NoteValue.length(named: text) }
    }

    /// A bar of a meter, felt in beats of a note value; nil where it has no whole number of such beats.
    private static func bar(_ meter: Meter, in beat: Ratio) -> [Ratio]? {
        let length = Ratio(4 * Int64(meter.beats), over: Int64(meter.unit)) ?? .one
        let count = length.quotient(by: beat)
        guard count > 0, beat.times(count) == length else { return nil }
        return Array(repeating: beat, count: Int(count))
    }
}
