// SPDX-License-Identifier: Apache-2.0

import ControlSamples
import MetronomeMotion
import MetronomeRhythm
import MetronomeSession
import SeededRandom
import Testing

@testable import MetronomeControl

/// What another peer than our daemon may say: numbers at every bound, and lines without end. A client is not ended by it, and
/// what it computes has an end.
@Suite struct HostileDaemonTests {
    private static let whole = [
        Int.min, Int.min + 1, -1 << 62, -1 << 53, -1 << 40, -1, 0, 1, 2, 4, 7, 1 << 20, 1 << 40, 1 << 53, 1 << 62,
        .max - 1,
        .max,
    ]
    private static let real: [Double] = [
        -1e308, -0x1p63, -1e18, -1, -0.0, 0, .leastNonzeroMagnitude, 1e-9, 0.5, 0.999, 1, 120, 1e6, 1e18, 0x1p63, 1e308,
    ]
    private static let times = [Int64.min, -1, 0, 1, 1_000_000_000, 1 << 60, (1 << 61) - 1, 1 << 61, .max]

    private struct Dice {
        var random: SeededGenerator

        /// A boundary value, or more often one that a daemon would say.
        mutating func int(_ usual: Int) -> Int {
            Bool.random(using: &random) ? usual : HostileDaemonTests.whole.randomElement(using: &random) ?? usual
        }
        mutating func real(_ usual: Double) -> Double {
            Bool.random(using: &random) ? usual : HostileDaemonTests.real.randomElement(using: &random) ?? usual
        }
        mutating func time(_ usual: Int64) -> Int64 {
            Bool.random(using: &random) ? usual : HostileDaemonTests.times.randomElement(using: &random) ?? usual
        }
        mutating func one<Value>(_ values: [Value]) -> Value { values[Int.random(in: values.indices, using: &random)] }

        mutating func segment() -> MotionSegment {
            MotionSegment {
                $0.from = real(-30); $0.to = real(30); $0.beginNs = time(0)
                $0.durationNs = time(500_000_000); $0.curve = .easeInOut
            }
        }

        mutating func origin() -> TimelineState.Segment.Origin { .init(beat: int(8), fraction: real(0.25)) }
        mutating func tempo() -> TimelineState.Segment.Tempo { .init(numerator: int(120), denominator: int(1)) }

        mutating func timeline() -> TimelineState {
            TimelineState {
                $0.run = 1
                $0.segments = (0..<Int.random(in: 1...3, using: &random)).map { _ in
                    TimelineState.Segment {
                        $0.origin = origin(); $0.atNs = time(5_000_000_000); $0.tempo = tempo()
                        $0.curve = one(["constant", "linear_in_beats", "linear_in_time", "x"])
                        $0.curveBegin = one([nil, origin()]); $0.to = one([nil, tempo()])
                        $0.length = one([nil, real(4)]); $0.ratePPM = real(3)
                    }
                }
                $0.bars = (0..<Int.random(in: 1...3, using: &random)).map { _ in
                    TimelineState.Bars {
                        $0.fromBeat = int(0); $0.origin = .init(beat: int(0), bar: int(1))
                        $0.beats = int(4); $0.bell = one([nil, BellState(every: int(4), on: int(1))])
                        $0.accents = one([nil, "", "Xx"])
                    }
                }
                $0.lanes = [
                    .init {
                        $0.fromBeat = real(0)
                        $0.lanes = [
                            .init {
                                $0.name = "a"; $0.id = int(2); $0.origin = origin(); $0.denominator = int(4)
                                $0.cycle = int(4); $0.places = [int(0), int(2)]; $0.accents = one(["xx", "x"])
                                $0.chances = one([nil, [int(9), int(40_000)], [1]]); $0.first = one([nil, int(0)])
                                $0.end = one([nil, int(9)])
                            }
                        ]
                    }
                ]
                $0.endBeat = one([nil, int(1000)])
            }
        }
    }

    @Test(arguments: 1...40 as ClosedRange<UInt64>)
    func `beats, places and onsets of any timeline are computed, or left out`(seed: UInt64) {
        var dice = Dice(random: SeededGenerator(seed: seed))
        for _ in 0..<100 {
            guard let music = HeardTimeline(dice.timeline()) else { continue }
            for index in Self.whole.map({ Int64($0) }) {
                _ = music.beat(index)
                _ = music.barLine(from: index)
                _ = music.beat(ofBar: index, 1, from: 0)
                for beats in Self.real {
                    _ = music.time(of: BeatPosition(whole: index, fraction: BeatPosition(beats: beats).fraction))
                    _ = music.time(of: BeatPosition(beats: beats))
                }
            }
            for time in Self.times.map({ ClockTime(nanoseconds: $0) }) {
                _ = music.beat(after: time)
                _ = music.place(at: time)
                _ = music.swing(at: time)
                #expect(music.onsets(from: time, before: time + .seconds(1)).count <= 100_000)
            }
            _ = music.end
        }
    }

    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func `what any events tell is heard, or left out`(seed: UInt64) throws {
        var dice = Dice(random: SeededGenerator(seed: seed))
        for _ in 0..<50 {
            var status = Status.allegro
            status.nowNs = dice.time(status.nowNs)
            status.settings.bpm = dice.real(120)
            status.settings.meter = dice.one(["4/4", "0/4", "99999999999999999999/4", ""])
            status.pendulum.segment = dice.one([nil, dice.segment()])
            status.timeline = dice.one([nil, .some(dice.timeline())])
            var music = HeardMusic(Subscription(seq: 0, events: [.timeline], state: status))
            for seq in 1...20 {
                let timeline = dice.one([nil, dice.timeline(), dice.timeline()])
                music.add(.timeline(TimelineEvent { ($0.seq, $0.run, $0.timeline) = (seq, 3, timeline) }))
                if seq % 5 == 0 {
                    status.playing.toggle()
                    (status.nowNs, status.pendulum.segment) = (dice.time(0), dice.one([nil, dice.segment()]))
                    music.add(.state(StateEvent { ($0.seq, $0.run, $0.state) = (seq, 3, status) }))
                }
                for time in Self.times {
                    let heard = music.heard(atNs: time)
                    #expect(heard.angle.isFinite)
                    _ = PracticeCourse(heard, status)
                    _ = (music.isMoving(atNs: time), heard.grid.bar(ofBeat: 7))
                }
            }
            music.stop(atNs: dice.time(0))
        }
    }

    @Test func `a song whose bars have no beats is a meter that is not understood`() throws {
        for beats in [Int.min, -1, 0, .max] {
            var status = Status.allegro
            status.song = try JSONLine.decode(SongState.self, from: Self.song(beats: beats).utf8)
            #expect(status.beatsInBar == nil)
            let music = HeardMusic(Subscription(seq: 0, events: [.timeline], state: status))
            #expect(music.heard(atNs: 0).grid.beatsPerBar >= 1)
        }
    }

    @Test func `events without end in place of an answer are not kept without end`() throws {
        let daemon = try FakeDaemon()
        let event = "{\"method\":\"event.a\"}\n"
        var backlog = EventBacklog()
        let line = Array(event.utf8.dropLast())
        #expect((0...EventBacklog.mostLines).count { _ in backlog.add(line) } == EventBacklog.mostLines)
        let first = backlog.take()
        #expect(first == line)
        #expect((0..<2).count { _ in backlog.add(line) } == 1)
        backlog = EventBacklog()
        let long = [UInt8](repeating: 0x20, count: ControlClient.maximumLineLength)
        #expect((0..<9).count { _ in backlog.add(long) } == 2)
        // Lines that are taken are not kept, though there is always another one.
        backlog = EventBacklog()
        #expect([line].allSatisfy { backlog.add($0) })
        for _ in 0..<1000 {
            let (isAdded, taken) = (backlog.add(line), backlog.take())
            #expect(isAdded && taken == line && backlog.lines.count < 4)
        }
        // The time of an answer is over, whatever else comes.
        daemon.say(String(repeating: event, count: 200))
        #expect(throws: ClientError.timeout) { try daemon.client.call("ping", timeout: .zero) }
    }

    @Test func `events without end before the answer to subscribe end the connection`() {
        var state = ConnectionState(subscription: [:], answerTimeoutNs: 1_000_000_000, pausesNs: 1...2)
        _ = state.handle(.time, atNs: 0)
        _ = state.handle(.connected, atNs: 0)
        let line = Array(#"{"method":"event.a"}"#.utf8)
        var count = 0
        while count < 100_000, state.handle(.line(line), atNs: 0).isEmpty { count += 1 }
        #expect(count == 1000)
    }

    private static func song(beats: Int) -> String {
        #"""
        {"path":"/s","format":"toml","title":null,"bars":4,"start_bar":1,"scale":1,"bpm":120,"loop":null,"beats":\#(beats),"accents":"","lanes":[],\#
        "section":null,"next":null}
        """#
    }
}
