// SPDX-License-Identifier: Apache-2.0

import MetronomeRhythm
import Testing

struct WrittenLaneTests {
    @Test func `a drum pattern in one line is a lane for each instrument`() throws {
        let lanes = try WrittenLane.lanes(parsing: "kick x...x... | snare ....x... | hat x.x.x.x. gain=50% pan=-0.3")
        #expect(lanes.map(\.name) == ["kick", "snare", "hat"])
        #expect(lanes.map(\.soundName) == ["kick", "snare", "hihat"])
        #expect(lanes[2].gain.value == 0.5 && lanes[2].pan.value == -0.3)
        #expect(try lanes[1].pattern?.pattern(inBarsOf: [.one, .one, .one, .one]).onsets.count == 1)
    }

    @Test func `a bar line inside a pattern is ignored, and a new line or a semicolon separates lanes`() throws {
        let lanes = try WrittenLane.lanes(parsing: "kick x...|x...\nsnare ..x.|..x. ; hat xxxx")
        #expect(lanes.map(\.name) == ["kick", "snare", "hat"])
        #expect(lanes[0].pattern?.description == "x... x...")
    }

    @Test func `a polyrhythm among lanes is a lane for each of its numbers, with a sound of its own`() throws {
        let lanes = try WrittenLane.lanes(parsing: "5:4:3")
        #expect(lanes.map(\.name) == ["5", "4", "3"])
        #expect(Set(lanes.map(\.sound)).count == 3)
    }

    @Test func `what is written of a lane is read as the same lane`() throws {
        for text in [
            "kick x...x...", "hat x%30x.x over 2 bars sound=rim gain=0.25 pan=-0.5 channel=3 from=run mute solo",
            "beat gain=0.5 channel=3", "a every 3 beats after 1 beat", "b cycle 0.2 0.2 0.4 s 3 times",
        ] {
            let lane = try WrittenLane(parsing: text)
            #expect(lane.text == text)
            #expect(try WrittenLane(parsing: lane.text) == lane)
        }
    }

    @Test(arguments: [
        ("hat x...", "3=A", "x.A."), ("hat (x.)*2 gain=50%", "1=. 4=x%30", "..xx%30"),
        ("hat x.x over 2 bars", "2=o", "xox over 2 bars"), ("hat x.x over 5/2 beats", "1=X", "X.x over 5/2 beats"),
        ("hat 3 per beat", "2=.", "x.x 3 per beat"), ("hat x. 16 per bar", "2=-", "x. 16 per bar"),
        ("hat x...", "xx 2=A", "xA"),
    ])
    func `one step is another, and all others stay`(lane: String, change: String, pattern: String) throws {
        let lane = try WrittenLane(parsing: lane)
        var edit = try LaneEdit(name: "hat")
        try edit.read(change)
        let changed = try edit.applied(to: lane)
        #expect(changed.pattern?.description == pattern)
        #expect(changed.gain == lane.gain)
        #expect(try WrittenPattern(parsing: pattern) == changed.pattern)
    }

    @Test(arguments: ["5=x", "0=x", "1025=x", "1=", "1=xx", "1=q", "x=1"])
    func `a step that is not there, or is no step, is refused`(change: String) throws {
        let lane = try WrittenLane(parsing: "hat x...")
        #expect(throws: RhythmError.self) {
            var edit = try LaneEdit(name: "hat")
            try edit.read(change)
            _ = try edit.applied(to: lane)
        }
    }

    @Test func `what is not made of steps has none to be changed`() throws {
        var edit = try LaneEdit(name: "a")
        try edit.read("1=x")
        for text in ["a 3:2", "a every 2 beats"] {
            #expect(throws: RhythmError.self) { try edit.applied(to: WrittenLane(parsing: text)) }
        }
        #expect(throws: RhythmError.self) { try edit.applied(to: nil) }
    }

    @Test func `a change of a lane keeps what it does not name`() throws {
        let lane = try WrittenLane(parsing: "hat xxxx gain=50% pan=0.5")
        var edit = try LaneEdit(name: "hat")
        try edit.read("mute channel=3")
        let changed = try edit.applied(to: lane)
        #expect(changed.pattern == lane.pattern && changed.gain.value == 0.5 && changed.pan.value == 0.5)
        #expect(changed.isMuted && changed.channel == 3)
    }

    @Test(arguments: [
        ("gain=+10%", 0.6), ("gain=-0.1", 0.4), ("gain=+400%", 4), ("gain=-80%", 0), ("gain=+10% gain=70%", 0.7),
        ("gain=70% gain=+10%", 0.6),
    ]) func `a step of a gain is counted from the gain that the lane has, and ends at the limits`(
        change: String, gain: Double
    ) throws {
        var edit = try LaneEdit(name: "hat")
        try edit.read(change)
        let lane = try edit.applied(to: WrittenLane(parsing: "hat x.x. gain=50%"))
        #expect(lane.gain.value == gain)
        // What it led to is no step any more.
        #expect(try edit.settled(as: lane).applied(to: WrittenLane(parsing: "hat x.x. gain=2")).gain.value == gain)
    }

    @Test func `a new lane has no gain to step from`() throws {
        #expect(throws: RhythmError.self) { try WrittenLane(parsing: "hat x.x. gain=-10%") }
        var own = try LaneEdit(name: "beat")
        try own.read("gain=-10%")
        #expect(try own.applied(to: nil).gain.value == 0.9)
    }

    @Test func `a lane that cannot be is refused with a column`() {
        for (text, column) in [
            ("kick", 0), ("x...x...", 1), ("ki/ck x...", 1), ("kick x... gain=5", 11), ("kick x... pan=2", 11),
            ("kick x... loud=2", 11), ("kick x... channel=0", 11), ("beat x...", 0), ("off x...", 1),
            ("remove x...", 1),
            ("hat x... | kick x.y.", 19),
        ] {
            let error = #expect(throws: RhythmError.self, "\(text)") { try WrittenLane.lanes(parsing: text) }
            #expect(
                column == 0 || error?.message.contains("column \(column):") ?? false, "\(text): \(error?.message ?? "")"
            )
        }
        #expect(throws: RhythmError.self) { try WrittenLane.lanes(parsing: "a xxxx | a xxxx") }
    }

    @Test func `every groove can be played in its meter, and each of its instruments is known`() throws {
        #expect(Set(Groove.all.map(\.name)).count == Groove.all.count)
        #expect(Groove.all.count >= 20)
        for groove in Groove.all {
            let name = groove.name
            #expect(Groove.named(name.uppercased()) == groove && !groove.source.isEmpty && groove.summary.count <= 44)
            let bar = try Meter(parsing: groove.meter).bar
            let lanes = try WrittenLane.lanes(parsing: groove.text)
            #expect(!lanes.isEmpty && groove.lanes == lanes)
            for lane in lanes {
                #expect(lane.soundName != nil, "\(name): \(lane.name)")
                let anchor = lane.pattern?.usualAnchor(inBarsOf: bar)
                #expect(anchor == .bar || anchor == .passage, "\(name): \(lane.name)")
            }
        }
    }
}
