// SPDX-License-Identifier: Apache-2.0

import MetronomeRhythm
import Testing

@testable import MetronomeSession

@Suite struct PendingChangesTests {
    private var edit: PendingChange.Action { .edit(.volume(0.5)) }

    @Test func `changes wait in the order in which they were put, under ids that never come again`() {
        var pending = PendingChanges()
        for cue in [.bar, .beat, .section] as [Cue] { _ = pending.add(edit, at: cue, fromBeat: 4) }
        #expect(pending.list.map(\.id) == [1, 2, 3] && pending.list.map(\.cue) == [.bar, .beat, .section])
        #expect(pending.cancel(2).map(\.id) == [2])
        #expect(pending.cancel(7).isEmpty)
        #expect(pending.add(.stop, at: .bar, fromBeat: 4).id == 4)
        #expect(pending.reach([4, 9, 1], inForce: [1, 4]).map(\.id) == [4, 1])
        #expect(pending.list.map(\.id) == [3])
        #expect(pending.cancel(nil).map(\.id) == [3] && pending.list.isEmpty)
        #expect(pending.add(.stop, at: .bar, fromBeat: 4).id == 5)
    }

    @Test func `what was taken back waits again where it is played all the same, in its place, and not a second time`()
    {
        var pending = PendingChanges()
        for _ in 0..<4 { _ = pending.add(edit, at: .bar, fromBeat: 4) }
        _ = [2, 3].map { pending.cancel($0) }
        #expect(pending.reinstate([1, 2, 9]) == [2] && pending.list.map(\.id) == [1, 2, 4])
        #expect(pending.reinstate([2]) == [] && pending.list.map(\.id) == [1, 2, 4])
        // The music in force does not hold it.
        pending.settle([1, 2])
        #expect(pending.reinstate([3]) == [])
        _ = pending.cancel(4)
        _ = pending.end()
        #expect(pending.reinstate([4]) == [])
    }

    @Test func `what was taken back is kept up to a bound, the oldest of it`() {
        var pending = PendingChanges()
        for _ in 0..<300 {
            _ = pending.add(edit, at: .bar, fromBeat: 4)
            _ = pending.cancel(nil)
        }
        #expect(pending.reinstate(Array(1...300)) == Array(1...PendingChanges.most))
    }

    @Test func `of what was reached in music that came too late, songs and ends wait again, and settings hold`() {
        var pending = PendingChanges()
        _ = pending.add(edit, at: .bar, fromBeat: 4)
        for _ in 0..<3 { _ = pending.add(.song(.unload), at: .bar, fromBeat: 4) }
        _ = pending.add(.stop, at: .bar, fromBeat: 4)
        _ = pending.add(edit, at: .bar, fromBeat: 4)
        _ = pending.reach([1, 2, 3, 4, 5], inForce: [2])
        // A plan takes hold that was made after the third was reached.
        pending.settle([2, 3])
        #expect(pending.anticipatedIDs == [1, 4, 5])
        #expect(pending.missAnticipated().map(\.id) == [1, 4, 5] && pending.list.map(\.id) == [4, 5, 6])
        #expect(pending.missAnticipated().isEmpty && pending.list.map(\.id) == [4, 5, 6])
    }

    @Test func `a tap takes the place of the tap before it, and of no other change`() {
        var pending = PendingChanges()
        _ = pending.add(edit, at: .bar, fromBeat: 0, gesture: History.Gesture(1))
        _ = pending.add(.stop, at: .bar, fromBeat: 0)
        _ = pending.add(edit, at: .bar, fromBeat: 0, gesture: History.Gesture(1))
        #expect(pending.list.map(\.id) == [2, 3])
        // What the third tap has left is reached: the next one takes no change back.
        _ = pending.reach([3], inForce: [3])
        _ = pending.add(edit, at: .bar, fromBeat: 0, gesture: History.Gesture(1))
        #expect(pending.list.map(\.id) == [2, 4])
    }

    @Test func `of the entries of a set list only the last waits`() throws {
        let name = try #require(LibraryName("gig"))
        let list = SetList(name, entries: ["a", "b", "c"].map { .init(.song(path: "/\($0).toml")) })
        var pending = PendingChanges()
        _ = pending.add(.scene(Scene(setList: list.at(1))), at: .bar, fromBeat: 0)
        _ = pending.add(edit, at: .bar, fromBeat: 0)
        _ = pending.add(.scene(Scene(setList: list.at(2))), at: .bar, fromBeat: 0)
        #expect(pending.list.map(\.id) == [2, 3])
        #expect(pending.setList(after: list)?.place == 2)
        #expect(pending.closeSetLists() && !pending.closeSetLists())
        #expect(pending.setList(after: list)?.place == 0 && pending.list.map(\.id) == [2, 3])
        #expect(!pending.changeSetLists { _ in list })
        #expect(pending.setList(after: nil) == nil, "what waits for no set list has none")
        pending.removeEntries()
        #expect(pending.list.map(\.id) == [2, 3])
    }

    @Test func `what was asked for at once waits for the next beat, and holds also where the run ends before`() {
        var pending = PendingChanges()
        #expect(pending.add(.song(.unload), at: .now, fromBeat: 3).cue == .beat)
        _ = pending.add(edit, at: .beat, fromBeat: 3)
        pending.endRun()
        #expect(pending.end().map(\.id) == [1])
        #expect(pending.list.isEmpty && pending.end().isEmpty)
        // Of a run that never began the bars are those of the next one.
        for cue in [.now, .bar, .place(bar: 5, beat: 1)] as [Cue] { _ = pending.add(edit, at: cue, fromBeat: 4) }
        #expect(pending.end(isBegun: false).map(\.cue) == [.beat])
        #expect(pending.list.map(\.cue) == [.place(bar: 5, beat: 1)])
    }

    @Test func `what is asked for while a run fades out is kept when that run is over`() {
        var pending = PendingChanges()
        for cue in [.now, .bar] as [Cue] { _ = pending.add(edit, at: cue, fromBeat: 3) }
        pending.endRun()
        for cue in [.now, .bar] as [Cue] { _ = pending.add(edit, at: cue, fromBeat: 0) }
        #expect(pending.end().map(\.id) == [1] && pending.list.map(\.id) == [3, 4])
    }

    @Test func `trainers that are ended at once are taken out of what waits, and nothing else is`() throws {
        func edit(_ words: [Trainer.Kind: String]) throws -> Edit {
            var edit = Edit()
            for (kind, text) in words { edit[kind.rules.key] = .trainer(try Trainer(kind, parsing: text)) }
            return edit
        }
        var (pending, off) = (PendingChanges(), Edit())
        off[Trainer.Kind.gap.rules.key] = .trainer(nil)
        let gap = try edit([.gap: "2 2"]), both = try edit([.gap: "2 2", .mute: "50%"])
        for edit in [gap, both, .volume(0.5), off] {
            _ = pending.add(.edit(edit), at: .place(bar: 8, beat: 1), fromBeat: 0)
        }
        #expect(pending.removeTrainers(endedBy: .volume(1)) == [])
        #expect(pending.removeTrainers(endedBy: off) == [1, 4])
        #expect(pending.list.map(\.id) == [2, 3])
        #expect(try pending.list[0].edit == edit([.mute: "50%"]))
        #expect(pending.reinstate([1]) == [1] && pending.list[0].edit == gap, "a plan without it may come too late")
    }

    @Test func `no more than a hundred changes wait`() {
        var pending = PendingChanges()
        for _ in 0..<PendingChanges.most { _ = pending.add(edit, at: .bar, fromBeat: 0) }
        #expect(pending.isFull && PendingChanges.most == 100)
        _ = pending.cancel(50)
        #expect(!pending.isFull)
    }
}
