// SPDX-License-Identifier: Apache-2.0

import MetronomeRhythm
import Testing

@testable import MetronomeSession

@Suite struct SetListTests {
    private func list(_ names: [String], place: Int = 0) throws -> SetList {
        SetList(
            try #require(LibraryName("friday")),
            entries: try names.map { name in
                SetList.Entry(
                    name.contains("/") ? .song(path: name) : .preset(try #require(LibraryName(name))))
            }, place: place)
    }

    @Test func `an entry is found by its number or by its name, the next one of that name first`() throws {
        let list = try list(["a", "b", "a", "/songs/evening.late.toml", "/songs/noname"], place: 1)
        #expect(list.place(of: "1") == 0 && list.place(of: "5") == 4 && list.place(of: "a") == 2)
        #expect(list.at(2).place(of: "a") == 0)
        #expect(list.place(of: "first") == 0 && list.place(of: "last") == 4)
        #expect(list.place(of: "evening.late") == 3 && list.place(of: "noname") == 4)
        for text in ["0", "6", "-1", "c", "", "99999999999999999999"] { #expect(list.place(of: text) == nil) }
    }

    @Test func `another version of a set list goes on at the same entry, of several at that of its number`() throws {
        let former = try list(["a", "b", "c", "b"], place: 3)
        #expect(try list(["x", "a", "b", "c", "b"]).following(former).place == 4)
        #expect(try list(["b", "a", "c", "b"]).following(former).place == 3)
    }

    @Test func `an entry that plays and was taken out is the present one, and the next is that behind it`() throws {
        let former = try list(["a", "b", "c", "d"], place: 1)
        let rest = try list(["a", "c", "d"]).following(former)
        #expect(rest.present?.name == "b" && rest.next?.name == "c")
        #expect(rest.place(after: 1) == 1 && rest.place(after: -1) == 0)
        // Another version follows what would be next.
        let other = try list(["x", "a", "c", "d"]).following(rest)
        #expect(other.present?.name == "b" && other.next?.name == "c" && other.place(after: -1) == 1)
        let last = try list(["a", "c"]).following(try list(["a", "c", "b"], place: 2))
        #expect(last.present?.name == "b" && last.next == nil && last.place(after: -1) == 1)
        #expect(last.at(1).present?.name == "c" && last.at(1).next == nil)
    }

    @Test func `undo and redo lead back to the entry of a list that was edited, also to one that was taken out`() throws
    {
        func go(_ direction: History.Direction, _ history: inout History, _ settings: inout Settings, in list: SetList)
            throws
            -> SetList?
        {
            let (step, before) = (try #require(history.restoration(direction, in: settings)), settings)
            settings = try step.edit.applied(to: before)
            return history.go(direction, by: step.edit, from: before, to: settings, in: list)?.list
        }
        var (history, settings) = (History(), Settings())
        let (a, b) = (try list(["a", "b", "c", "a"], place: 0), try list(["a", "b", "c", "a"], place: 1))
        settings.tempo = try Tempo(90)
        history.record(from: Settings(), to: settings, entries: History.Entries(from: a, to: b))
        // The entry that plays is taken out, and one is put before it.
        let edited = try list(["x", "a", "c", "a"]).following(b)
        #expect(edited.present?.name == "b" && edited.next?.name == "a")
        // Which of both is the first one is not known.
        #expect(try go(.undo, &history, &settings, in: edited) == nil)
        #expect(try go(.redo, &history, &settings, in: edited) == nil)
        history = History()
        history.record(from: Settings(), to: settings, entries: History.Entries(from: a, to: b))
        let rest = try list(["x", "a", "c"]).following(b)
        let former = try #require(try go(.undo, &history, &settings, in: rest))
        #expect(former.place == 1 && former.present?.name == "a")
        #expect(try go(.redo, &history, &settings, in: former) == rest)
    }

    @Test func `a preset keeps all of the music but how loud it is, and beside a song what that does not say`() {
        let kept = Edit(presetOf: Settings())
        let names = Set(kept.keys.map(\.name))
        #expect(
            names.isSuperset(of: ["bpm", "meter", "lanes", "trainer.gap", "count_in", "sounds.beat", "bell.volume"]))
        #expect(names.isDisjoint(with: ["volume", "muted", "audio.device", "audio.latency", "offsets", "socket"]))
        let beside = Set(Edit(presetOf: Settings(), besideSong: true).keys.map(\.name))
        #expect(beside.isDisjoint(with: ["bpm", "meter", "lanes", "swing", "timer"]))
        #expect(beside.contains("sounds.beat") && beside.contains("bell.volume"))
    }
}
