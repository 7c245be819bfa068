// SPDX-License-Identifier: Apache-2.0

import MetronomeRhythm
import Testing

@testable import MetronomeSession

/// What is read anew of a song's file, where other songs wait.
@Suite struct ReloadedSongTests {
    /// A song of two sections of 4/4, each with a number of bars.
    private func song(_ bars: Int, _ more: Int, path: String) throws -> LoadedSong {
        let beats = Pattern(BeatAccents(bar: [.bell, .normal, .normal, .normal]), fromBeat: 0)
        let sections = try [bars, more].map { bars in
            SongSection(
                part: SongPart(
                    bars: bars, bar: [.one, .one, .one, .one], tempo: .constant(try Tempo(120)),
                    lanes: [Lane(id: 0, pattern: beats)]))
        }
        return LoadedSong(try SongCourse(Song(sections: sections)), path: path)
    }

    @Test func `a song takes what is read of its own file, and nothing of another one's`() throws {
        let (old, new) = try (song(2, 3, path: "/a.toml"), song(5, 1, path: "/a.toml"))
        let other = try song(7, 7, path: "/b.toml")
        let reload = SongChange.reload(new.course, ofFile: "/a.toml")
        #expect(reload.applied(to: old)?.course == new.course && reload.applied(to: other) == other)
        let (played, playedOther) = (PlayedSong(old, fromBeat: 0), PlayedSong(other, fromBeat: 0))
        #expect(PlayedSong(after: played, reload, atBeat: 4)?.course == new.course)
        #expect(PlayedSong(after: playedOther, reload, atBeat: 4) == playedOther)
    }

    @Test func `a song that begins without its count-in does so in another version, too`() throws {
        var song = try song(2, 3, path: "/a.toml")
        (song.start, song.countsIn) = (4, false)
        let new = try self.song(5, 1, path: "/a.toml").course
        let read = SongChange.reload(new, ofFile: "/a.toml").applied(to: song)
        #expect(read?.countsIn == false && read?.start == 4)
    }

    @Test func `a song that is read anew while it is counted in is counted in to the end, whoever says the count-in`()
        throws
    {
        let (old, new) = try (song(2, 3, path: "/a.toml"), song(5, 1, path: "/a.toml"))
        let played = PlayedSong(old, fromBeat: 0, usualCountIn: 2)
        let read = try #require(PlayedSong(after: played, .reload(new.course, ofFile: "/a.toml"), atBeat: 1))
        let spans = read.spans(from: 1, to: nil, most: 4)
        #expect(spans.map(\.place) == [nil, nil, 0, 20])
        for span in spans {
            let length = read.passages(of: span).compactMap(\.length).reduce(0) { $0 + $1.value }
            #expect(length == Double(span.end - span.begin), "\(span)")
        }
    }

    @Test func `a pattern of several bars is counted in as it is heard, also where the song is read anew within it`()
        throws
    {
        func song(_ volume: String) throws -> Song {
            let four = [Ratio](repeating: .one, count: 4)
            let lane = Lane(id: 0, pattern: try Pattern(accents: [.bell, .normal, .normal, .normal], inBarsOf: four))
            let part = SongPart(bars: 4, bar: four, tempo: .constant(try Tempo(120)), lanes: [lane])
            let accents = try Accent.accents(signs: "X.x.AoAoXxxx")
            return Song(title: volume, sections: [SongSection(part: part)], countIn: .init(bars: 3, accents: accents))
        }
        let kits = [SoundChoice(beat: "beat", bell: "bell")]
        func heard(_ music: PlannedMusic) throws -> (onsets: String, rules: String) {
            let plan = music.arrangement(kits: kits)
            let onsets = try plan.passes(at: .hz48000).flatMap { try plan.onsets(in: $0) }.map(\.accent.sign)
            let beats = Int64(plan.begin.units)..<16
            return (
                String(onsets.prefix(beats.count)), String(beats.map { music.rule(ofBeat: $0).accent(ofBeat: $0).sign })
            )
        }
        var music = PlannedMusic(Settings(), song: LoadedSong(try SongCourse(song("a")), path: "/a"))
        #expect(try heard(music) == ("X.x.AoAoXxxxXxxx", "X.x.AoAoXxxxXxxx"))
        #expect(String(music.rule(ofBeat: 5).accents.bar.map(\.sign)) == "AoAo")
        #expect(music.place(ofBeat: 5) == (-1, 2))
        let change = PendingChange(
            id: 1, cue: .bar, fromBeat: 4, action: .song(.reload(try SongCourse(song("b")), ofFile: "/a")))
        _ = music.change(to: Settings(), pending: [change], nextBeat: 4)
        let again = try heard(music)
        #expect(again.onsets == again.rules && again.rules == "X.x.AoAoXxxxXxxx".suffix(again.rules.count))
        #expect(music.place(ofBeat: 5) == (-1, 2))
    }

    @Test func `a song that waits for a section follows all places that are asked for where that begins`() throws {
        let (first, other) = try (song(4, 4, path: "/a.toml"), song(7, 7, path: "/b.toml"))
        var music = PlannedMusic(Settings(), song: first, pending: [])
        var pending = PendingChanges()
        _ = pending.add(.song(.load(other)), at: .section, fromBeat: 2)
        _ = pending.add(.song(.seek(20)), at: .bar, fromBeat: 2)
        // A section begins at once with it, and its first bar.
        let loop = pending.add(.song(.loop(16..<20)), at: .now, fromBeat: 2)
        _ = music.change(to: Settings(), pending: pending.list, nextBeat: 2)
        #expect(music.parts.last?.fromBeat == 2 && music.parts.last?.changes == [2, 3, 1])
        let after = music.songsAfterChanges(first, pending: pending.list)
        #expect(after[loop.id]??.path == "/a.toml" && after[loop.id]??.loop == 16..<20)
        #expect(music.song(ofBeat: 2)?.path == "/b.toml" && music.song(ofBeat: 2)?.loop == nil)
        // A newer song has the last word.
        _ = pending.add(.song(.load(try song(3, 3, path: "/c.toml"))), at: .bar, fromBeat: 2)
        _ = music.change(to: Settings(), pending: pending.list, nextBeat: 2)
        #expect(music.parts.last?.changes == [2, 3, 1, 4] && music.song(ofBeat: 2)?.path == "/c.toml")
    }

    @Test func `what waits for the song is aimed at what is read of it, and not what waits for the next one`() throws {
        let (old, new) = try (song(2, 3, path: "/a.toml"), song(5, 1, path: "/a.toml"))
        var pending = PendingChanges()
        func put(_ change: SongChange, of path: String? = nil) {
            _ = pending.add(.song(change), at: .bar, fromBeat: 0)
            pending.tieLast(toSong: path)
        }
        // The second section, which begins with beat 8 of the old version and 20 of the new one.
        put(.load(try song(7, 7, path: "/b.toml")))
        put(.seek(8), of: "/b.toml")
        put(.seek(8), of: "/a.toml")
        put(.loop(8..<12), of: "/a.toml")
        put(.practise(8..<12, scale: .one, LoopPractice(step: .zero, goal: .one)), of: "/a.toml")
        var begun = old
        begun.start = 8
        put(.load(begun))
        _ = pending.add(.scene(Scene(song: begun)), at: .bar, fromBeat: 0)
        pending.follow(new.course, inPlaceOf: old.course, ofFile: "/a.toml")
        let changes = pending.list.map(\.songChange)
        #expect(changes[1] == .seek(8) && changes[2] == .seek(20) && changes[3] == .loop(20..<24))
        #expect(changes[4] == .practise(20..<24, scale: .one, LoopPractice(step: .zero, goal: .one)))
        for change in changes[5...] {
            guard case .load(let song)? = change else {
                Issue.record("no song")
                return
            }
            #expect(song.course == new.course && song.start == 20)
        }
    }

    @Test func `what is asked for since the last version has places of that version`() throws {
        let versions = try [song(2, 3, path: "/a.toml"), song(5, 1, path: "/a.toml"), song(1, 9, path: "/a.toml")]
        var pending = PendingChanges()
        _ = pending.add(.song(.reload(versions[1].course, ofFile: "/a.toml")), at: .bar, fromBeat: 0)
        _ = pending.add(.song(.seek(20)), at: .bar, fromBeat: 0)
        pending.tieLast(toSong: "/a.toml")
        pending.follow(versions[2].course, inPlaceOf: versions[0].course, ofFile: "/a.toml")
        #expect(pending.list.map(\.songChange) == [.seek(4)])
    }

    @Test func `what is read anew of a song is the song also where the run ends before`() throws {
        let reload = SongChange.reload(try song(5, 1, path: "/a.toml").course, ofFile: "/a.toml")
        var pending = PendingChanges()
        _ = pending.add(.song(reload), at: .bar, fromBeat: 0)
        _ = pending.add(.song(.unload), at: .bar, fromBeat: 0)
        pending.endRun()
        #expect(pending.end().map(\.songChange) == [reload] && pending.list.isEmpty)
    }
}
