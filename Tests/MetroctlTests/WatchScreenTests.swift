// SPDX-License-Identifier: Apache-2.0

import ControlSamples
import MetronomeControl
import MetronomeLinux
import MetronomeSession
import Testing

@testable import metroctl

@Suite struct WatchScreenTests {
    /// What was written.
    private final class Paper {
        var text = ""

        /// What was written since the last call.
        func torn() -> String {
            defer { text = "" }
            return text
        }
    }

    private let paper = Paper()
    private let line = Array("{}".utf8)

    private func screen(_ view: WatchView) -> WatchScreen {
        WatchScreen(view: view) { [paper] text throws(Errno) in paper.text += text }
    }

    private func music(_ change: (inout Status) -> Void = { _ in }) -> HeardMusic {
        var status = Status.allegro
        change(&status)
        return HeardMusic(Subscription(seq: 1, events: EventKind.usual, state: status))
    }

    @Test func `lines have the state where it changes, and every beat`() throws {
        let screen = screen(.lines)
        try screen.show(state: music(), line: line, atNs: 0)
        try screen.show(state: music { $0.settings.volume = 0.1 }, line: line, atNs: 0)
        #expect(paper.torn() == "playing  137.3 bpm  4/4\n")
        try screen.show(.sample(index: 4), of: music())
        try screen.show(.sample(index: 401), of: music())
        #expect(paper.torn() == "2.1      120 bpm  bell\n101.2    120 bpm\n")
        var countedIn = HeardBeat.sample(index: 1)
        countedIn.bar = -1
        try screen.show(countedIn, of: music())
        #expect(paper.torn() == "count-in, beat 2  120 bpm\n")
        try screen.show(event: line)
        #expect(paper.torn() == "")
    }

    @Test func `trouble is printed when it comes and when it goes, once each`() throws {
        let screen = screen(.lines)
        let broken = music { ($0.audio.reason, $0.audio.trying) = ("it was unplugged", "trying again in 2 s") }
        for _ in 0..<2 { try screen.show(audio: broken, line: line) }
        #expect(paper.torn() == "no sound from 'default': it was unplugged; trying again in 2 s\n")
        for _ in 0..<2 { try screen.show(audio: music(), line: line) }
        #expect(paper.torn() == "the sound device is back\n")
    }

    @Test func `a device that is closed, or opened again, is not back`() throws {
        let screen = screen(.lines)
        let broken = music { ($0.audio.state, $0.audio.reason) = ("missing", "it was unplugged") }
        func show(_ state: String) throws { try screen.show(audio: music { $0.audio.state = state }, line: line) }
        for state in ["closed", "running"] {
            try screen.show(audio: broken, line: line)
            #expect(paper.torn() == "no sound from 'default': it was unplugged\n")
            try show("opening")
            #expect(paper.torn() == "")
            try show(state)
            #expect(paper.torn() == (state == "closed" ? "" : "the sound device is back\n"))
        }
        try screen.show(audio: broken, line: line)
        for state in ["closed", "opening", "running"] { try show(state) }
        #expect(paper.torn().hasSuffix("\nthe sound device is back\n"))
        try screen.show(audio: broken, line: line)
        _ = paper.torn()
        // Another daemon never lost it.
        try screen.showOffline()
        try screen.show(state: music(), line: line, atNs: 0)
        #expect(paper.torn() == "playing  137.3 bpm  4/4\n")
    }

    @Test func `a block for a bar has a class of its own until the first beat is heard`() throws {
        let screen = screen(.waybar)
        func playing(bpm: Double = 137.3) -> HeardMusic {
            music {
                $0.settings.bpm = bpm
                let bars = TimelineState.Bars { ($0.origin, $0.beats) = (.init(beat: 0, bar: 1), 4) }
                $0.timeline = .sample(run: $0.run, [.sample(atNs: 0)], [bars])
            }
        }
        func shown() throws -> String? {
            let lines = paper.torn().split(separator: "\n")
            return try lines.last.flatMap { try JSONLine.parse(Array($0.utf8))["class"]?.string }
        }
        try screen.show(state: playing(), line: line, atNs: 0)
        #expect(try shown() == "playing")
        try screen.show(.sample(index: 4), of: playing())
        let heard = try #require(try shown())
        #expect(["beat", "bell"].contains(heard))
        // A change in mid-beat is no beat.
        try screen.show(state: playing(bpm: 100), line: line, atNs: 0)
        #expect(try shown() == heard)
        try screen.show(state: music { $0.playing = false }, line: line, atNs: 0)
        #expect(try shown() == "stopped")
        try screen.show(state: playing(), line: line, atNs: 0)
        #expect(try shown() == "playing")
    }

    @Test func `a form of one's own is a line for each beat that differs`() throws {
        let screen = screen(.form(try LineForm("{bpm} {state}")))
        for _ in 0..<2 { try screen.show(state: music(), line: line, atNs: 0) }
        try screen.show(state: music { $0.playing = false }, line: line, atNs: 0)
        #expect(paper.torn() == "137.3 playing\n137.3 stopped\n")
        try screen.showOffline()
        #expect(paper.torn() == "\n")
    }

    @Test func `a form for some bars has their beats alone, and the state only while nothing plays`() throws {
        let screen = WatchScreen(view: .form(try LineForm("{state} {beat}")), countsBars: true) {
            [paper] text throws(Errno) in paper.text += text
        }
        try screen.show(state: music { $0.playing = false }, line: line, atNs: 0)
        #expect(paper.torn() == "stopped 0\n")
        try screen.show(state: music(), line: line, atNs: 0)
        try screen.show(state: music { $0.settings.bpm = 100 }, line: line, atNs: 0)
        #expect(paper.torn() == "")
        try screen.show(.sample(index: 4), of: music())
        #expect(paper.torn().hasPrefix("playing "))
    }

    @Test func `quiet, nothing is shown`() throws {
        let screen = screen(.silent)
        try screen.show(state: music(), line: line, atNs: 0)
        try screen.show(.sample(index: 4), of: music())
        try screen.show(audio: music { $0.audio.reason = "it was unplugged" }, line: line)
        try screen.showOffline()
        #expect(paper.torn() == "")
    }

    @Test func `after a loss the state is shown again`() throws {
        let screen = screen(.lines)
        try screen.show(state: music(), line: line, atNs: 0)
        try screen.showOffline()
        try screen.show(state: music(), line: line, atNs: 0)
        #expect(paper.torn() == "playing  137.3 bpm  4/4\nplaying  137.3 bpm  4/4\n")
    }

    @Test func `as JSON every event is its line, and a beat that is heard is nothing`() throws {
        let screen = screen(.json)
        try screen.show(state: music(), line: line, atNs: 0)
        try screen.show(audio: music(), line: line)
        try screen.show(event: line)
        try screen.show(.sample(index: 4), of: music())
        try screen.showOffline()
        #expect(paper.torn() == "{}\n{}\n{}\n")
    }

    @Test func `a status bar gets a block where it differs from the last`() throws {
        let screen = screen(.waybar)
        for _ in 0..<2 { try screen.showOffline() }
        let offline = paper.torn().split(separator: "\n")
        #expect(offline.count == 1 && offline[0].contains(#""alt":"offline""#))
        let stopped = music { $0.playing = false }
        for _ in 0..<2 { try screen.show(state: stopped, line: line, atNs: 0) }
        try screen.show(event: line)
        let blocks = paper.torn().split(separator: "\n")
        #expect(blocks.count == 1 && blocks[0].contains(#""alt":"stopped""#))
    }

    @Test func `what stands below the pendulum is no wider than the terminal`() {
        #expect("太鼓 の 練習".clipped(to: 12) == "太鼓 の 練習")
        #expect("太鼓 の 練習".clipped(to: 11) == "太鼓 の…")
        #expect("one two".clipped(to: 7) == "one two")
        #expect("one two".clipped(to: 6) == "one…")
    }

    @Test func `where nothing can be written, the error is passed on`() {
        let screen = WatchScreen(view: .lines) { _ throws(Errno) in throw Errno(32) }
        #expect(throws: Errno(32)) { try screen.show(state: music(), line: line, atNs: 0) }
    }
}
