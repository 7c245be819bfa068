// SPDX-License-Identifier: Apache-2.0

import Bridges
import ControlSamples
import Testing

@testable import MetronomeControl

@Suite struct ClockFollowerTests {
    /// A daemon's state as the follower is told it.
    private func subscription(playing: Bool = false, meter: String = "4/4", beat: String? = nil) -> Subscription {
        var status = Status.allegro
        status.playing = playing
        status.settings.meter = meter
        status.song = nil
        status.timeline = nil
        status.sync = nil
        if let beat { status.settings.others["beat"] = .string(beat) } else { status.settings.others["beat"] = nil }
        return Subscription(seq: 10, events: [.timeline, .state], state: status)
    }

    /// Sends clocks at a tempo from a time on. Returns what is asked of the daemon.
    private func run(
        _ follower: inout ClockFollower, _ count: Int, bpm: Double = 120, from begin: Int64
    ) -> [BridgeRequest] {
        (0..<count).flatMap { index in
            follower.take(.clock, atNs: begin + Int64(Double(index) * 60e9 / bpm / 24))
        }
    }

    @Test func `lines tell beats, tempo and bars, four in a second`() throws {
        var follower = ClockFollower()
        follower.connect(subscription())
        _ = follower.take(.start, atNs: 999_000_000)
        let requests = run(&follower, 24 * 9, from: 1_000_000_000)
        let lines = requests.filter { $0.method == "follow" }
        // From the 24th clock on, for 4 s.
        #expect((15...18).contains(lines.count), "\(lines.count)")
        for line in lines {
            #expect(line.params["source"]?.string == "midi" && line.params["quantum"]?.integer == 4)
            #expect(abs((line.params["bpm"]?.number ?? 0) - 120) < 1e-4)
            let seconds = Double((line.params["time_ns"]?.integer ?? 0) - 1_000_000_000) / 1e9
            #expect(abs((line.params["beat"]?.number ?? 0) - seconds * 2) < 1e-5)
        }
    }

    @Test func `a beat is as long as its note, and an offset moves all beats`() throws {
        for (meter, beat, factor) in [("6/8", nil, 2.0), ("6/8", "dotted-quarter", 2 / 3.0), ("2/2", nil, 0.5)] {
            var follower = ClockFollower(offsetNs: -7_000_000)
            follower.connect(subscription(meter: meter, beat: beat))
            _ = follower.take(.start, atNs: 999_000_000)
            let line = try #require(run(&follower, 60, from: 1_000_000_000).first { $0.method == "follow" })
            #expect(abs((line.params["bpm"]?.number ?? 0) - 120 * factor) < 1e-4, "\(meter) \(beat ?? "")")
            let seconds = Double((line.params["time_ns"]?.integer ?? 0) - 993_000_000) / 1e9
            #expect(abs((line.params["beat"]?.number ?? 0) - seconds * 2 * factor) < 1e-5)
        }
    }

    @Test func `start and continue start with a beat once the tempo is known, and stop stops`() {
        var follower = ClockFollower()
        follower.connect(subscription())
        #expect(
            run(&follower, 48, from: 1_000_000_000).allSatisfy { $0.method == "follow" && $0.params["quantum"] == nil })
        #expect(follower.take(.start, atNs: 1_999_000_000).isEmpty)
        let begun = follower.take(.clock, atNs: 2_000_000_000)
        #expect(begun.map(\.method) == ["follow", "start"] && begun.last?.params == ["at": .string("beat")])
        #expect(begun.first?.params["beat"]?.number.map { abs($0) < 1e-6 } == true)
        #expect(run(&follower, 24, from: 2_020_833_333).allSatisfy { $0.method == "follow" })
        // What was asked for holds, though the daemon has not said so yet.
        #expect(follower.take(.stop, atNs: 2_600_000_000).map(\.method) == ["stop"])
        #expect(follower.take(.stop, atNs: 2_610_000_000).isEmpty)
        follower.connect(subscription(playing: true))
        #expect(follower.take(.stop, atNs: 2_700_000_000).map(\.method) == ["stop"])
        // Clocks that come with the start: it waits for the tempo.
        var other = ClockFollower()
        other.connect(subscription())
        _ = other.take(.start, atNs: 999_000_000)
        #expect(run(&other, 40, from: 1_000_000_000).map(\.method).prefix(2) == ["follow", "start"])
    }

    @Test
    func `a master that goes elsewhere stops and starts, however fast`() {
        let known = subscription(playing: true)
        var seq = 10
        func told(_ playing: Bool) -> Event {
            var state = known.state
            state.playing = playing
            seq += 1
            return .state(StateEvent { ($0.seq, $0.run, $0.changed, $0.state) = (seq, state.run, ["playing"], state) })
        }
        var follower = ClockFollower()
        follower.connect(known)
        _ = run(&follower, 48, from: 1_000_000_000)
        func jump(from begin: Int64) -> [String] {
            [MIDIMessage.stop, .position(0), .resume, .clock].flatMap { follower.take($0, atNs: begin) }.map(\.method)
        }
        #expect(jump(from: 2_000_000_000) == ["stop", "follow", "start"])
        // The stop is told before the start is done.
        _ = follower.add(told(false))
        follower.answer("stop", isDone: true)
        #expect(follower.take(.stop, atNs: 2_020_000_000).map(\.method) == ["stop"])
        follower.answer("start", isDone: true)
        follower.answer("stop", isDone: true)
        // Somebody else starts it.
        _ = follower.add(told(true))
        #expect(follower.take(.stop, atNs: 2_030_000_000).map(\.method) == ["stop"])
        // A stop that was refused has stopped nothing.
        follower.answer("stop", isDone: false)
        #expect(follower.take(.stop, atNs: 2_040_000_000).map(\.method) == ["stop"])
    }

    @Test func `a song begins where the master is in it, by its song position`() throws {
        var follower = ClockFollower(offsetNs: 3_000_000)
        var known = subscription()
        known.state.song = SongState {
            $0.path = "/a.toml"; $0.bars = 20; $0.startBar = 1; $0.scale = 1; $0.beats = 4
            $0.accents = "Xxxx"
        }
        follower.connect(known)
        _ = run(&follower, 48, from: 1_000_000_000)
        _ = follower.take(.position(34), atNs: 1_998_000_000)
        _ = follower.take(.resume, atNs: 1_999_000_000)
        let start = try #require(follower.take(.clock, atNs: 2_000_000_000).last)
        #expect(start.method == "start" && start.params["at"] == nil)
        #expect(start.params["quarters"]?.number.map { abs($0 - 8.5) < 1e-6 } == true)
        #expect(start.params["time_ns"]?.integer.map { abs($0 - 2_003_000_000) < 1000 } == true)
    }

    /// A follower of a song whose first beat is heard at 1 s, at 120 bpm, and which a master joins with its clocks.
    private func songFollower() -> ClockFollower {
        var follower = ClockFollower()
        var known = subscription(playing: true)
        known.state.song = SongState {
            $0.path = "/a.toml"; $0.bars = 20; $0.startBar = 1; $0.scale = 1; $0.beats = 4
            $0.accents = "Xxxx"
        }
        known.state.timeline = .sample([.sample(atNs: 1_000_000_000)], [.sample(song: (0, 1))])
        follower.connect(known)
        _ = run(&follower, 48, from: 1_000_000_000)
        return follower
    }

    @Test func `a song that plays elsewhere than the master begins anew where the master starts or continues`() {
        var follower = songFollower()
        _ = follower.take(.start, atNs: 1_999_000_000)
        let begun = follower.take(.clock, atNs: 2_000_000_000)
        #expect(begun.map(\.method) == ["follow", "stop", "start"])
        #expect(begun.last?.params["quarters"]?.number.map { abs($0) < 1e-6 } == true)
        // Once more before the daemon has answered.
        _ = run(&follower, 23, from: 2_020_833_333)
        for message in [MIDIMessage.position(16), .resume] { _ = follower.take(message, atNs: 2_499_000_000) }
        let anew = follower.take(.clock, atNs: 2_500_000_000)
        #expect(anew.map(\.method) == ["follow", "stop", "start"])
        #expect(anew.last?.params["quarters"]?.number.map { abs($0 - 4) < 1e-6 } == true)
    }

    @Test(arguments: [(8, 0, true), (8, 19, true), (8, 21, false), (8, -19, true), (8, -21, false), (9, 0, false)])
    func `a song that plays within 20 ms of the master plays on`(_ sixteenths: Int, lateMs: Int64, playsOn: Bool) {
        var follower = songFollower()
        // The master's next clock is two quarters after the song's first beat.
        var known = subscription(playing: true)
        known.state.song = SongState { ($0.path, $0.bars, $0.beats, $0.accents) = ("/a.toml", 20, 4, "Xxxx") }
        known.state.timeline = .sample([.sample(atNs: 1_000_000_000 + lateMs * 1_000_000)], [.sample(song: (0, 1))])
        follower.connect(known)
        for message in [MIDIMessage.position(sixteenths), .resume] { _ = follower.take(message, atNs: 1_999_000_000) }
        let begun = follower.take(.clock, atNs: 2_000_000_000)
        #expect(begun.map(\.method) == (playsOn ? ["follow"] : ["follow", "stop", "start"]))
    }

    @Test(arguments: [-30_000_000, 30_000_000] as [Int64])
    func `a song that is as late as the offset says plays on`(_ offsetNs: Int64) {
        var follower = ClockFollower(offsetNs: offsetNs)
        var known = subscription(playing: true)
        known.state.song = SongState { ($0.path, $0.bars, $0.beats, $0.accents) = ("/a.toml", 20, 4, "Xxxx") }
        known.state.timeline = .sample([.sample(atNs: 1_000_000_000 + offsetNs)], [.sample(song: (0, 1))])
        follower.connect(known)
        _ = run(&follower, 48, from: 1_000_000_000)
        for message in [MIDIMessage.position(8), .resume] { _ = follower.take(message, atNs: 1_999_000_000) }
        #expect(follower.take(.clock, atNs: 2_000_000_000).map(\.method) == ["follow"])
    }

    @Test(arguments: [(60, ["follow", "stop", "start"]), (64, ["follow"]), (1000, ["follow"])])
    func `a song plays on where the master begins behind its end`(_ sixteenths: Int, asked: [String]) {
        var follower = songFollower()
        var known = subscription(playing: true)
        known.state.song = SongState { ($0.path, $0.bars, $0.beats, $0.accents) = ("/a.toml", 4, 4, "Xxxx") }
        var timeline = TimelineState.sample([.sample(atNs: 1_000_000_000)], [.sample(song: (0, 1))])
        timeline.endBeat = 16
        known.state.timeline = timeline
        follower.connect(known)
        for message in [MIDIMessage.position(sixteenths), .resume] { _ = follower.take(message, atNs: 1_999_000_000) }
        #expect(follower.take(.clock, atNs: 2_000_000_000).map(\.method) == asked)
    }

    @Test func `beats without a song play on where the master starts, and are led to it`() {
        var follower = ClockFollower()
        follower.connect(subscription(playing: true))
        _ = run(&follower, 48, from: 1_000_000_000)
        _ = follower.take(.start, atNs: 1_999_000_000)
        #expect(follower.take(.clock, atNs: 2_000_000_000).map(\.method) == ["follow"])
    }

    @Test func `a start soon after a stop waits for the tempo, and begins where the master is then`() {
        var follower = ClockFollower()
        follower.connect(subscription())
        _ = follower.take(.start, atNs: 999_000_000)
        _ = run(&follower, 96, from: 1_000_000_000)
        #expect(follower.take(.stop, atNs: 2_999_000_000).map(\.method) == ["stop"])
        _ = follower.take(.start, atNs: 3_104_000_000)
        let requests = run(&follower, 48, from: 3_105_000_000)
        #expect(requests.map(\.method).prefix(2) == ["follow", "start"])
        let seconds = Double((requests.first?.params["time_ns"]?.integer ?? 0) - 3_105_000_000) / 1e9
        #expect(abs((requests.first?.params["beat"]?.number ?? 0) - seconds * 2) < 1e-5 && seconds > 0.4)
    }

    @Test func `a tempo that is asked for here is refused once`() {
        var follower = ClockFollower()
        let known = subscription(playing: true)
        follower.connect(known)
        _ = run(&follower, 48, from: 1_000_000_000)
        var state = known.state
        state.sync = SyncState { ($0.source, $0.bpm, $0.proposal) = ("midi", 120, 96) }
        func told(_ seq: Int) -> Event {
            .state(StateEvent { ($0.seq, $0.run, $0.changed, $0.state) = (seq, state.run, ["sync"], state) })
        }
        #expect(follower.add(told(11)).map(\.method) == ["follow.refuse"])
        #expect(follower.add(told(12)).isEmpty)
    }

    @Test func `without a daemon nothing is asked`() {
        var follower = ClockFollower()
        #expect(run(&follower, 48, from: 1_000_000_000).isEmpty)
        #expect(follower.take(.start, atNs: 2_000_000_000).isEmpty)
        follower.connect(subscription())
        follower.disconnect()
        #expect(run(&follower, 48, from: 3_000_000_000).isEmpty)
    }
}
