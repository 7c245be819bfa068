// SPDX-License-Identifier: Apache-2.0

import MetronomeRhythm
import Testing

@testable import MetronomeSession

struct LaneKeyTests {
    private func settings(_ changes: [LaneChange], to settings: Settings = Settings()) throws -> Settings {
        try Edit.lanes(changes).applied(to: settings)
    }

    private func set(_ name: String, _ text: String) throws -> LaneChange {
        var edit = try LaneEdit(name: name)
        try edit.read(text)
        return .set(edit)
    }

    @Test func `a change of a lane that is not there names those that are`() throws {
        var settings = Settings()
        func refusal() -> String? {
            let error = #expect(throws: SettingError.self) {
                try Edit.lanes([try set("drums", "mute")]).applied(to: settings)
            }
            return error.map { "\($0)" }
        }
        #expect(refusal()?.contains("there is no lane \"drums\" yet: write a pattern") == true)
        settings = try self.settings(
            [try set("kick", "x..."), try set("hat", "xx"), try set("beat", "mute")], to: settings)
        #expect(refusal()?.contains("there is no lane \"drums\": there are kick, hat; to add it, write") == true)
    }

    @Test func `a run numbers its lanes as if they were added one after the other, whatever lanes there were`() throws {
        var settings = try Edit.lanes([.all(["a", "b", "c"].map { try WrittenLane(name: $0, pattern: nil) })]).applied(
            to: Settings())
        let b = settings.lanes.entries[1]
        settings = try Edit.lanes([.remove("a")]).applied(to: settings)
        #expect(settings.lanes.entries.first { $0.lane.name == "b" }?.id == b.id)
        let numbered = settings.lanes.renumbered()
        let fresh = try Edit.lanes([.all(settings.lanes.lanes)]).applied(to: Settings())
        #expect(numbered == fresh.lanes && numbered != settings.lanes)
        #expect(numbered.renumbered() == numbered)
    }

    @Test func `a lane keeps its number whatever becomes of the others`() throws {
        var settings = try settings([.all(try WrittenLane.lanes(parsing: "a xxxx | b xxxx | c xxxx"))])
        #expect(settings.lanes.entries.map(\.id) == [2, 3, 4])
        settings = try self.settings([.remove("a"), try set("d", "xxxx"), try set("c", "x.x.")], to: settings)
        #expect(settings.lanes.entries.map { [$0.lane.name: $0.id] } == [["b": 3], ["c": 4], ["d": 2]])
        settings = try self.settings([.all(try WrittenLane.lanes(parsing: "c xxxx | b x..."))], to: settings)
        #expect(settings.lanes.entries.map { [$0.lane.name: $0.id] } == [["c": 4], ["b": 3]])
    }

    @Test func `there are sixty-four lanes beside the metronome's own two, and no more`() throws {
        let full = try settings(try (1...64).map { try set("n\($0)", "xxxx") } + [try set("beat", "mute")])
        #expect(full.lanes.entries.count == 65)
        #expect(throws: SettingError.self) { try settings([try set("one-more", "xxxx")], to: full) }
    }

    @Test func `where any lane is soloed all others are muted, the metronome's own too`() throws {
        let settings = try settings([try set("a", "xxxx solo"), try set("b", "xxxx gain=50%")])
        let mixes = settings.lanes.mixes
        #expect(mixes[2]?.isMuted == false && mixes[3]?.isMuted == true)
        #expect(mixes[0]?.isMuted == true && mixes[1]?.isMuted == true)
    }

    @Test func `what is saved of the lanes is read again as the same`() throws {
        let lanes = "kick x...x... gain=0.5 | beat channel=3 | c cycle 0.2 0.2 0.4 s 3 times mute"
        let settings = try settings([.all(try WrittenLane.lanes(parsing: lanes))])
        let key = try #require(Key.named("lanes"))
        #expect(key.value(in: settings)?.plain == .string(lanes))
        let source = SettingForm.Source(folder: "/", home: nil)
        let read = try Edit([key: try key.form.read(.string(lanes), from: source)]).applied(to: Settings())
        #expect(read == settings)
        #expect(key.value(in: Settings())?.plain == .string("off"))
    }

    @Test func `more onsets than can be played are refused, by the lane or by the tempo`() throws {
        let fast = try settings(try (1...64).map { try set("n\($0)", "64 per bar") })
        let error = #expect(throws: SettingError.self) { try Edit.tempo(.to(try Tempo(1000))).applied(to: fast) }
        #expect(error?.reason == .outOfRange && error?.key?.name == "bpm")
    }

    @Test func `a change that waits changes its lane only, whatever became of the others meanwhile`() throws {
        let key = try #require(Key.named("lanes"))
        let edit = Edit.lanes([try set("kick", "mute")])
        let before = try settings([.all(try WrittenLane.lanes(parsing: "kick xxxx | hat xxxx"))])
        let waiting = Edit([key: try #require(edit.waiting(key, in: try edit.applied(to: before)))])
        let meanwhile = try settings([.remove("hat")], to: before)
        #expect(try waiting.applied(to: meanwhile).lanes.lanes.map(\.text) == ["kick xxxx mute"])
    }

    // MARK: what is planned

    private func part(_ text: String, meter: String = "4/4", tempo: Int64 = 120) throws -> PlannedMusic {
        var settings = try settings([.all(try WrittenLane.lanes(parsing: text))])
        settings.meter = try Meter(parsing: meter)
        settings.tempo = try Tempo(tempo)
        return PlannedMusic(settings)
    }

    @Test func `a schedule that is added begins on the next beat, and goes on after another tempo`() throws {
        var settings = Settings()
        var music = PlannedMusic(settings)
        settings = try self.settings([try set("a", "every 0.5 s")], to: settings)
        _ = music.change(to: settings, pending: [], nextBeat: 7)
        #expect(music.parts[0].origins == ["a": try #require(Ratio(7))])
        // Two seconds after its begin at 120, on beat 11, the tempo halves: two seconds are two beats then.
        settings.tempo = try Tempo(60)
        _ = music.change(to: settings, pending: [], nextBeat: 11)
        #expect(music.parts[0].origins == ["a": try #require(Ratio(9))])
    }

    @Test func `a lane that fits the bar is counted from the last change of the meter`() throws {
        var settings = try settings([.all(try WrittenLane.lanes(parsing: "a x... | b x.. over 3 beats"))])
        var music = PlannedMusic(settings)
        settings.meter = try Meter(parsing: "3/4")
        _ = music.change(to: settings, pending: [], nextBeat: 6)
        let lanes = music.arrangement(kits: []).passages[1].lanes
        #expect(lanes.first { $0.id == 2 }?.anchor == .position(try #require(Ratio(6))))
        #expect(lanes.first { $0.id == 3 }?.anchor == .position(try #require(Ratio(6))))
    }

    @Test func `a mix alone is no other arrangement`() throws {
        let one = try part("a xxxx | b x.x.").arrangement(kits: [])
        let other = try part("a xxxx mute | b x.x. gain=20% channel=3 pan=1").arrangement(kits: [])
        #expect(one == other)
    }
}
