// SPDX-License-Identifier: Apache-2.0

internal import Rhythm

/// The song that the tempo, meter and marker events of a MIDI file make.
///
/// A section begins with each marker, at the bar line before it, and with each change of meter. A bar that a change of meter cuts
/// short is a section of its own. Each tempo holds from its very tick on. The last bar is completed.
struct MIDISong {
    /// Bars of one meter, or one bar that was cut short.
    private struct Region {
        var begin: Ratio
        var bars: Int
        var bar: [Ratio]
        var barLength: Ratio
    }

    private let file: MIDIFile
    private var remarks: [SongRemark] = []
    private var song = Song(sections: [])

    static func read(_ bytes: [UInt8]) -> SongReading {
        do {
            var reading = MIDISong(try MIDIFile(bytes))
            try reading.convert()
            return SongReading(song: reading.song, remarks: reading.remarks)
        } catch let error as MIDIFile.Refusal {
            return SongReading(song: nil, remarks: [SongRemark(.mistake, error.message)])
        } catch {
            return SongReading(song: nil, remarks: [SongRemark(.mistake, "\(error)")])
        }
    }

    private init(_ file: MIDIFile) { self.file = file }

    private mutating func convert() throws {
        for case .name(let name) in file.events.map(\.kind) where !name.isEmpty {
            song.title = name
            break
        }
        guard file.end > 0 else {
            remarks.append(SongRemark(.note, "it lasts no time, so nothing is played"))
            return
        }
        let labels = labels(in: try regions())
        for (region, begins) in labels {
            for (index, begin) in begins.enumerated() {
                let end = index + 1 < begins.count ? begins[index + 1].bar : region.bars
                try append(region, from: begin.bar, to: end, label: begin.label)
            }
        }
    }

    private func quarters(_ tick: Int64) throws -> Ratio {
        guard let quarters = Ratio(tick, over: file.division) else { throw Self.tooLong }
        return quarters
    }

    private static let tooLong = MIDIFile.Refusal(message: "it is too long")

    /// The stretches between the changes of meter.
    private func regions() throws -> [Region] {
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
            let end = try quarters(index + 1 < meters.count ? meters[index + 1].tick : file.end)
            guard let beat = Ratio(4, over: 1 << Int64(meter.halvings)), let barLength = beat.times(Int64(meter.count)),
                let length = end.subtracting(begin), let whole = barLength.times(length.quotient(by: barLength)),
                var left = length.subtracting(whole), let cut = begin.adding(whole)
            else { throw Self.tooLong }
            var bars = Int(length.quotient(by: barLength))
            let bar = Array(repeating: beat, count: meter.count)
            let isLast = index + 1 == meters.count
            if isLast, left.numerator > 0 { bars += 1 }
            if bars > 0 { regions.append(Region(begin: begin, bars: bars, bar: bar, barLength: barLength)) }
            guard !isLast, left.numerator > 0 else { continue }
            let shortLength = left
            var short: [Ratio] = []
            while left.numerator > 0 {
                let next = min(beat, left)
                short.append(next)
                guard let rest = left.subtracting(next) else { throw Self.tooLong }
                left = rest
            }
            regions.append(Region(begin: cut, bars: 1, bar: short, barLength: shortLength))
        }
        return regions
    }

    /// In which of its bars, from 0, sections begin in each region, and what they are called.
    private mutating func labels(in regions: [Region]) -> [(Region, [(bar: Int, label: String?)])] {
        var result: [(Region, [(bar: Int, label: String?)])] = regions.map { ($0, [(0, nil)]) }
        for event in file.events {
            guard case .marker(let text) = event.kind, let place = try? quarters(event.tick) else { continue }
            let label = text.isEmpty ? "?" : text
            guard event.tick < file.end, let index = regions.lastIndex(where: { $0.begin <= place }),
                let inside = place.subtracting(regions[index].begin)
            else {
                remarks.append(SongRemark(.note, "the marker \(RhythmError.quote(label)) at the end is left out"))
                continue
            }
            let bar = min(Int(inside.quotient(by: regions[index].barLength)), regions[index].bars - 1)
            let isOnBar = regions[index].barLength.times(Int64(bar)) == inside
            if !isOnBar {
                remarks.append(
                    SongRemark(
                        .note,
                        "the marker \(RhythmError.quote(label)) lies within a bar: its section begins with that bar"))
            }
            if let known = result[index].1.firstIndex(where: { $0.bar == bar }) {
                guard let former = result[index].1[known].label else {
                    result[index].1[known].label = label
                    continue
                }
                remarks.append(
                    SongRemark(
                        .note,
                        "the marker \(RhythmError.quote(label)) is left out: its bar is already called \(RhythmError.quote(former))"
                    ))
            } else {
                result[index].1.append((bar, label))
                result[index].1.sort { $0.bar < $1.bar }
            }
        }
        return result
    }

    private mutating func append(_ region: Region, from first: Int, to last: Int, label: String?) throws {
        guard let from = region.barLength.times(Int64(first)).flatMap(region.begin.adding),
            let to = region.barLength.times(Int64(last)).flatMap(region.begin.adding)
        else { throw Self.tooLong }
        let (beat, tempo) = try tempo(from: from, to: to)
        let lane = try SongPart.beatLane(SongPart.usualAccents(region.bar.count), inBarsOf: region.bar)
        let part = SongPart(bars: last - first, bar: region.bar, beat: beat, tempo: tempo, lanes: [lane])
        _ = try part.length
        song.sections.append(SongSection(label: label, part: part))
    }

    /// The tempi from one place to another.
    private func tempo(from begin: Ratio, to end: Ratio) throws -> (Ratio, SongTempo) {
        var steps: [(begin: Ratio, microseconds: Int)] = [(begin, 500_000)]
        for event in file.events {
            guard case .tempo(let microseconds) = event.kind else { continue }
            let place = try quarters(event.tick)
            guard place < end else { break }
            if place <= steps[steps.count - 1].begin { steps.removeLast() }
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
