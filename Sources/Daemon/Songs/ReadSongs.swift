// SPDX-License-Identifier: Apache-2.0

internal import MetronomeRhythm

/// The songs that were read last, kept while one list is made: entries of a list often share a song.
struct ReadSongs {
    /// How many are kept: a song can be large.
    static let most = 4

    /// What reads a song.
    var read: (SongSource) throws(SongSource.Refusal) -> (course: SongCourse, notes: [String]) = {
        (source) throws(SongSource.Refusal) in try source.course()
    }
    private var kept:
        [(source: SongSource, result: Result<(course: SongCourse, notes: [String]), SongSource.Refusal>)] =
            []

    /// A song as it is played live, as it was when it was read first. Throws what `SongSource.course()` throws.
    mutating func course(of source: SongSource) throws(SongSource.Refusal) -> (course: SongCourse, notes: [String]) {
        if let known = kept.first(where: { $0.source == source }) { return try known.result.get() }
        let result = Result { [read] () throws(SongSource.Refusal) in try read(source) }
        if kept.count == Self.most { kept.removeFirst() }
        kept.append((source, result))
        return try result.get()
    }
}
