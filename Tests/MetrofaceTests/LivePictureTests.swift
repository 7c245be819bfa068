// SPDX-License-Identifier: Apache-2.0

import Faces
import MetronomeControl
import MetronomeMotion
import MetronomeRhythm
import Testing

@testable import metroface

@Suite struct LivePictureTests {
    private let format = TerminalFormat(columns: 80, rows: 24)

    private func picture(
        notice: String? = nil, help: Bool = false, isPlaying: Bool = true, isMuted: Bool = false,
        _ format: TerminalFormat? = nil
    ) throws -> Drawing {
        let moment = Moment(beats: 5.25, tempo: try Tempo(90), isPlaying: isPlaying)
        let face = try #require(FaceTable.face(named: "pendulum"))
        let picture = LivePicture(
            face: face, theme: .dark, moment: moment, isKnown: true, notice: notice, showsHelp: help,
            isMuted: isMuted)
        return picture.drawing(format ?? self.format)
    }

    @Test func `below the face stands the position in the music`() throws {
        #expect(try picture().strings.contains("pendulum   90 bpm   4/4   bar 2, beat 2"))
        #expect(try picture(isPlaying: false).strings.contains { $0.contains("space starts it") })
        #expect(try picture(isMuted: true).strings.contains { $0.hasSuffix("beat 2, muted") })
        #expect(try picture(isPlaying: false, isMuted: true).strings.contains { $0.contains("stopped, muted") })
    }

    @Test func `bars before the first are the count-in`() throws {
        let face = try #require(FaceTable.face(named: "pendulum"))
        let moment = Moment(
            beats: 2, tempo: try Tempo(90), grid: BarGrid(originBeat: 4, beatsPerBar: 4), isPlaying: true)
        func strings(_ format: TerminalFormat) -> [String] {
            LivePicture(face: face, theme: .dark, moment: moment, isKnown: true, notice: nil, showsHelp: false)
                .drawing(format).strings
        }
        #expect(strings(format).contains { $0.contains("count-in, beat 3") })
        #expect(strings(TerminalFormat(columns: 10, rows: 3)).contains("in.3"))
    }

    @Test func `a notice in several lines lies on no line of the help`() throws {
        let notice = "ballad is the last entry of gig: setlist go 1 goes to the first"
        let small = try picture(notice: notice, help: true, TerminalFormat(columns: 40, rows: 14)).strings
        #expect(small.contains("ballad is the last entry of gig:") && !small.contains("help, quit"))
        #expect(try picture(help: true, TerminalFormat(columns: 40, rows: 14)).strings.contains("help, quit"))
    }

    @Test(arguments: [(40, "90 bpm   bar 2, beat 2"), (20, "90 bpm 2.2"), (10, "2.2"), (1, "...")])
    func `where columns are few, bar and beat alone are shown`(columns: Int, line: String) throws {
        #expect(try picture(TerminalFormat(columns: columns, rows: 3)).strings.contains(line))
    }

    @Test func `a notice takes that place, three lines if need be, and is cut where there is no room`() throws {
        let strings = try picture(notice: String(repeating: "long ", count: 100)).strings
        let lines = strings.filter { $0.hasPrefix("long") }
        #expect(lines.count == 3 && lines.allSatisfy { $0.count <= 80 - "? help".count - 4 })
        #expect(lines.filter { $0.hasSuffix("...") }.count == 1)
    }

    @Test(arguments: FaceTable.names)
    func `before the daemon has answered no tempo is shown`(name: String) throws {
        let picture = LivePicture(
            face: try #require(FaceTable.face(named: name)), theme: .dark,
            moment: Moment(beats: 0, tempo: try Tempo(90), isPlaying: false), isKnown: false, notice: nil,
            showsHelp: false)
        let strings = picture.drawing(format).strings
        #expect(!strings.contains { $0.contains("90") || $0.contains("bpm") || $0.contains("Andante") }, "\(strings)")
    }

    @Test func `a notice in several lines has no letter of the face in its gaps`() throws {
        let format = TerminalFormat(columns: 110, rows: 12)
        let moment = Moment(beats: 5.25, tempo: try Tempo(120), isPlaying: false)
        let notice =
            "waiting for a daemon: metronomed starts one (No such file or directory: /run/user/1000/metronomed/control.sock)"
        let picture = LivePicture(
            face: try #require(FaceTable.face(named: "lamps")), theme: .dark, moment: moment, isKnown: true,
            notice: notice, showsHelp: false)
        let frame = try TerminalRenderer(format, theme: .dark).frame(picture.drawing(format))
        let text = String(decoding: frame, as: UTF8.self).replacing(/\u{1B}\[[0-9;]*[A-Za-z]/, with: "")
        #expect(text.contains("metronomed starts one (No such file or directory:"), "\(text.suffix(400))")
    }

    @Test func `in 30 columns a notice is told in whole words, beside the key of the help`() throws {
        let small = try picture(
            notice: "no set list is loaded: setlist load NAME", TerminalFormat(columns: 30, rows: 14))
        #expect(small.strings.contains("no set list is loaded:") && small.strings.contains("setlist load NAME"))
        #expect(small.strings.contains("?"))
        #expect(LivePicture.lines(of: "one two three", room: 7, most: 1) == ["one ..."])
    }

    @Test func `the help names every key beside the face, or instead of it`() throws {
        let wide = try picture(help: true).strings
        for (keys, meaning) in KeyAction.meanings { #expect(wide.contains(keys) && wide.contains(meaning)) }
        #expect(wide.contains("Andante"))
        let narrow = try picture(help: true, TerminalFormat(columns: 50, rows: 10)).strings
        #expect(narrow.contains { $0.contains("start, stop") } && !narrow.contains("Andante"))
    }

    @Test func `in 24 columns the help is whole, with each meaning below its keys`() throws {
        let narrow = try picture(help: true, TerminalFormat(columns: 24, rows: 40))
        for (keys, meaning) in KeyAction.meanings {
            #expect(narrow.strings.contains(keys) && narrow.strings.contains(meaning))
            #expect(4 + max(keys.count, meaning.count) <= 24)
        }
    }

    @Test func `in 30 columns and 14 rows every key stands beside what it does`() throws {
        let small = try picture(help: true, TerminalFormat(columns: 30, rows: 14)).strings
        for (keys, meaning) in KeyAction.meanings { #expect(small.contains(keys) && small.contains(meaning)) }
        #expect(KeyAction.meanings.count <= 13)
    }

    @Test func `where rows are few the help has several keys on a line, and says where the others stand`() throws {
        let small = try picture(help: true, TerminalFormat(columns: 40, rows: 12)).strings
        for (keys, meaning) in KeyAction.meanings {
            #expect(small.contains { $0.contains("\(keys) \(meaning)") }, "\(keys)")
        }
        let least = try picture(help: true, TerminalFormat(columns: 20, rows: 5)).strings
        #expect(least.contains("more: metroface -h") && least.contains("space start, stop"))
    }

    @Test func `a terminal of any size is filled`() throws {
        for (columns, rows) in [(1, 1), (2, 2), (5, 1), (1, 50), (300, 100)] {
            for medium in TerminalFormat.Medium.allCases {
                for help in [true, false] {
                    let format = TerminalFormat(columns: columns, rows: rows, medium: medium)
                    #expect(try picture(help: help, format).size == format.drawingSize)
                }
            }
        }
    }

    @Test func `on a terminal without them, letters beyond ASCII are not used`() throws {
        let format = TerminalFormat(columns: 80, rows: 24, isUnicode: false)
        let strings = try picture(notice: "no sound from 'Müller'", help: true, format).strings
        #expect(strings.allSatisfy { $0.utf8.allSatisfy { $0 < 0x80 } })
        #expect(strings.contains("tempo +-1, +-5"))
    }

    @Test func `a bell that is counted from elsewhere rings as it is heard`() throws {
        var status = HeardMoment(
            position: BeatPosition(whole: 5), bpm: 100, grid: BarGrid(originBeat: 4, originBar: 2, beatsPerBar: 4),
            ringsBell: true, isPlaying: true, angle: 12)
        let rest = Moment(beats: 0, tempo: try Tempo(90))
        for (rings, every) in [(true, 4), (true, 5), (false, 4), (false, 1)] {
            status.ringsBell = rings
            var told = Status.silent
            told.settings.bell = BellState(every: every, on: 1)
            let moment = Moment(status, atNs: 0, told, else: rest)
            #expect(moment.ringsBell == rings && moment.bar == 2 && moment.beatInBar == 2)
            #expect(moment.values == ["pendulum.angle": 12] && moment.bpm == 100)
        }
    }
}

extension Status {
    static let silent = Status {
        $0.playing = true
        $0.settings = SettingsState {
            ($0.bpm, $0.meter, $0.volume) = (100, "4/4", 1)
            $0.sounds = SoundNames { ($0.beat, $0.bell) = ("beat", "bell") }
        }
        $0.pendulum = PendulumState()
        $0.audio = AudioState {
            $0.output = "clock"; $0.state = "closed"; $0.realtime = "none"
        }
    }
}
