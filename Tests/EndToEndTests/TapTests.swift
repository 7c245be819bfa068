// SPDX-License-Identifier: Apache-2.0

import Control
import Glibc
import Linux
import SeededRandom
import Testing

/// Tapping a tempo, moving the phase, and playing along, as they are heard.
@Suite(.waits, .serialized) struct TapTests {
    /// Taps with a period, the last of them now. Returns the last answer, and the time of the last tap.
    private func tap(
        _ client: ControlClient, _ count: Int, periodMs: Double
    ) throws -> (answer: JSONValue, lastNs: Int64) {
        let now = MonotonicClock.nowNs
        var answer = JSONValue.null
        for tap in (0..<count).reversed() {
            answer = try client.say("tap time \(now - Int64(Double(tap) * periodMs * 1e6))")
        }
        return (answer, now)
    }

    @Test func `taps set the tempo, and from the next expected tap on every beat is heard with one`() throws {
        let home = try Home(.capture)
        var beats: [Int: BeatEvent] = [:]
        var lastNs: Int64 = 0
        try home.withDaemon(["--volume", "1", "--bell-every", "off", "--bpm", "120"]) { daemon in
            let (client, listener) = (try daemon.connect(), try daemon.connect())
            try client.say("offset 30")
            _ = try listener.subscribe("lead 1000 beat")
            while try listener.nextBeat().beatIndex < 3 {}
            let (answer, last) = try tap(client, 8, periodMs: 400)
            lastNs = last
            #expect(answer["bpm"]?.number == 150 && answer["tap"]?["bpm"]?.number == 150)
            #expect(answer["tap"]?["taps"] == 8 && answer["tap"]?["left_out"] == 0)
            #expect(answer["tap"]?["more_taps"] == 0 && answer["tap"]?["confidence"]?.number ?? 0 > 0.95)
            #expect(abs((answer["tap"]?["next_ns"]?.integer ?? 0) - Int(last) - 400_000_000) < 1000)
            let inStep = try #require(answer["at_beat"]?.number)
            while true {
                let beat = try listener.nextBeat()
                beats[beat.beatIndex] = beat
                if beat.beatIndex > Int(inStep) + 12 { break }
            }
            for beat in beats.values where Double(beat.beatIndex) >= inStep {
                let periods = Double(beat.atNs - lastNs) / 400e6
                #expect(abs(periods - periods.rounded()) * 400 < 1.5, "beat \(beat.beatIndex)")
                #expect(beat.bpm == 150)
            }
            // One undo takes all taps of the series back.
            #expect(try client.say("undo")["bpm"]?.number == 120)
            try daemon.end()
        }
        // No beat was lost and none doubled on the way.
        let onsets = try home.captured().onsets
        let lengths = zip(onsets, onsets.dropFirst()).map { $1.frame - $0.frame }
        #expect(onsets.count > 12 && lengths.allSatisfy { (9_000...50_000).contains($0) }, "\(lengths)")
        #expect(lengths.filter { $0 == 19_200 }.count > 6)
    }

    @Test func `a nudge moves every later click by exactly so many frames`() throws {
        let home = try Home(.capture)
        try home.withDaemon(["--volume", "1", "--bell-every", "off", "--bpm", "200"]) { daemon in
            let (client, listener) = (try daemon.connect(), try daemon.connect())
            _ = try listener.subscribe("lead 100 beat")
            for (ms, beat) in [(20, 4), (-12.5, 9), (60, 14)] as [(Double, Int)] {
                while try listener.nextBeat().beatIndex < beat {}
                let answer = try client.say("nudge \(ms)")
                #expect(answer["nudge_ms"]?.number == ms)
                #expect((answer["at_beat"]?.number ?? 0) > Double(beat - 1))
            }
            while try listener.nextBeat().beatIndex < 24 {}
            #expect(try client.status().bpm == 200 && client.status().history?.undo == 0)
            try daemon.end()
        }
        let onsets = try home.captured().onsets.map(\.frame)
        try #require(onsets.count > 22)
        let late = onsets.indices.map { onsets[$0] - onsets[0] - 14_400 * $0 }
        #expect(late[3] == 0 && late[8] == 960 && late[13] == 360 && late[22] == 3240, "\(late)")
    }

    @Test func `a nudged bar begins with a beat that has not begun, the bell with it, and no beat moves`() throws {
        let home = try Home(.capture)
        var beats: [Int: BeatEvent] = [:]
        var begins: [Int] = []
        try home.withDaemon(["--volume", "1", "--bpm", "240", "--meter", "4/4"]) { daemon in
            let (client, listener) = (try daemon.connect(), try daemon.connect())
            _ = try listener.subscribe("lead 100 beat")
            func listen(until last: Int) throws {
                for _ in 0..<100 where beats[last] == nil {
                    let beat = try listener.nextBeat()
                    beats[beat.beatIndex] = beat
                }
            }
            for beat in [6, 13, 22] {
                try listen(until: beat)
                begins.append(try Int(#require(client.say("nudge bar")["at_beat"]?.number)))
                // What comes after it keeps the bar, whether it has begun or not.
                try client.say("volume 0.9")
            }
            try listen(until: 34)
            try daemon.end()
        }
        for beat in 1...34 {
            let origin = ([0] + begins).last { $0 <= beat } ?? 0
            let told = try #require(beats[beat])
            #expect(told.beat == (beat - origin) % 4 + 1 && told.bell == (told.beat == 1), "beat \(beat) of \(begins)")
        }
        let onsets = try home.captured().onsets.map(\.frame)
        #expect(zip(onsets, onsets.dropFirst()).allSatisfy { $1 - $0 == 12_000 })
    }

    @Test func `through taps, nudges and tempi at random every beat is heard once, where it was told`() throws {
        let home = try Home(.capture)
        var (beats, last): ([Int: BeatEvent], Int) = ([:], 0)
        try home.withDaemon(["--volume", "1", "--bell-every", "off", "--bpm", "300"]) { daemon in
            var random = SeededGenerator(seed: 77)
            let (client, listener) = (try daemon.connect(), try daemon.connect())
            _ = try listener.subscribe("lead 1000 beat state")
            for _ in 0..<80 {
                // What is announced is read meanwhile, so that none of it is dropped.
                let end = MonotonicClock.nowNs + .random(in: 10_000_000...120_000_000, using: &random)
                while MonotonicClock.nowNs < end {
                    guard let line = try listener.nextEvent(timeout: .milliseconds(5)) else { continue }
                    if case .beat(let beat) = try Event(line: line) { beats[beat.beatIndex] = beat }
                }
                switch Int.random(in: 0..<6, using: &random) {
                case 0: try client.say("nudge \(Int.random(in: -80...80, using: &random))")
                case 1: try client.say("tempo \(Int.random(in: 200...500, using: &random))")
                case 2: try client.say("volume \(Double.random(in: 0.8...1, using: &random))")
                default: try client.say("tap time \(MonotonicClock.nowNs)")
                }
            }
            try client.say("tempo 300")
            let bar = try #require(client.status().position).bar + 4
            last = try Int(#require(client.say("stop at @\(bar)")["at_beat"]?.number))
            while true {
                let event = try listener.nextEvent()
                if case .beat(let beat) = event { beats[beat.beatIndex] = beat }
                if case .state(let event) = event, !event.state.playing { break }
            }
            try daemon.end()
        }
        let onsets = try home.captured().onsets.map(\.frame)
        #expect(onsets.count == last && last > 15, "\(onsets.count) of \(last)")
        guard onsets.count == last, let first = beats[1], onsets.count > 1 else { return }
        for beat in 2..<last {
            guard let told = beats[beat] else { continue }
            let frames = Double(told.atNs - first.atNs) * 48e-6
            #expect(abs(frames - Double(onsets[beat] - onsets[1])) < 48, "beat \(beat)")
        }
    }
}

/// `metroctl tap` by keys and lines.
@Suite(.waits, .serialized) struct TapVerbTests {
    @Test func `every line is a tap, stamped when it comes`() throws {
        try withDaemon("--no-play", "--output", "clock") { daemon in
            let script = "for i in 1 2 3 4 5; do sleep 0.3; echo; done | '\(Built.metroctl)' tap --stdin"
            let child = try ChildProcess(
                "/bin/sh", ["-c", script], environment: daemon.home.environment, in: daemon.home.folder)
            #expect(try child.end() == .exit(0), "\(child.stderr)")
            let lines = child.stdout.split(separator: "\n")
            #expect(lines.count == 5 && lines[0] == "1 tap: go on" && lines[4].contains(" bpm, 5 taps"))
            #expect((150...205).contains(try daemon.status().bpm))
        }
    }

    @Test func `every key is a tap until q, and one call is one`() throws {
        let (home, terminal) = (try Home(), try Pseudoterminal())
        try home.withDaemon(["--no-play", "--output", "clock"]) { daemon in
            for end in ["q", "\u{03}"] {
                let program = try ChildProcess(
                    Built.metroctl, ["tap", "--follow"], environment: home.environment, in: home.folder,
                    terminal: terminal)
                try poll(for: "invitation; it says \(program.stderr)") {
                    program.stderr.contains("tap any key") ? true : nil
                }
                for _ in 0..<6 {
                    terminal.type(" ")
                    usleep(300_000)
                }
                terminal.type(end)
                #expect(try program.end() == .exit(0), "\(program.stderr)")
                #expect(program.stdout.contains(" taps, "), "\(program.stdout)")
                #expect((150...205).contains(try daemon.status().bpm))
                #expect(terminal.isCooked)
            }
            let once = try ChildProcess(
                Built.metroctl, ["tap", "--json"], environment: home.environment, in: home.folder)
            #expect(try once.end() == .exit(0))
            #expect(try JSONLine.parse(Array(once.stdout.utf8))["tap"]?["taps"]?.integer ?? 0 >= 1)
        }
    }
}
