// SPDX-License-Identifier: Apache-2.0

import ControlSamples
import MetronomeSession
import SeededRandom
import Testing

@testable import MetronomeControl

@Suite struct PlaceFeedTests {
    private static let second: Int64 = 1_000_000_000

    /// A run at a tempo, whose beat is heard at a time; in bars of four.
    private func timeline(
        run: Int = 3, beat: Int = 0, fraction: Double = 0, at seconds: Double = 10, bpm: Int = 60, end: Int? = nil,
        bars: [TimelineState.Bars]? = nil
    ) -> TimelineState {
        .sample(
            run: run, [.sample(beat: beat, fraction, atNs: Int64(seconds * 1e9), bpm: bpm)], bars ?? [.sample()],
            end: end)
    }

    private func feed(
        _ place: MusicalPlace, _ timeline: TimelineState?, at seconds: Double = 5, early: Duration = .zero
    ) -> PlaceFeed {
        var status = timeline == nil ? Status.stopped : .allegro
        status.timeline = .some(timeline)
        let subscription = Subscription(seq: 10, events: [.timeline, .state], state: status)
        return PlaceFeed(place, early: early, subscription, atNs: Int64(seconds * 1e9))
    }

    private func told(_ seq: Int, _ timeline: TimelineState?) -> Event {
        .timeline(TimelineEvent { ($0.seq, $0.run, $0.timeline) = (seq, timeline?.run ?? 3, timeline) })
    }

    private func told(_ seq: Int, playing: Bool, run: Int = 3, at seconds: Double) -> Event {
        var status = playing ? Status.allegro : .stopped
        (status.run, status.nowNs) = (run, Int64(seconds * 1e9))
        return .state(StateEvent { ($0.seq, $0.run, $0.changed, $0.state) = (seq, run, ["playing"], status) })
    }

    /// What is told until a time, by a program that sleeps until each wake: the indices, and when.
    private func run(_ feed: inout PlaceFeed, until seconds: Double) -> [(index: Int64?, at: Double)] {
        var heard: [(Int64?, Double)] = []
        while let wake = feed.wakeNs, wake <= Int64(seconds * 1e9) {
            #expect(feed.due(atNs: wake - 1).isEmpty)
            let due = feed.due(atNs: wake)
            #expect(due.count == 1)
            heard += due.map { ($0.beat?.index, Double(wake) / 1e9) }
        }
        return heard
    }

    @Test func `each beat after the call is told once, when it is heard`() {
        var feed = feed(.beat, timeline(), at: 12.5)
        let heard = run(&feed, until: 16)
        #expect(heard.map(\.index) == [3, 4, 5, 6] && heard.map(\.at) == [13, 14, 15, 16])
        #expect(feed.due(atNs: 16 * Self.second).isEmpty)
    }

    @Test func `a bar is told with its first beat, whatever the meters`() {
        let bars = [TimelineState.Bars.sample(), .sample(from: 6, bar: 3, beats: 3)]
        var feed = feed(.bar, timeline(bars: bars))
        #expect(run(&feed, until: 22.5).map(\.index) == [0, 4, 6, 9, 12])
    }

    @Test func `a tempo that changes meanwhile moves what was not told, and tells nothing twice`() {
        var feed = feed(.beat, timeline())
        #expect(run(&feed, until: 12).map(\.index) == [0, 1, 2])
        // From the middle of beat 2 twice as fast.
        feed.add(told(11, timeline(beat: 2, fraction: 0.5, at: 12.5, bpm: 120)))
        #expect(feed.wakeNs == 12_750_000_000)
        #expect(run(&feed, until: 13.3).map(\.index) == [3, 4])
        // A clock that is corrected back over a beat that was told.
        feed.add(told(12, timeline(beat: 4, at: 13.4, bpm: 120)))
        #expect(run(&feed, until: 14).map(\.index) == [5])
    }

    @Test func `early is so much before, and what cannot be so early any more is not told`() {
        var feed = feed(.beat, timeline(), at: 12.95, early: .milliseconds(100))
        let heard = run(&feed, until: 14.95)
        #expect(heard.map(\.index) == [4, 5] && heard.map(\.at) == [13.9, 14.9])
    }

    @Test func `while stopped it waits for the start, and the next run begins with beat 0`() {
        var feed = feed(.bar, nil)
        #expect(feed.wakeNs == nil && feed.due(atNs: .max / 4).isEmpty)
        feed.add(told(11, playing: true, run: 4, at: 19))
        feed.add(told(12, timeline(run: 4, at: 20)))
        #expect(run(&feed, until: 24).map(\.index) == [0, 4])
        feed.add(told(13, playing: false, run: 4, at: 25))
        #expect(feed.wakeNs == nil)
        feed.add(told(14, playing: true, run: 5, at: 29))
        feed.add(told(15, timeline(run: 5, at: 30)))
        #expect(run(&feed, until: 30).map(\.index) == [0])
    }

    @Test func `a place is told once, and not where it is over, is none, or is not reached`() {
        var there = feed(.place(bar: 2, beat: 3), timeline())
        #expect(there.refusal == nil)
        #expect(run(&there, until: 40).map(\.index) == [6])
        #expect(there.refusal == "@2.3 is over: the next beat is @2.4")
        let over = feed(.place(bar: 2, beat: 3), timeline(), at: 16.5)
        #expect(over.wakeNs == nil && over.refusal == "@2.3 is over: the next beat is @2.4")
        let missing = feed(.place(bar: 2, beat: 5), timeline())
        #expect(missing.wakeNs == nil && missing.refusal == "bar 2 has no beat 5")
        var stopped = feed(.place(bar: 2, beat: 1), timeline())
        stopped.add(told(11, playing: false, at: 12))
        #expect(stopped.refusal == "the music ended before @2.1")
        var waiting = feed(.place(bar: 2, beat: 1), nil)
        #expect(waiting.refusal == nil)
        waiting.add(told(11, timeline(run: 4, at: 20)))
        #expect(run(&waiting, until: 40).map(\.at) == [24])
    }

    @Test(arguments: [MusicalPlace.beat, .bar, .place(bar: 1, beat: 2), .section(label: nil)])
    func `begun in the last beat nothing of the run is told, and that it does not come is`(_ place: MusicalPlace) {
        var feed = feed(place, timeline(end: 4), at: 13.5)
        #expect(feed.wakeNs == nil && feed.due(atNs: 14 * Self.second).isEmpty)
        let isOver = feed.refusal
        feed.add(told(11, nil))
        feed.add(told(12, playing: false, at: 14))
        #expect(feed.due(atNs: 15 * Self.second).isEmpty)
        if case .place = place {
            #expect(isOver == "@1.2 is over: the music ends before the next beat")
        } else {
            #expect(isOver == nil && feed.refusal == "the music ended before \(place.words)")
        }
        // What follows is another run.
        feed.add(told(13, timeline(run: 4, at: 20)))
        #expect(
            feed.due(atNs: 21 * Self.second).map(\.run)
                == (place == .beat ? [4, 4] : place == .section(label: nil) ? [] : [4]))
    }

    @Test func `a place behind a change of meter is where the bars have it`() {
        let bars = [TimelineState.Bars.sample(), .sample(from: 6, bar: 3, beats: 3)]
        let places: [(bar: Int, beat: Int, index: Int64)] = [
            (1, 1, 0), (2, 2, 5), (3, 1, 6), (4, 3, 11), (100, 2, 298),
        ]
        for (bar, beat, index) in places {
            var feed = feed(.place(bar: bar, beat: beat), timeline(bars: bars))
            #expect(run(&feed, until: 1000).map(\.index) == [index])
        }
        // The second bar has two beats only.
        #expect(feed(.place(bar: 2, beat: 3), timeline(bars: bars)).refusal == "bar 2 has no beat 3")
    }

    @Test func `where bars are counted anew a place comes in each of both counts`() {
        let entries = timeline(bars: [.sample(), .sample(from: 16)])
        #expect(
            [10.0, 20].map { feed(.place(bar: 3, beat: 1), entries, at: $0).wakeNs }
                == [18, 34].map { $0 * Self.second })
        #expect(feed(.place(bar: 3, beat: 1), entries, at: 35).refusal == "@3.1 is over: the next beat is @3.3")
    }

    @Test func `a bar of a song is over once its last time is, as far as the end of the song is known`() {
        func feed(_ bar: Int, _ beat: Int = 1, at seconds: Double, end: Int? = 24) -> PlaceFeed {
            // Two bars twice, and two once.
            let bars = [(0, 1, 0, 1), (8, 1, 0, 2), (16, 3, 1, 1)].map { from, bar, index, pass in
                var bars = TimelineState.Bars.sample(from: from, bar: bar)
                bars.section = SectionState {
                    ($0.index, $0.pass, $0.times, $0.fromBeat) = (index, pass, 2 - index, from)
                }
                return bars
            }
            return self.feed(.place(bar: bar, beat: beat), timeline(end: end, bars: bars), at: seconds)
        }
        let first = feed(1, at: 13.5)
        #expect(first.wakeNs == 18 * Self.second && first.refusal == nil)
        let last = feed(1, at: 20.5)
        #expect(last.wakeNs == nil && last.refusal == "@1.1 does not come: the next beat is @1.4")
        #expect(feed(2, 5, at: 20.5).refusal?.hasPrefix("@2.5 does not come: ") == true)
        // What is repeated without end, and what may still be put behind.
        #expect(feed(1, at: 20.5, end: nil).refusal == nil)
        #expect(feed(5, at: 20.5).refusal == nil && feed(4, at: 20.5).refusal == nil)
    }

    @Test(arguments: [0, 1]) func `where bars are counted anew each prompt is told once`(early: Int) {
        var status = Status.allegro
        status.settings.others[Trainer.Kind.prompt.member] = "A, B every 2"
        status.practice = PracticeState { $0.trainers = ["prompt": ["from_bar": 1]] }
        status.timeline = timeline(bars: [.sample(), .sample(from: 16)])
        var feed = PlaceFeed(
            .prompt, early: .seconds(early), Subscription(seq: 10, events: [.timeline, .state], state: status),
            atNs: 5 * Self.second)
        #expect(run(&feed, until: 45).map(\.index) == [0, 8, 16, 24, 32])
    }

    @Test func `an end is told when the daemon has stopped, or early by the timeline`() {
        var feed = feed(.end, timeline(end: 8))
        #expect(feed.wakeNs == nil && feed.due(atNs: 18 * Self.second).isEmpty)
        feed.add(told(11, playing: false, at: 18))
        #expect(feed.due(atNs: 18 * Self.second) == [PlaceFeed.Heard(run: 3, beat: nil, atNs: 18 * Self.second)])
        #expect(feed.due(atNs: 19 * Self.second).isEmpty)

        var early = self.feed(.end, timeline(end: 8), early: .seconds(1))
        #expect(run(&early, until: 30).map(\.at) == [17])
        early.add(told(11, playing: false, at: 18))
        #expect(early.due(atNs: 18 * Self.second).isEmpty)
    }

    @Test func `a place that comes once is told late where it is too near to be told early`() {
        var feed = feed(.place(bar: 1, beat: 3), timeline(), at: 11.5, early: .seconds(1))
        #expect(feed.due(atNs: 11_500_000_000).map { $0.beat?.index } == [2])
        var beats = self.feed(.beat, timeline(), at: 11.5, early: .seconds(1))
        #expect(beats.due(atNs: 11_500_000_000).isEmpty)
    }

    @Test func `an end that was told early and is taken back is told when it comes`() {
        var feed = feed(.end, timeline(end: 8), early: .seconds(1))
        #expect(run(&feed, until: 17.5).map(\.at) == [17])
        feed.add(told(11, timeline()))
        #expect(feed.wakeNs == nil)
        feed.add(told(12, playing: false, at: 30))
        #expect(feed.due(atNs: 30 * Self.second).map(\.atNs) == [30 * Self.second])
    }

    @Test func `a section that comes in place of one that was told early is told too, and that one not twice`() {
        func timeline(_ sections: [(from: Int, bar: Int, label: String)]) -> TimelineState {
            self.timeline(
                bars: sections.map { from, bar, label in
                    var bars = TimelineState.Bars.sample(from: from, bar: bar)
                    bars.section = SectionState {
                        ($0.label, $0.index, $0.pass, $0.times, $0.fromBeat) = (label, bar, 1, 1, from)
                    }
                    return bars
                })
        }
        var feed = feed(
            .section(label: nil), timeline([(0, 1, "intro"), (16, 5, "verse")]), at: 10.5, early: .seconds(4))
        #expect(run(&feed, until: 23).map(\.index) == [16])
        feed.add(told(11, timeline([(0, 1, "intro"), (16, 5, "verse"), (48, 13, "coda")])))
        #expect(feed.due(atNs: 23 * Self.second).isEmpty)
        feed.add(told(12, timeline([(0, 1, "intro"), (14, 9, "coda")])))
        #expect(feed.due(atNs: 23 * Self.second).map(\.section?.name) == ["coda"])
    }

    @Test func `a stop of which only the start after it is told is an end`() {
        var feed = feed(.end, timeline())
        feed.add(told(11, playing: true, run: 4, at: 20))
        #expect(feed.due(atNs: 20 * Self.second).map(\.run) == [3])
    }

    @Test(arguments: 1...50) func `whenever it is asked, nothing is told before its time, twice or never`(seed: UInt64)
    {
        var random = SeededGenerator(seed: seed)
        var (beat, at, bpm) = (0, 10.0, 100)
        var feed = feed(.beat, timeline(at: at, bpm: bpm))
        var (now, seq, told) = (5.0, 10, [Int64]())
        for _ in 0..<300 {
            now += Double.random(in: 0...1.5, using: &random)
            let due = feed.due(atNs: Int64(now * 1e9))
            for heard in due { #expect(heard.atNs <= Int64(now * 1e9)) }
            told += due.compactMap(\.beat?.index)
            #expect(feed.wakeNs ?? .max > Int64(now * 1e9))
            guard now > at, Bool.random(using: &random) else { continue }
            // Another tempo from the next beat on.
            let next = beat + Int(((now - at) * Double(bpm) / 60).rounded(.down)) + 1
            at += Double(next - beat) * 60 / Double(bpm)
            (beat, bpm, seq) = (next, Int.random(in: 30...600, using: &random), seq + 1)
            feed.add(self.told(seq, timeline(beat: beat, at: at, bpm: bpm)))
        }
        #expect(told == Array(0..<Int64(told.count)) && told.count > 100)
    }

    @Test func `after a long pause the last places are told, and no endless list`() {
        var feed = feed(.beat, timeline(bpm: 1000))
        let due = feed.due(atNs: 1_000_000 * Self.second)
        #expect(due.count <= 1001 && due.last?.atNs ?? 0 > 999_999 * Self.second)
    }
}
