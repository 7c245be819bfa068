// SPDX-License-Identifier: Apache-2.0

internal import MetronomeRhythm

/// A song that is being read, section by section, and what is to be said of it.
///
/// It holds the song against its limits with each section, so that a reader stops as soon as there is too much of it.
struct SongDraft {
    /// How many notes, and how many mistakes, are told of one file.
    static let mostRemarks = 1000

    /// What it is called.
    var title: String?
    /// Bars before it.
    var countIn: Song.CountIn?
    /// Where these stand.
    var countInPlace: (line: Int, column: Int)?
    /// What was found, in the order of finding.
    private(set) var remarks: [SongRemark] = []
    /// Those of them that have a place in the text.
    private var placed: Set<SongRemark> = []
    /// Whether nothing more is to be read: the song is too large, or enough was said of it.
    private(set) var isOver = false
    /// How many of the remarks are notes.
    private var notes = 0
    private var sections: [SongSection] = []
    /// Where each of them stands.
    private var places: [(line: Int?, column: Int?)] = []
    private var tally = SongTally()
    /// The lines of the labels; 0 where there are none.
    private var labels: [String: Int] = [:]

    /// Whether it has no sections.
    var isEmpty: Bool { sections.isEmpty }

    /// Adds what is said. Of notes the first ones are kept; after as many mistakes nothing more is read. What one
    /// place of the text makes of several parts is told once.
    mutating func add(_ remark: SongRemark) {
        guard !isOver else { return }
        let known = remark.kind == .note ? notes : remarks.count - notes
        guard known <= Self.mostRemarks, remark.line == nil || placed.insert(remark).inserted else { return }
        if known < Self.mostRemarks {
            remarks.append(remark)
        } else {
            remarks.append(SongRemark(remark.kind, "there is more to be said of it: these are the first \(known)"))
            isOver = remark.kind == .mistake
        }
        if remark.kind == .note { notes += 1 }
    }

    /// Adds the next section.
    mutating func add(_ section: SongSection, line: Int? = nil, column: Int? = nil) {
        guard !isOver else { return }
        do throws(RhythmError) {
            try tally.add(section)
        } catch {
            add(SongRemark(.mistake, line: line, column: column, error.message))
            isOver = true
        }
        sections.append(section)
        places.append((line, column))
    }

    /// The line of the first section with a label; nil where it is new, and is from now on in this line.
    mutating func line(ofLabel label: String, else line: Int) -> Int? {
        if let known = labels[label] { return known }
        labels[label] = line
        return nil
    }

    /// What was read. A song that cannot be played is a mistake too: of its count-in where it can be played without one, else of
    /// the first section that cannot be played.
    func reading() -> SongReading {
        let song = Song(title: title, sections: sections, countIn: countIn)
        guard remarks.count == notes else { return SongReading(song: nil, remarks: remarks) }
        do throws(RhythmError) {
            try Self.check(song)
            return SongReading(song: song, remarks: remarks)
        } catch {
            let place = countInPlace.flatMap { Self.isPlayable(Song(sections: sections)) ? $0 : nil }
            let first = sections.indices.first { !Self.isPlayable(Song(sections: [sections[$0]], countIn: countIn)) }
            let (line, column) = (
                place?.line ?? first.flatMap { places[$0].line }, place?.column ?? first.flatMap { places[$0].column }
            )
            let mistake = SongRemark(.mistake, line: line, column: column, error.message)
            return SongReading(song: nil, remarks: remarks + [mistake])
        }
    }

    private static func isPlayable(_ song: Song) -> Bool {
        do throws(RhythmError) { try check(song) } catch { return false }
        return true
    }

    /// Throws where a song cannot be rendered, or cannot be played.
    private static func check(_ song: Song) throws(RhythmError) {
        guard !song.sections.isEmpty else { return }
        for passage in try song.arrangement().passages { try passage.checkLimits() }
        _ = try SongCourse(song)
    }
}

extension SongRemark {
    /// What is said of a name that another program wrote, and that is too long.
    static func cutName(_ key: String, _ text: String) -> String {
        "the \(key) \(RhythmError.quote(text)) is longer than \(Song.nameLength.upperBound) characters or "
            + "\(Song.longestName) bytes: what is beyond is left out"
    }
}
