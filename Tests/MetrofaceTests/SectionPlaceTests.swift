// SPDX-License-Identifier: Apache-2.0

import Faces
import MetronomeControl
import MetronomeMotion
import MetronomeRhythm
import Testing

@testable import metroface

@Suite struct SectionPlaceTests {
    private func moment(
        beat: Int64, isPlaying: Bool = true, lanes: JSONValue = .null, song: Bool = true, setList: Bool = false
    ) throws -> Moment {
        var status = Status.silent
        if setList {
            status.setList = SetListState {
                $0.name = "friday"; $0.place = 1; $0.count = 2
                $0.entry = SetListState.Entry { $0.name = "waltz" }
                $0.next = SetListState.Entry { $0.name = "evening" }
            }
        }
        status.settings.others = ["lanes": lanes]
        if song {
            status.song = SongState {
                $0.path = "/a.toml"; $0.bars = 9; $0.startBar = 1; $0.scale = 1; $0.beats = 4
                $0.lanes = [["name": "clave", "pattern": "x..x", "mute": false, "solo": false]]
                $0.section = SectionState {
                    $0.index = 1; $0.label = "verse"; $0.pass = 2; $0.times = 2; $0.fromBeat = 16
                }
                $0.next = SectionState { ($0.index, $0.pass, $0.times, $0.fromBeat) = (2, 1, 1, 32) }
            }
        }
        let heard = HeardMoment(
            position: BeatPosition(whole: beat), bpm: 100, grid: BarGrid(beatsPerBar: 4), ringsBell: false,
            isPlaying: isPlaying, angle: 0)
        return Moment(heard, atNs: 0, status, else: Moment(beats: 0, tempo: try Tempo(90)))
    }

    @Test func `accents and parts are those that are heard, whatever is set`() throws {
        var status = Status()
        (status.heard.accents, status.heard.subdivision, status.heard.swing) = ("xA.x", 2, "2:1")
        (status.settings.others["accents"], status.settings.others["subdivision"]) = ("auto", 3)
        let heard = HeardMoment(
            position: BeatPosition(whole: 5), bpm: 100, grid: BarGrid(beatsPerBar: 4), ringsBell: false,
            isPlaying: true, angle: 0)
        let moment = Moment(heard, atNs: 0, status, else: Moment(beats: 0, tempo: try Tempo(90)))
        #expect(moment.accents == [.normal, .accent, .mute, .normal])
        #expect(moment.subdivisions.count == 1 && abs(moment.subdivisions[0] - 2.0 / 3) < 1e-9)
    }

    @Test func `the section and what comes next are those of the status, up to where the next one begins`() throws {
        #expect(try moment(beat: 31).section?.line == "verse 2 of 2, then section 3")
        #expect(try moment(beat: 32).section?.line == "section 3")
        #expect(try moment(beat: 31, isPlaying: false).section == nil)
        #expect(try moment(beat: 31, song: false).section == nil)
        // Without a section, the entry of a set list, also while nothing plays.
        #expect(try moment(beat: 31, setList: true).section?.line == "verse 2 of 2, then section 3")
        #expect(try moment(beat: 31, song: false, setList: true).section?.line == "waltz, then evening")
        #expect(try moment(beat: 31, isPlaying: false, setList: true).section?.line == "waltz, then evening")
    }

    @Test(arguments: [
        (120, "ring   100 bpm   4/4   bar 6, beat 1   verse 2 of 2, then section 3"),
        (64, "100 bpm   bar 6, beat 1   verse 2 of 2, then section 3"), (30, "6.1 verse 2 of 2"), (12, "6.1"),
    ])
    func `below every face stands the section, in as many words as there is room for`(columns: Int, line: String) throws
    {
        let face = try #require(FaceTable.face(named: "ring"))
        let picture = LivePicture(
            face: face, theme: .dark, moment: try moment(beat: 20), isKnown: true, notice: nil, showsHelp: false)
        #expect(picture.drawing(TerminalFormat(columns: columns, rows: 24)).strings.contains(line))
    }

    @Test func `pendulum and counter have it in the picture`() throws {
        for name in ["pendulum", "counter", "practice"] {
            let face = try #require(FaceTable.face(named: name))
            let drawing = face.drawing(at: try moment(beat: 20), size: face.defaultSize, theme: .light)
            #expect(drawing.strings.contains { $0.hasPrefix("verse 2 of 2") })
        }
    }

    @Test func `lanes that fit into the bar have their strokes in it; while a song plays, its own`() throws {
        let lanes: JSONValue = [
            ["name": "kick", "pattern": "x...A.o.", "mute": false, "solo": false],
            ["name": "hat", "pattern": "x. 4 per beat", "mute": true, "solo": false],
            ["name": "five", "pattern": "x..x. 4 per beat", "mute": false, "solo": false],
            ["name": "beat", "pattern": nil, "mute": false, "solo": false],
            ["name": "free", "pattern": "cycle 0.2 0.4 s", "mute": false, "solo": false],
        ]
        let shown = try moment(beat: 3, lanes: lanes, song: false).lanes
        #expect(shown.map(\.name) == ["kick", "hat"] && shown.map(\.isHeard) == [true, false])
        #expect(
            shown.first?.steps == [
                LaneSteps.Step(0, .normal), LaneSteps.Step(0.5, .accent), LaneSteps.Step(0.75, .ghost),
            ])
        #expect(shown.last?.steps.map(\.place) == (0..<8).map { Double($0) / 8 })
        let ofSong = try moment(beat: 3, lanes: lanes).lanes
        #expect(ofSong.map(\.name) == ["clave"] && ofSong.first?.steps.map(\.place) == [0, 0.75])
    }
}
