// SPDX-License-Identifier: Apache-2.0

internal import MetronomeRhythm
internal import TOML

/// The project's own form of a song: see `Docs/Songs.md`.
///
/// What a section leaves out is what the top of the file says; what an ending leaves out is what its section says.
enum SongFile {
    /// The largest file of this form that is read, in bytes: its values take many times as much memory as its text.
    static let limit = 4 << 20

    static func read(_ bytes: [UInt8]) -> SongReading {
        guard bytes.count <= limit else {
            let remark = SongRemark(.mistake, "it is too large: a song in TOML has at most \(limit >> 20) MiB")
            return SongReading(song: nil, remarks: [remark])
        }
        let document: TOMLDocument
        do {
            document = try TOMLDocument(bytes)
        } catch {
            let remark = SongRemark(.mistake, line: error.place?.line, column: error.place?.column, error.message)
            return SongReading(song: nil, remarks: [remark])
        }
        var draft = SongDraft()
        var top = SongTable(document.root, at: TOMLDocument.Place(line: 1, column: 1))
        draft.title = top.text("title")
        let defaults = SongStyle().reading(&top)
        if let tempo = defaults.tempo, tempo.isCourse {
            top.fail("a tempo at the top of the file is one tempo: write ramps and lists in sections", at: tempo.place)
        }
        let countIn = top.node("count_in")
        let sections = top.node("section")
        top.refuseRest(of: "a song")
        if let countIn {
            draft.countIn = self.countIn(countIn, &top)
            draft.countInPlace = place(ofCountIn: countIn)
        }
        for remark in top.remarks { draft.add(remark) }
        do throws(SongRemark) {
            for table in try sections?.tables("section") ?? [] {
                var table = table
                let section = section(&table, defaults)
                if let label = section?.label, draft.line(ofLabel: label, else: 0) != nil {
                    table.note("the label \(RhythmError.quote(label)) is used twice: seek and loop find the first")
                }
                for remark in table.remarks { draft.add(remark) }
                if let section { draft.add(section, line: table.place.line, column: table.place.column) }
                if draft.isOver { break }
            }
        } catch {
            draft.add(error)
        }
        if draft.isEmpty, draft.remarks.isEmpty {
            draft.add(
                SongRemark(.note, "there is no section in it, so nothing is played: write one below [[section]]"))
        }
        return draft.reading()
    }

    /// Where the pattern of a count-in is, or it itself without one.
    private static func place(ofCountIn node: TOMLNode) -> (line: Int, column: Int) {
        guard case .table(let values) = node.value, let pattern = values["pattern"] else {
            return (node.place.line, node.place.column)
        }
        return (pattern.place.line, pattern.place.column)
    }

    private static func countIn(_ node: TOMLNode, _ top: inout SongTable) -> Song.CountIn? {
        guard case .table(let values) = node.value else {
            do {
                let bars = try node.integer("count_in", 0...64)
                return bars == 0 ? nil : Song.CountIn(bars: bars)
            } catch {
                top.add([error])
                return nil
            }
        }
        var table = SongTable(values, at: node.place)
        let bars = table.integer("bars", 1...64)
        let accents = table.value("pattern") { node throws(SongRemark) in try SongStyle.accents(node) }
        let volume = table.volume("volume") ?? 1
        table.refuseRest(of: "count_in")
        if bars == nil, table.remarks.isEmpty { table.fail("count_in needs bars, from 1 to 64") }
        top.add(table.remarks)
        return bars.map { Song.CountIn(bars: $0, accents: accents, volume: volume) }
    }

    private static func section(_ table: inout SongTable, _ defaults: SongStyle) -> SongSection? {
        let label = table.text("label")
        let times = table.integer("times", SongSection.times) ?? 1
        let endings = table.node("ending")
        let style = defaults.reading(&table)
        table.refuseRest(of: "a section", others: partKeys)
        let part = part(&table, style)
        var section = part.map { SongSection(label: label, part: $0, times: times) }
        guard let endings else { return section }
        do {
            var inherited = style
            inherited.continueTempo()
            var takenPasses: Set<Int> = []
            for (index, ending) in try endings.tables("ending").enumerated() {
                var ending = ending
                let passes = self.passes(&ending, times, else: index + 1)
                let style = inherited.reading(&ending)
                ending.refuseRest(of: "an ending", others: partKeys)
                let part = self.part(&ending, style)
                for pass in passes ?? [] where !takenPasses.insert(pass).inserted {
                    ending.fail("pass \(pass) has two endings")
                }
                if let passes, let part { section?.endings.append(SongSection.Ending(passes: passes, part: part)) }
                table.add(ending.remarks)
            }
        } catch {
            table.add([error])
        }
        return section
    }

    /// The passes that an ending is for: one or a list, else that of its own number.
    private static func passes(_ table: inout SongTable, _ times: Int, else number: Int) -> [Int]? {
        guard let node = table.node("passes") else {
            if number <= times { return [number] }
            table.fail("ending \(number) is never played: the section has times = \(times)")
            return nil
        }
        func pass(_ node: TOMLNode, _ name: String) throws(SongRemark) -> Int {
            let pass = try node.integer(name, SongSection.times)
            guard pass <= times else {
                throw node.mistake("pass \(pass) is never played: the section has times = \(times)")
            }
            return pass
        }
        do {
            guard case .array(let nodes) = node.value, !nodes.isEmpty else { return [try pass(node, "passes")] }
            var passes: [Int] = []
            for node in nodes { passes.append(try pass(node, "a pass")) }
            return passes
        } catch {
            table.add([error])
            return nil
        }
    }

    /// The keys that `part` reads.
    private static let partKeys = ["bars", "fermata"]

    /// A part of a section, or an ending, whose style has been read.
    private static func part(_ table: inout SongTable, _ style: SongStyle) -> SongPart? {
        let bars = table.integer("bars", SongPart.bars)
        let fermata = table.node("fermata")
        guard let bars else {
            if table.remarks.isEmpty { table.fail("bars is missing: say how many there are") }
            return nil
        }
        guard let tempo = style.tempo else {
            if !style.statesTempo {
                table.fail("tempo is missing: write one here or at the top of the file, such as tempo = 120")
            }
            return nil
        }
        do {
            let lanes = try style.lanes(at: table.place)
            try style.checkNamed()
            let course = try tempo.course(bars: bars, bar: style.bar)
            var part = SongPart(
                bars: bars, bar: style.bar, beat: tempo.note, tempo: course, lanes: lanes, named: style.named,
                volume: style.volume, meter: style.statedMeter)
            if let fermata { part.fermatas = try fermatas(fermata, &table, of: part) }
            _ = try table.length(of: part)
            return table.remarks.isEmpty ? part : nil
        } catch {
            table.add([error])
            return nil
        }
    }

    /// How many times its length the last beat is held, or a table for a beat, or a list of these.
    private static func fermatas(
        _ node: TOMLNode, _ table: inout SongTable, of part: SongPart
    ) throws(SongRemark) -> [SongPart.Fermata] {
        if node.number != nil {
            return held([SongPart.Fermata(bar: part.bars, beat: part.bar.count, hold: try hold(node))])
        }
        var fermatas: [SongPart.Fermata] = []
        var known: Set<[Int]> = []
        for inner in try node.tables("fermata") {
            var inner = inner
            let bar = inner.integer("bar", 1...part.bars) ?? part.bars
            let beat = inner.integer("beat", 1...part.bar.count) ?? part.bar.count
            let hold = inner.value("hold") { node throws(SongRemark) in try self.hold(node) } ?? .one
            inner.refuseRest(of: "a fermata")
            if inner.node("hold") == nil { inner.fail("hold is missing: say how many times its length the beat lasts") }
            if !known.insert([bar, beat]).inserted {
                inner.fail("beat \(beat) of bar \(bar) has two fermatas")
            }
            table.add(inner.remarks)
            fermatas.append(SongPart.Fermata(bar: bar, beat: beat, hold: hold))
        }
        return held(fermatas)
    }

    /// Without fermatas that hold a beat for its own length: all that lies within such a beat is played.
    private static func held(_ fermatas: [SongPart.Fermata]) -> [SongPart.Fermata] {
        fermatas.filter { $0.hold != .one }
    }

    private static func hold(_ node: TOMLNode) throws(SongRemark) -> Ratio {
        guard let number = node.number, 1...64 ~= number, let hold = Ratio(decimal: "\(number)") else {
            throw node.mistake("a beat is held 1 to 64 times its length, such as fermata = 2")
        }
        return hold
    }
}

extension SongTable {
    /// The length of a part, whose refusal is a mistake of the table.
    fileprivate func length(of part: SongPart) throws(SongRemark) -> Ratio {
        do { return try part.length } catch {
            throw SongRemark(.mistake, line: place.line, column: place.column, error.message)
        }
    }
}
