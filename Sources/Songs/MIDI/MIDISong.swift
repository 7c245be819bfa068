// SPDX-License-Identifier: Apache-2.0

internal import MetronomeBounds
internal import MetronomeRhythm

/// The song that the tempo, meter and marker events of a MIDI file make.
///
/// A section begins with each marker, at the bar line before it, and with each change of meter. A bar that a change of meter cuts
/// short is a section of its own; one that stands hardly beside a bar line is moved onto it, with all else at its tick. A
/// tempo that stands hardly beside the beginning of a section is moved onto it, and each other tempo holds from its very tick on.
/// The last bar is completed.
struct MIDISong {
    /// Bars of one meter, or one bar that was cut short.
    private struct Region {
        var begin: Ratio
        var bars: Int
        /// A beat, how many of them a bar has, the last of which may be cut short, and how long the bar is.
        var (beat, beats, barLength): (Ratio, Int, Ratio)

        /// The beats of a bar.
        func bar() throws(MIDIFile.Refusal) -> [Ratio] {
            guard let before = beat.times(Int64(beats - 1)), let last = barLength.subtracting(before) else {
                throw MIDISong.tooLong
            }
            return Array(repeating: beat, count: beats - 1) + [last]
        }
    }

    private let file: MIDIFile
    private var draft = SongDraft()
    /// The next event, and the next that is a marker.
    private var (nextTempo, nextMarker) = (0, 0)
    /// The tempo that holds up to the next event, in microseconds for a quarter note.
    private var microseconds = 500_000
    /// The bar lines onto which meters were moved, by their ticks.
    private var moved: [Int64: Ratio] = [:]

    static func read(_ bytes: [UInt8]) -> SongReading {
        do {
            var song = MIDISong(try MIDIFile(bytes))
            try song.convert()
            return song.draft.reading()
        } catch let error as MIDIFile.Refusal {
            return SongReading(song: nil, remarks: [SongRemark(.mistake, error.message)])
        } catch {
            return SongReading(song: nil, remarks: [SongRemark(.mistake, "\(error)")])
        }
    }

    private init(_ file: MIDIFile) { self.file = file }

    /// Goes once through the events, region by region.
    private mutating func convert() throws {
        for case .name(let text) in file.events.lazy.map(\.kind) {
            guard let (name, isCut) = Song.name(text) else { continue }
            draft.title = name
            if isCut { draft.add(SongRemark(.note, SongRemark.cutName("title", text))) }
            break
        }
        guard file.end > 0 else { return draft.add(SongRemark(.note, "it lasts no time, so nothing is played")) }
        let regions = try regions()
        for (index, region) in regions.enumerated() {
            let begins = try sections(in: region, before: index + 1 < regions.count ? regions[index + 1].begin : nil)
            for (index, begin) in begins.enumerated() {
                let end = index + 1 < begins.count ? begins[index + 1].bar : region.bars
                try append(region, from: begin.bar, to: end, label: begin.label)
                if draft.isOver { return }
            }
        }
    }

    private func quarters(_ tick: Int64) throws(MIDIFile.Refusal) -> Ratio {
        guard let quarters = moved[tick] ?? Ratio(tick, over: file.division) else { throw Self.tooLong }
        return quarters
    }

    /// A place, or the bar line from which it is at most 1/32 of a quarter note away, of bars from another place on.
    private static func moved(
        _ place: Ratio, toBarsFrom begin: Ratio, of length: Ratio
    ) throws(MIDIFile.Refusal) -> Ratio {
        guard let near = Ratio(1, over: 32), let inside = place.subtracting(begin),
            let half = length.multiplied(by: Ratio(1, over: 2)),
            let bars = inside.adding(half).flatMap({ length.times($0.quotient(by: length)) }),
            let line = begin.adding(bars), let after = inside.subtracting(bars), let before = after.times(-1)
        else { throw tooLong }
        return max(before, after) <= near ? line : place
    }

    private static let tooLong = MIDIFile.Refusal(message: "it is too long")

    /// The stretches between the changes of meter, without gaps.
    private mutating func regions() throws -> [Region] {
        var meters: [(tick: Int64, count: Int, halvings: Int)] = [(0, 4, 2)]
        for event in file.events {
            guard case .meter(let count, let halvings) = event.kind, event.tick < file.end else { continue }
            if meters[meters.count - 1].tick == event.tick { meters.removeLast() }
            if let last = meters.last, last.count == count, last.halvings == halvings { continue }
            meters.append((event.tick, count, halvings))
        }
        var regions: [Region] = []
        for (index, meter) in meters.enumerated() {
            let begin = try quarters(meter.tick)
            let next = index + 1 < meters.count ? meters[index + 1] : nil
            let isLast = next == nil
            let stated = try quarters(next?.tick ?? file.end)
            guard let beat = Ratio(4, over: (1 as Int64).doubled(times: meter.halvings)),
                let barLength = beat.times(Int64(meter.count))
            else { throw Self.tooLong }
            let end = try Self.moved(stated, toBarsFrom: begin, of: barLength)
            if let next, end != stated {
                moved[next.tick] = end
                let name = "\(next.count)/\((1 as Int64).doubled(times: next.halvings))"
                draft.add(
                    SongRemark(
                        .note,
                        "the meter \(name) at tick \(next.tick) stands beside a bar line: it begins with that bar"))
            }
            guard let length = end.subtracting(begin), let whole = barLength.times(length.quotient(by: barLength)),
                let left = length.subtracting(whole), let cut = begin.adding(whole)
            else { throw Self.tooLong }
            var bars = Int(length.quotient(by: barLength))
            if isLast, left.numerator > 0 || bars == 0 && regions.isEmpty { bars += 1 }
            if bars > 0 {
                regions.append(
                    Region(begin: begin, bars: bars, beat: beat, beats: meter.count, barLength: barLength))
            }
            guard !isLast, left.numerator > 0 else { continue }
            let full = left.quotient(by: beat)
            let beats = Int(full) + (beat.times(full) == left ? 0 : 1)
            regions.append(
                Region(begin: cut, bars: 1, beat: beats > 1 ? beat : left, beats: beats, barLength: left))
        }
        return regions
    }

    /// In which of its bars, from 0, sections begin in a region, and what they are called: with each marker before the next region.
    private mutating func sections(
        in region: Region, before end: Ratio?
    ) throws(MIDIFile.Refusal) -> [(bar: Int, label: String?)] {
        var begins: [(bar: Int, label: String?)] = [(0, nil)]
        while nextMarker < file.events.count {
            let event = file.events[nextMarker]
            let stated = try quarters(event.tick)
            let place = try Self.moved(stated, toBarsFrom: region.begin, of: region.barLength)
            if let end, event.tick < file.end, place >= end { break }
            nextMarker += 1
            guard case .marker(let text) = event.kind else { continue }
            let (label, isCut) = Song.name(text) ?? ("?", false)
            func note(_ reason: String) {
                draft.add(SongRemark(.note, "the marker \(RhythmError.quote(label)) \(reason)"))
            }
            if isCut { draft.add(SongRemark(.note, SongRemark.cutName("marker", text))) }
            guard event.tick < file.end, let inside = place.subtracting(region.begin),
                case let bar = Int(clamping: inside.quotient(by: region.barLength)), bar < region.bars
            else {
                note("at the end is left out")
                continue
            }
            if place != stated {
                note("stands beside a bar line: its section begins with that bar")
            } else if region.barLength.times(Int64(bar)) != inside {
                note("lies within a bar: its section begins with that bar")
            }
            if begins[begins.count - 1].bar < bar {
                begins.append((bar, label))
            } else if let former = begins[begins.count - 1].label {
                note("is left out: its bar is already called \(RhythmError.quote(former))")
            } else {
                begins[begins.count - 1].label = label
            }
        }
        return begins
    }

    private mutating func append(_ region: Region, from first: Int, to last: Int, label: String?) throws {
        guard let from = region.barLength.times(Int64(first)).flatMap(region.begin.adding),
            let to = region.barLength.times(Int64(last)).flatMap(region.begin.adding)
        else { throw Self.tooLong }
        let bar = try region.bar()
        let (beat, tempo) = try tempo(from: from, to: to)
        let lane = try SongPart.beatLane(SongPart.usualAccents(bar.count), inBarsOf: bar)
        let part = SongPart(bars: last - first, bar: bar, beat: beat, tempo: tempo, lanes: [lane])
        _ = try part.length
        draft.add(SongSection(label: label, part: part))
    }

    /// The tempi from one place, up to which all events were taken, to another.
    private mutating func tempo(from begin: Ratio, to end: Ratio) throws -> (Ratio, SongTempo) {
        guard let length = end.subtracting(begin) else { throw Self.tooLong }
        var steps: [(begin: Ratio, microseconds: Int)] = [(begin, microseconds)]
        while nextTempo < file.events.count {
            let event = file.events[nextTempo]
            guard case .tempo(let microseconds) = event.kind else {
                nextTempo += 1
                continue
            }
            let place = try Self.moved(quarters(event.tick), toBarsFrom: begin, of: length)
            guard place < end else { break }
            nextTempo += 1
            self.microseconds = microseconds
            while let last = steps.last, place <= last.begin { steps.removeLast() }
            steps.append((max(place, begin), microseconds))
        }
        let quarters = steps.compactMap { Ratio(60_000_000, over: Int64($0.microseconds)) }
        guard let note = TempoNote(quartersPerMinute: quarters) else {
            throw MIDIFile.Refusal(message: "its tempi are too far apart, too slow or too fast to be played")
        }
        guard note.tempi.contains(where: { $0 != note.tempi[0] }) else { return (note.beat, .constant(note.tempi[0])) }
        var course: [SongTempo.Step] = []
        for (index, tempo) in note.tempi.enumerated() {
            let next = index + 1 < steps.count ? steps[index + 1].begin : end
            guard let length = next.subtracting(steps[index].begin) else { throw Self.tooLong }
            course.append(SongTempo.Step(tempo, length: length))
        }
        return (note.beat, .steps(course))
    }
}
