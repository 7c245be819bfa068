// SPDX-License-Identifier: Apache-2.0

import ControlSamples
import Motion
import Rhythm
import SeededRandom
import Testing

@testable import Control

@Suite struct AnnouncedMusicTests {
    private let half: Int64 = 500_000_000
    /// 2 s after the clock began, so that nothing is negative.
    private let origin: Int64 = 2_000_000_000

    private func beat(
        _ index: Int, seq: Int? = nil, run: Int = 3, revision: Int = 0, at time: Int64? = nil, bpm: Double = 120,
        swing: MotionSegment? = nil
    ) -> Event {
        let at = time ?? origin + Int64(index) * half
        let side = index % 2 == 0 ? 30.0 : -30.0
        let whole = MotionSegment {
            $0.from = side; $0.to = -side; $0.beginNs = at; $0.durationNs = Int64(60e9 / bpm)
            $0.curve = .easeInOut
        }
        return .beat(
            BeatEvent {
                $0.seq = seq ?? index + 10; $0.run = run; $0.beatIndex = index
                $0.revision = revision; $0.bar = index / 4 + 1; $0.beat = index % 4 + 1
                $0.bell = index % 4 == 0; $0.bpm = bpm; $0.atNs = at; $0.pendulum = swing ?? whole
            })
    }

    private func state(_ seq: Int, playing: Bool, at now: Int64, change: (inout Status) -> Void = { _ in }) -> Event {
        var status = playing ? Status.allegro : .stopped
        (status.bpm, status.nowNs, status.position, status.pendulum.segment) = (120, now, nil, nil)
        change(&status)
        return .state(StateEvent { ($0.seq, $0.run, $0.changed, $0.state) = (seq, status.run, ["playing"], status) })
    }

    private func music(_ events: [Event]) -> AnnouncedMusic {
        var stopped = Status.stopped
        stopped.nowNs = 0
        var music = AnnouncedMusic(Subscription(seq: 0, events: [.beat, .state], state: stopped))
        for event in events { music.add(event) }
        return music
    }

    private var run: [Event] { [state(1, playing: true, at: origin - half)] + (0..<12).map { beat($0) } }

    /// Times during twelve beats, every 8 ms.
    private var times: [Int64] { Array(stride(from: origin, to: origin + 12 * half, by: 7_654_321)) }

    /// At half of beat 4 the tempo doubles: the rest takes 125 ms.
    private var doubled: [Event] {
        let change = origin + 4 * half + half / 2
        let end = change + half / 4
        let whole = Segment(from: 30, to: -30, begin: 0, duration: 0.5, curve: .easeInOut)
        let rest = Pendulum().retargeted(whole, at: 0.25, arrivingAt: 0.375)
        let swing = MotionSegment {
            $0.from = rest.from; $0.to = rest.to; $0.beginNs = change
            $0.durationNs = end - change; $0.curve = rest.curve
        }
        return Array(run.prefix(7))
            + [state(50, playing: true, at: change - 30_000_000) { $0.bpm = 240 }, beat(4, seq: 51, swing: swing)]
            + (5..<12).map { beat($0, seq: 47 + $0, at: end + Int64($0 - 5) * half / 2, bpm: 240) }
    }

    @Test func `when a click is heard the rod is at 30 degrees, to its side`() {
        for music in [music(run), music(doubled)] {
            for event in run.dropFirst() + doubled.dropFirst(9) {
                guard case .beat(let beat) = event else { continue }
                let moment = music.heard(atNs: beat.atNs)
                guard moment.position.whole == Int64(beat.beatIndex), moment.position.phase < 1e-6 else { continue }
                #expect(abs(moment.angle - (beat.beatIndex % 2 == 0 ? 30 : -30)) < 0.5)
            }
        }
        #expect(music(doubled).heard(atNs: origin + 5 * half - half / 4).angle == -30)
    }

    @Test func `the position is that of the beats, evenly in between`() {
        let music = music(run)
        for time in times.dropLast() {
            let moment = music.heard(atNs: time)
            let beats = Double(time - origin) / Double(half)
            #expect(abs(moment.position.beats - beats) < 2e-6)
            #expect(moment.grid.beatInBar(ofBeat: moment.position.whole) == Int(beats) % 4 + 1)
            #expect(moment.ringsBell == (Int(beats) % 4 == 0))
            #expect(moment.isPlaying && moment.bpm == 120)
        }
    }

    @Test(arguments: UInt64(0)..<40)
    func `events that are doubled, late or in any order give the same`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        for events in [run, doubled, doubled + [state(90, playing: false, at: origin + 9 * half)]] {
            let straight = music(events)
            let mixed = music((events + events.shuffled(using: &generator)).shuffled(using: &generator))
            for time in times { #expect(mixed.heard(atNs: time) == straight.heard(atNs: time)) }
        }
    }

    @Test func `a tempo change keeps the phase, and nothing jumps`() {
        let (before, after) = (music(run), music(doubled))
        let change = origin + 4 * half + half / 2
        for time in times where time < change {
            #expect(abs(before.heard(atNs: time).position.beats - after.heard(atNs: time).position.beats) < 2e-6)
            #expect(abs(before.heard(atNs: time).angle - after.heard(atNs: time).angle) < 1e-9)
        }
        #expect(abs(after.heard(atNs: change).position.beats - 4.5) < 2e-6)
        #expect(after.heard(atNs: change - 1).bpm == 120 && after.heard(atNs: change).bpm == 240)
        let step: Int64 = 1_000_000
        for time in stride(from: origin, to: origin + 6 * half, by: Int(step)) {
            let (one, other) = (after.heard(atNs: time), after.heard(atNs: time + step))
            let beats = other.position.beats - one.position.beats
            #expect(beats >= 0 && beats < 1.05 * 240 / 60 * 0.001)
            // A swing at 240 bpm is no faster than 1.73 times its mean.
            #expect(abs(other.angle - one.angle) <= 1.8 * 60 * 4 * 0.001)
            #expect(abs(one.angle) <= 30)
        }
    }

    @Test func `a second change in the same beat keeps what has passed`() {
        let first = origin + half / 4
        let end = first + half * 3 / 8
        func swing(_ begin: Int64, _ end: Int64) -> MotionSegment {
            MotionSegment {
                $0.from = 20; $0.to = -30; $0.beginNs = begin; $0.durationNs = end - begin
                $0.curve = .linear
            }
        }
        let bent = [state(1, playing: true, at: origin), beat(0, seq: 2), beat(0, seq: 3, swing: swing(first, end))]
        let second = first + half * 3 / 16
        let twice = bent + [beat(0, seq: 4, swing: swing(second, second + half))]
        for time in stride(from: origin, to: second, by: 1_234_567) {
            #expect(
                abs(music(bent).heard(atNs: time).position.phase - music(twice).heard(atNs: time).position.phase) < 1e-6
            )
        }
        #expect(abs(music(twice).heard(atNs: second).position.phase - 0.625) < 1e-6)
        #expect(abs(music(twice).heard(atNs: second + half / 2).position.phase - 0.8125) < 1e-6)
    }

    @Test func `a client that subscribes in mid-beat knows the beat under way`() {
        var status = Status.allegro
        (status.bpm, status.nowNs) = (120, origin + 7 * half / 2)
        status.position = PositionState { ($0.beatIndex, $0.bar, $0.beat, $0.phase) = (3, 1, 4, 0.5) }
        status.pendulum.segment = MotionSegment {
            $0.from = -30; $0.to = 30; $0.beginNs = origin + 3 * half; $0.durationNs = half
            $0.curve = .easeInOut
        }
        var music = AnnouncedMusic(Subscription(seq: 0, events: [.beat], state: status))
        for index in 4..<8 { music.add(beat(index)) }
        for time in stride(from: origin + 3 * half, to: origin + 7 * half, by: 7_654_321) {
            #expect(abs(music.heard(atNs: time).position.beats - Double(time - origin) / Double(half)) < 2e-6)
            #expect(abs(music.heard(atNs: time).angle - self.music(run).heard(atNs: time).angle) < 1e-9)
        }
    }

    @Test func `where beats were left out the position rises evenly, and after the last one announced it stays`() {
        let music = music(
            run.filter { if case .beat(let beat) = $0 { !(5...7).contains(beat.beatIndex) } else { true } })
        for time in times.dropLast() {
            #expect(abs(music.heard(atNs: time).position.beats - Double(time - origin) / Double(half)) < 2e-6)
        }
        let late = music.heard(atNs: origin + 14 * half)
        #expect(late.position.whole == 11 && late.position.phase > 0.999 && late.angle == 30)
    }

    @Test func `a stop keeps the position, and the rod settles upright without a jump`() {
        for phase in [0.1, 0.5, 0.8] {
            let stop = origin + 3 * half + Int64(phase * Double(half))
            var music = music(run + [state(60, playing: false, at: stop)])
            let place = music.heard(atNs: stop - 1).position.beats
            #expect(music.heard(atNs: stop - 1).isPlaying && !music.heard(atNs: stop).isPlaying)
            #expect(music.isMoving(atNs: stop) && !music.isMoving(atNs: stop + 500_000_001))
            for time in stride(from: stop, to: stop + half, by: 1_000_000) {
                let (one, other) = (music.heard(atNs: time - 1_000_000), music.heard(atNs: time))
                #expect(abs(one.angle - other.angle) <= 0.25 && abs(other.angle) <= 30)
                #expect(abs(other.position.beats - place) < 1e-6)
            }
            #expect(music.heard(atNs: stop + half).angle == 0)

            // The next run begins with beat 0 again, which ends all that was before.
            let again = origin + 20 * half
            music.add(beat(0, seq: 61, run: 4, at: again))
            music.add(state(62, playing: true, at: again - 10_000_000) { $0.run = 4 })
            #expect(music.heard(atNs: again).position.beats == 0 && music.heard(atNs: again).angle == 30)
        }
    }

    @Test func `a new run whose stop was never announced ends the old one`() {
        let again = origin + 20 * half
        let music = music(run + [beat(0, seq: 60, run: 4, at: again), beat(1, seq: 61, run: 4, at: again + half)])
        #expect(music.heard(atNs: again).position.beats == 0)
        #expect(abs(music.heard(atNs: again + half / 2).position.beats - 0.5) < 2e-6)
    }

    @Test func `a meter change holds from the next bar on`() {
        let music = music(
            run + [
                state(60, playing: true, at: origin + 9 * half / 2) {
                    $0.meter = "3/4"
                    $0.position = PositionState {
                        $0.beatIndex = 4; $0.bar = 2; $0.beat = 1; $0.phase = 0.5; $0.bell = true
                    }
                }
            ])
        #expect(music.heard(atNs: origin + 5 * half).grid.beatsPerBar == 4)
        #expect(music.heard(atNs: origin + 9 * half).grid.beatsPerBar == 3)
    }

    @Test func `every beat is due once, in its order, when it is heard and not before`() {
        var music = music([state(1, playing: true, at: origin - half)])
        for index in [1, 0, 2, 1, 0] { music.add(beat(index)) }
        #expect(music.nextBeatNs(after: origin - half) == origin)
        #expect(music.due(atNs: origin - 1).isEmpty)
        #expect(music.due(atNs: origin).map(\.beatIndex) == [0])
        #expect(music.due(atNs: origin + half - 1).isEmpty)
        #expect(music.nextBeatNs(after: origin) == origin + half)
        music.add(beat(0, seq: 20))
        #expect(music.due(atNs: origin + 2 * half).map(\.beatIndex) == [1, 2])
        #expect(music.nextBeatNs(after: origin + 2 * half) == nil)
        #expect(music.due(atNs: origin + 9 * half).isEmpty)
    }

    @Test func `a beat announced again is due at its last time, and not again once it was heard`() {
        var music = music([state(1, playing: true, at: origin - half), beat(1)])
        music.add(beat(1, seq: 21, at: origin + 300))
        #expect(music.nextBeatNs(after: origin) == origin + 300)
        music.add(beat(1, seq: 20, at: origin + 200))
        #expect(music.nextBeatNs(after: origin) == origin + 300)
        music.add(beat(1, seq: 22, at: origin + 900))
        #expect(music.due(atNs: origin + 800).isEmpty)
        #expect(music.due(atNs: origin + 900).map(\.beatIndex) == [1])
        music.add(beat(1, seq: 23, at: origin + half))
        #expect(music.due(atNs: origin + 2 * half).isEmpty)
    }

    @Test func `a stop cancels the beats announced for later, and not those for earlier`() {
        var music = music(Array(run.prefix(5)) + [state(60, playing: false, at: origin + half + 1)])
        #expect(music.due(atNs: origin + 10 * half).map(\.beatIndex) == [0, 1])
    }

    @Test(arguments: [0, 411]) func `after a new start the beats count from 0 again`(last: Int) {
        var music = music([state(1, playing: true, at: origin - half), beat(last, seq: 2, at: origin)])
        #expect(music.due(atNs: origin).map(\.beatIndex) == [last])
        music.add(state(3, playing: false, at: origin + 100))
        music.add(beat(0, seq: 4, run: 4, at: origin + half))
        music.add(state(5, playing: true, at: origin + 200) { $0.run = 4 })
        #expect(music.due(atNs: origin + half).map(\.beatIndex) == [0])
    }

    @Test(arguments: [0, 3]) func `after a stop and a start that were both missed, every beat of the new run is due`(
        last: Int
    ) {
        var music = music([])
        for index in 0...last { music.add(beat(index, run: 3, revision: 2)) }
        #expect(music.due(atNs: origin + Int64(last) * half).map(\.beatIndex) == Array(0...last))
        let again = origin + 20 * half
        for index in 0...last { music.add(beat(index, seq: 60 + index, run: 4, at: again + Int64(index) * half)) }
        #expect(music.due(atNs: again + Int64(last) * half).map(\.beatIndex) == Array(0...last))
        #expect(music.due(atNs: again + 40 * half).isEmpty)
    }

    @Test func `nothing of a former run is left once a later one is known, whichever of its beats was missed`() {
        // Beats 0...11 of run 3, then of run 4 none before beat 20.
        let again = origin + 30 * half
        var old: [Event] = []
        for index in 0..<12 { old.append(beat(index, run: 3)) }
        let new = [beat(20, seq: 60, run: 4, at: again), beat(21, seq: 61, run: 4, at: again + half)]
        let (both, alone) = (music(old + new), music(new))
        for time in stride(from: origin, to: again + 2 * half, by: 7_654_321) {
            #expect(both.heard(atNs: time) == alone.heard(atNs: time))
        }
        // Nor does a beat of the former run come back that is announced late, in whatever order.
        let late = music(new + [beat(25, seq: 59, run: 3, revision: 9, at: again + 3 * half)] + old)
        #expect(late.nextBeatNs(after: again + half) == nil)
        #expect(late.heard(atNs: again + half / 2) == alone.heard(atNs: again + half / 2))
    }

    @Test func `a beat that was under way at the subscription is not due`() {
        var status = Status.allegro
        (status.bpm, status.nowNs) = (120, origin + half / 2)
        status.position = PositionState { ($0.bar, $0.beat, $0.phase, $0.bell) = (1, 1, 0.5, true) }
        status.pendulum.segment = MotionSegment {
            $0.from = 30; $0.to = -30; $0.beginNs = origin; $0.durationNs = half
            $0.curve = .easeInOut
        }
        var music = AnnouncedMusic(Subscription(seq: 0, events: [.beat], state: status))
        for index in 0..<2 { music.add(beat(index)) }
        #expect(music.due(atNs: origin + half).map(\.beatIndex) == [1])
    }

    @Test func `a stopped rod settles as the state says, then rests`() {
        let stop = origin + 50
        let settling = MotionSegment { ($0.from, $0.beginNs, $0.durationNs, $0.curve) = (12, stop, 100, .linear) }
        let music = music(run + [state(60, playing: false, at: stop) { $0.pendulum.segment = settling }])
        #expect(music.heard(atNs: stop + 50).angle == 6)
        #expect(music.isMoving(atNs: stop + 99) && !music.isMoving(atNs: stop + 100))
        #expect(music.heard(atNs: stop + 1000).angle == 0)
    }

    @Test func `a lost daemon is a stop`() {
        var music = music(run)
        music.stop(atNs: origin + 5 * half / 2)
        #expect(!music.heard(atNs: origin + 3 * half).isPlaying)
        #expect(music.heard(atNs: origin + 5 * half).angle == 0)
    }

    @Test func `numbers that no daemon sends do no harm`() {
        let wild: [Int64] = [.min, -1, .max]
        for number in wild {
            var music = music(run)
            music.add(beat(3, seq: 70, at: number))
            music.add(beat(Int(number), seq: 71, at: origin))
            music.add(
                beat(
                    3, seq: 72,
                    swing: MotionSegment {
                        $0.to = 1; $0.beginNs = number; $0.durationNs = number; $0.curve = .linear
                    }))
            music.add(
                state(73, playing: true, at: number) {
                    $0.position = PositionState {
                        $0.beatIndex = Int(number); $0.bar = Int(number); $0.phase = 0.5; $0.bell = true
                    }
                    $0.pendulum.segment = MotionSegment {
                        $0.to = 1; $0.beginNs = number; $0.durationNs = 1; $0.curve = .linear
                    }
                })
            for time in times { #expect(music.heard(atNs: time).angle.isFinite) }
        }
    }

    @Test func `it keeps 64 events and no more`() {
        var music = music([])
        for index in 0..<5000 { music.add(beat(index)) }
        #expect(Mirror(reflecting: music).children.compactMap { ($0.value as? [Event])?.count } == [64])
    }
}
