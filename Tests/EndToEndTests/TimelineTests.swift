// SPDX-License-Identifier: Apache-2.0

import Control
import Linux
import Testing
import VirtualDevice

/// Beats that a client computes from the timeline, and what is heard.
@Suite(.waits, .serialized) struct TimelineTests {
    /// Reads on until the next timeline; other lines are taken in.
    private func next(_ client: ControlClient, _ music: inout PredictedMusic) throws -> TimelineEvent {
        while true {
            let event = try client.nextEvent()
            music.add(event)
            if case .timeline(let event) = event { return event }
        }
    }

    @Test func `on a card that is 100 ppm fast, predictions are what is heard`() throws {
        var home = try Home(.capture)
        let card = try VirtualCard(in: &home, fields: "ppm 100")
        /// By the number of the beat: the prediction shortly before it was heard, and that of five seconds before.
        var (predicted, early): ([Int: Int64], [Int: Int64]) = ([:], [:])
        var first = 0
        try home.withDaemon(["--bpm", "137.3"]) { daemon in
            let client = try daemon.connect()
            try daemon.waitForBeat(0)
            var music = PredictedMusic(try client.subscribe("timeline"))
            first = (try #require(music.beat(after: MonotonicClock.nowNs))).index + 1
            let end = MonotonicClock.nowNs + 15_000_000_000
            while MonotonicClock.nowNs < end {
                while let line = try client.nextEvent(timeout: .milliseconds(20)) {
                    if let event = try Event(line: line) { music.add(event) }
                }
                let now = MonotonicClock.nowNs
                guard let beat = music.beat(after: now + 100_000_000) else { continue }
                predicted[beat.index] = beat.atNs
                if let far = music.beat(after: now + 5_000_000_000) { early[far.index] = early[far.index] ?? far.atNs }
            }
            try daemon.waitForBeat((predicted.keys.max() ?? 0) + 1)
            try daemon.end()
        }
        let onsets = try card.heard().onsets
        try #require(onsets.count > first + 25)
        func errors(_ times: [Int: Int64], from beat: Int) -> [Int64] {
            times.filter { $0.key >= beat && $0.key < onsets.count }
                .map { abs($0.value - card.nanoseconds(ofFrame: onsets[$0.key].frame)) }.sorted()
        }
        let near = errors(predicted, from: first)
        try #require(near.count > 20)
        #expect(near[near.count / 2] < 200_000 && near[near.count - 1] < 1_000_000, "\(near)")
        // Once the clock of the card is known, five seconds ahead too.
        let far = errors(early, from: first + 20)
        try #require(!far.isEmpty)
        #expect(far[far.count / 2] < 500_000 && far[far.count - 1] < 1_000_000, "\(far)")
    }

    @Test func `the timeline is told when tempo, meter, bell or offset change, and from it follow the beats announced`()
        throws
    {
        try withDaemon("--bpm", "240", "--meter", "3/4") { daemon in
            let (client, other) = (try daemon.connect(), try daemon.connect())
            try daemon.waitForBeat(0)
            let subscription = try client.subscribe("timeline beat state")
            var music = PredictedMusic(subscription)
            #expect(music.timeline?.run == 1 && music.timeline?.bars.map(\.beats) == [3])
            for words in ["tempo 300", "meter 5/4", "bell 2 on 2", "offset 40", "set tempo=280 meter=4/4 bell=bar"] {
                try other.say(words)
                let told = try #require(try next(client, &music).timeline)
                let last = try #require(told.bars.last)
                let beat = try poll(for: "a beat after \(words)") { () -> BeatEvent? in
                    let event = try client.nextEvent()
                    music.add(event)
                    // A beat that is announced late may be over: the timeline answers for what is heard from its origin on.
                    guard case .beat(let beat) = event, beat.beatIndex >= last.fromBeat,
                        let origin = music.timeline?.segments[0].origin,
                        Double(beat.beatIndex) >= Double(origin.beat) + origin.fraction
                    else { return nil }
                    return beat
                }
                let computed = try #require(music.beat(beat.beatIndex))
                #expect(abs(computed.atNs - beat.atNs) < 200_000, "\(words): \(computed.atNs - beat.atNs) ns")
                #expect((computed.bar, computed.beat, computed.bell) == (beat.bar, beat.beat, beat.bell), "\(words)")
                #expect(computed.bpm == beat.bpm)
            }
            try other.say("stop")
            #expect(try next(client, &music).timeline == nil)
            #expect(music.beat(after: 0) == nil)
            #expect(try other.say("status")["timeline"] == nil as JSONValue)
            try other.say("start")
            let again = try next(client, &music)
            #expect(again.run == 2 && again.timeline?.run == 2)
            #expect(again.timeline?.segments.first?.origin == .init(beat: 0, fraction: 0))
        }
    }

    @Test func `events of the state stay small: the timeline is for those who ask for it`() throws {
        try withDaemon("--bpm", "240") { daemon in
            let client = try daemon.connect()
            #expect(try client.subscribe().state.timeline == nil)
            try client.say("volume 0.3")
            #expect(try client.nextState().state.timeline == nil)
            #expect(try client.status().timeline?.wrappedValue?.run == 1)
        }
    }
}
