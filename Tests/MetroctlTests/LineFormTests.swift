// SPDX-License-Identifier: Apache-2.0

import ControlSamples
import MetronomeControl
import MetronomeRhythm
import MetronomeSession
import Testing

@testable import metroctl

@Suite struct LineFormTests {
    private func text(_ form: String, _ status: Status = .allegro, bell: Bool = false) throws -> String {
        try LineForm(form).text(status: status, heard: HeardMoment(bar: 103, beat: 2, bell: bell), atNs: 0)
    }

    @Test func `every placeholder stands for what is heard`() throws {
        #expect(try text("{bpm} {bar}.{beat}") == "137.3 103.2")
        #expect(try text("{state} {name} {meter} {beats} [{bell}] {volume}%") == "playing Allegro 4/4 4 [] 80%")
        #expect(try text("{bell}", bell: true) == "bell")
        #expect(try text("{state} {bpm} {bar}.{beat}{bell}", .stopped, bell: true) == "stopped 137.3 0.0")
        #expect(try text("") == "" && text("♩ = 1") == "♩ = 1")
    }

    @Test func `the first beat of a bar is told with its own meter and section, before the status has them`() throws {
        var (status, heard) = (Status.allegro, HeardMoment(bar: 5, beat: 1, bell: true))
        heard.grid = BarGrid(beatsPerBar: 3)
        heard.beatLength = .one
        heard.section = SectionPlace(index: 2, label: "C", pass: 2, times: 2, fromBeat: 16)
        let form = try LineForm("{meter} {beats} {section}")
        #expect(form.text(status: status, heard: heard, atNs: 0) == "3/4 3 C 2 of 2")
        heard.beatLength = Ratio(3, over: 2)
        #expect(form.text(status: status, heard: heard, atNs: 0) == "9/8 3 C 2 of 2")
        // As it was set, where that is this bar.
        (status.settings.meter, status.settings.others["beat"]) = ("2+2+3/8", "eighth")
        heard.grid = BarGrid(beatsPerBar: 7)
        heard.beatLength = Ratio(1, over: 2)
        #expect(form.text(status: status, heard: heard, atNs: 0).hasPrefix("2+2+3/8 7"))
    }

    @Test func `a set list at a song that was unloaded says so`() {
        var status = Status()
        status.setList = SetListState {
            ($0.name, $0.place, $0.count) = ("gig", 2, 2)
            ($0.entry.name, $0.entry.song) = ("etude", "/etude.toml")
        }
        #expect(status.report.contains("gig 2 of 2: etude, the last; its song is not loaded"))
        #expect(status.line.hasSuffix("gig 2 of 2 etude (not loaded)"))
        status.song = SongState { ($0.path, $0.bars, $0.startBar, $0.scale) = ("/etude.toml", 12, 1, 1) }
        #expect(!status.report.contains("not loaded"))
        // What is set rests, where the song says it.
        (status.settings.others["accents"], status.settings.others["count_in"]) = ("XxAx", 2)
        #expect(!status.report.contains("accents") && status.report.contains("count-in  "))
        status.song = nil
        #expect(status.report.contains("accents   "))
    }

    @Test func `an entry that plays and was taken out has no number`() {
        var status = Status.allegro
        status.setList = SetListState {
            ($0.name, $0.place, $0.count, $0.entry.name) = ("gig", 0, 1, "etude")
            $0.next = SetListState.Entry { $0.name = "waltz" }
        }
        #expect(status.report.contains(" gig: etude, which was taken out, then waltz\n"))
        #expect(status.line.hasSuffix("gig etude"))
    }

    @Test func `a status says when the music ends by itself, and what start plays then`() throws {
        var status = Status.allegro
        status.nowNs = 10_000_000_000
        #expect(!status.report.contains("\nends"))
        status.position?.endsAtNs = 52_000_000_000
        #expect(status.report.contains("\nends        in 0:42\n"))
        // Rounded up, as what a timer has left is.
        status.position?.endsAtNs = 51_100_000_000
        #expect(status.report.contains("\nends        in 0:42\n"))
        status.setList = SetListState {
            ($0.name, $0.place, $0.count) = ("gig", 1, 2)
            $0.next = SetListState.Entry { $0.name = "waltz" }
        }
        #expect(status.report.contains("\nends        in 0:42; then metroctl start plays waltz\n"))
        // An entry that waits plays up to that end, and what comes after it then.
        let waiting = SetListState {
            ($0.name, $0.place, $0.count, $0.entry.name) = ("gig", 2, 3, "waltz")
            $0.next = SetListState.Entry { $0.name = "etude" }
        }
        let change = try JSONLine.decode(JSONValue.self, from: JSONLine.encode(waiting))
        status.pending = [PendingState { ($0.pending, $0.changes) = (1, ["setlist": change]) }]
        #expect(status.report.contains("\nends        in 0:42, after waltz; then metroctl start plays etude\n"))
        status.pending = []
        // What a player stops stays where it is.
        status.pending = [PendingState { $0.changes = ["playing": false] }]
        #expect(status.report.contains("\nends        in 0:42\n"))
    }

    @Test func `a change behind the end of the music says that it is not reached`() {
        var status = Status.allegro
        status.pending = [PendingState { ($0.pending, $0.at, $0.changes) = (65, "+4", ["muted": false]) }]
        #expect(status.report.contains("+4: unmuted, not reached: the music ends before (cancel 65)\n"))
        status.pending[0].takenBackBy = 66
        #expect(status.report.contains("+4: unmuted, taken back with change 66 (cancel 65)\n"))
        status.pending[0].takenBackBy = nil
        // What is asked for while the music fades out is one of the next start.
        status.pending[0].nextStart = true
        #expect(status.report.contains("+4: unmuted, with the next start (cancel 65)\n"))
        // While nothing plays, no change has a beat yet.
        status.pending[0].nextStart = nil
        (status.playing, status.position) = (false, nil)
        #expect(status.report.contains("+4: unmuted (cancel 65)\n"))
    }

    @Test func `a meter that is not heard yet is told as what follows`() {
        var status = Status.allegro
        status.settings.meter = "6/8"
        #expect(status.line.contains(", 4/4, then 6/8, bar "))
        status.heard.meter = "6/8"
        #expect(status.line.contains(", 6/8, bar "))
    }

    @Test func `of a song there is the section, what follows and where in the set list it is`() throws {
        let form = "{song}: {section} > {next} [{setlist}] [{practice}]"
        #expect(try text(form) == ":  >  [] []")
        var status = Status.allegro
        let verse = SectionState {
            $0.index = 0; $0.label = "verse"; $0.pass = 2; $0.times = 2; $0.fromBeat = 8
        }
        let coda = SectionState {
            $0.index = 1; $0.label = "coda"; $0.pass = 1; $0.times = 1; $0.fromBeat = 16
        }
        status.song = SongState {
            $0.path = "/songs/evening.toml"; $0.bars = 12; $0.startBar = 1; $0.scale = 1
            $0.beats = 4; $0.section = verse; $0.next = coda
        }
        let waltz = SetListState.Entry { $0.name = "waltz" }
        status.setList = SetListState { ($0.name, $0.place, $0.count, $0.entry) = ("friday", 2, 5, waltz) }
        #expect(try text(form, status) == "evening.toml: verse 2 of 2 > coda [2/5 waltz] []")
    }

    @Test func `the next section follows the one that is heard, also before the status tells of that`() throws {
        func place(_ index: Int, _ label: String, from beat: Int64) -> SectionPlace {
            SectionPlace(index: index, label: label, pass: 1, times: 1, fromBeat: beat)
        }
        func told(_ index: Int, _ label: String, from beat: Int) -> SectionState {
            SectionState {
                $0.index = index; $0.label = label; $0.pass = 1; $0.times = 1; $0.fromBeat = beat
            }
        }
        var (status, heard) = (Status.allegro, HeardMoment(bar: 5, beat: 1))
        status.song = SongState {
            $0.path = "/a.toml"; $0.bars = 12; $0.startBar = 1; $0.scale = 1
        }
        status.song?.section = told(0, "verse", from: 0)
        status.song?.next = told(1, "bridge", from: 16)
        (heard.section, heard.next) = (place(1, "bridge", from: 16), place(2, "coda", from: 32))
        let form = try LineForm("{section} > {next}")
        #expect(form.text(status: status, heard: heard, atNs: 0) == "bridge > coda")
        status.song?.section = told(1, "bridge", from: 16)
        status.song?.next = nil
        #expect(form.text(status: status, heard: heard, atNs: 0) == "bridge > ")
    }

    @Test func `trainers tell where they are at every bar that is heard, and the timer what is left`() throws {
        var status = Status.allegro
        status.settings.others["gap_trainer"] = "2 1"
        status.settings.others["speed_trainer"] = "80 to 120 by 5 every 4 bars"
        status.settings.others["timer"] = "5 minutes"
        status.practice = PracticeState {
            $0.trainers = [
                "speed": ["from_bar": 1, "from": 80], "gap": ["from_bar": 1],
                "timer": ["from_bar": 1, "end_ns": 252_000_000_000],
            ]
        }
        func parts(bar: Int64) -> [String] {
            status.practiceParts(HeardMoment(bar: bar, beat: 1, bell: true), atNs: 0)
        }
        #expect(parts(bar: 1) == ["to 120, 85 in 4 bars", "gap: bar 1 of 2", "4:12 left"])
        #expect(parts(bar: 3) == ["to 120, 85 in 2 bars", "gap: bar 1 of 1, silent", "4:12 left"])
        #expect(parts(bar: 4) == ["to 120, 85 in 1 bar", "gap: bar 1 of 2", "4:12 left"])
    }

    @Test func `the tempo is that of the beat which is heard, and what is not heard has no volume`() throws {
        var status = Status.allegro
        status.settings.bpm = 150
        #expect(try text("{bpm} {volume}", status) == "137.3 80")
        status.settings.others["muted"] = true
        #expect(try text("{volume}", status) == "0")
        #expect(status.line.hasPrefix("playing, muted, 150 bpm"))
        #expect(status.pieceLine(HeardMoment(bar: 1, beat: 1), atNs: 0) == "muted")
        #expect(WaybarBlock(status: status, heard: HeardMoment(bar: 1, beat: 1)).tooltip.contains("muted"))
    }

    @Test func `a brace is written twice`() throws {
        #expect(try text("{{{bpm}}}") == "{137.3}")
        for form in ["{", "}", "{bpm", "bpm}", "{{}"] {
            #expect(throws: LineForm.Mistake.self) { try LineForm(form) }
        }
    }

    @Test func `an unknown placeholder is told with those there are`() {
        let mistake = #expect(throws: LineForm.Mistake.self) { try LineForm("{bmp}") }
        for place in LineForm.Place.allCases { #expect(mistake?.message.contains("{\(place.rawValue)}") == true) }
    }
}
