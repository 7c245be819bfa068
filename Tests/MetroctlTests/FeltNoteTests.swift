// SPDX-License-Identifier: Apache-2.0

import ControlSamples
import MetronomeControl
import MetronomeRhythm
import Programs
import Testing

@testable import metroctl

@Suite struct FeltNoteTests {
    @Test func `a tempo says which note it counts where that is no quarter`() {
        #expect(FeltNote.text(bpm: 240, length: Ratio(1, over: 2)) == " (quarter = 120)")
        #expect(FeltNote.text(bpm: 240, to: 180, length: Ratio(1, over: 2)) == " (quarter = 120 to 90)")
        #expect(FeltNote.text(bpm: 60, to: 60, length: Ratio(3, over: 2)) == " (dotted-quarter)")
        #expect(FeltNote.text(bpm: 60, length: .one).isEmpty && FeltNote.text(bpm: 60, length: nil).isEmpty)
    }

    @Test(arguments: [
        ("eighths", "quarter", "2"), ("eighths", "dotted-quarter", "3"), ("sixteenths", "dotted-quarter", "6"),
        ("eighths", "eighth", "1"), ("sixteenths", "half", "8"), ("quarters", "quarter", "1"), ("eighths", "half", "4"),
    ])
    func `how many eighths a beat has is a matter of the note that it is`(name: String, beat: String, parts: String)
        throws
    {
        #expect(try SubdivisionName.parts(name, of: NoteValue.length(named: beat)) == parts)
        #expect(throws: ProgramFailure.self) {
            try SubdivisionName.parts("quarters", of: NoteValue.length(named: "eighth"))
        }
    }

    @Test func `a meter that comes in the midst of a bar says how short that becomes`() {
        var status = Status.allegro
        (status.heard.beats, status.position) = (4, PositionState { ($0.beatIndex, $0.bar, $0.beat) = (5, 2, 2) })
        func hint(at beat: Double, bar: Int) -> String? {
            let change = Change { ($0.atBeat, $0.atBar, $0.atBarBeat, $0.values) = (beat, bar, 1, ["meter": "3/4"]) }
            return MeterVerb.cutHint(change, status)
        }
        #expect(
            hint(at: 6, bar: 3) == "\n(bar 2 is cut short after 2 beats; metroctl meter 3/4 at bar waits for its end)")
        // With its own end, or behind another bar.
        #expect(hint(at: 8, bar: 3) == nil && hint(at: 9, bar: 4) == nil)
        status.position = nil
        #expect(hint(at: 6, bar: 3) == nil)
    }

    @Test func `the status of a song says it, and that of the metronome leaves it to the meter`() {
        var status = Status.allegro
        (status.settings.bpm, status.settings.meter) = (240, "7/8")
        #expect(!status.line.contains("quarter") && status.noteText.isEmpty)
        (status.heard.bpm, status.heard.meter) = (240, "7/8")
        status.song = SongState { ($0.path, $0.beats) = ("/seven.toml", 7) }
        #expect(status.line.contains("240 bpm (quarter = 120)") && status.report.contains("240 bpm (quarter = 120)"))
        #expect(status.noting("playing, 240 bpm, from bar 1") == "playing, 240 bpm (quarter = 120), from bar 1")
        status.heard.meter = "6/8"
        status.song?.beats = 2
        #expect(status.line.contains("240 bpm (dotted-quarter)"))
        status.heard.meter = "4/4"
        status.song?.beats = 4
        #expect(!status.line.contains("quarter"))
    }

    @Test func `sections are listed with the note that their tempo counts`() {
        let page = SongPage {
            $0.song.path = "/seven.toml"
            $0.sections = [
                SongPage.Section { ($0.bars, $0.meter, $0.bpm, $0.toBpm, $0.beat) = (4, "7/8", 240, 240, "eighth") },
                SongPage.Section { ($0.bars, $0.meter, $0.bpm, $0.toBpm) = (4, "4/4", 120, 90) },
                SongPage.Section {
                    ($0.bars, $0.meter, $0.bpm, $0.toBpm) = (4, "3/4", 100, 100)
                    ($0.leastBpm, $0.mostBpm) = (40, 100)
                },
                SongPage.Section {
                    ($0.bars, $0.meter, $0.bpm, $0.toBpm, $0.beat) = (4, "5/8", 200, 200.001, "eighth")
                    ($0.leastBpm, $0.mostBpm) = (199.999, 200.001)
                },
            ]
        }
        #expect(page.text.contains("3/4  between 40 and 100") && page.text.contains("5/8  200 (quarter = 100)"))
        #expect(page.text.contains("7/8  240 (quarter = 120)") && page.text.contains("4/4  120 to 90"))
    }

    @Test func `a bare number is a scale in percent where it would be too fast`() {
        #expect(SongScaleVerb.scale(["80"]) == "80%" && SongScaleVerb.scale(["80", "%"]) == "80%")
        #expect(SongScaleVerb.scale(["1.25"]) == "1.25" && SongScaleVerb.scale(["90%"]) == "90%")
        #expect(SongScaleVerb.scale([]) == nil)
    }
}
