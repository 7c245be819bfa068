// SPDX-License-Identifier: Apache-2.0

import ControlSamples
import MetronomeMotion
import MetronomeRhythm
import MetronomeSession
import SeededRandom
import Testing

@testable import MetronomeControl

@Suite struct HeardMusicTests {
    private let half: Int64 = 500_000_000
    /// 2 s after the clock began, so that nothing is negative.
    private let origin: Int64 = 2_000_000_000

    private func segment(_ beat: Int, _ fraction: Double = 0, at time: Int64, bpm: Int = 120) -> TimelineState.Segment {
        .sample(beat: beat, fraction, atNs: time, bpm: bpm)
    }

    private func timeline(
        _ seq: Int, run: Int = 3, _ segments: [TimelineState.Segment]? = nil, bars: [TimelineState.Bars]? = nil
    ) -> Event {
        let timeline = TimelineState.sample(
            run: run, segments ?? [segment(0, at: origin)], bars ?? [.sample(bell: BellState(every: 4, on: 1))])
        return .timeline(TimelineEvent { ($0.seq, $0.run, $0.timeline) = (seq, run, timeline) })
    }

    private func state(
        _ seq: Int, run: Int = 3, playing: Bool, at now: Int64, change: (inout Status) -> Void = { _ in }
    ) -> Event {
        var status = playing ? Status.allegro : .stopped
        (status.settings.bpm, status.run, status.nowNs, status.position) = (120, run, now, nil)
        status.pendulum.segment = nil
        change(&status)
        return .state(StateEvent { ($0.seq, $0.run, $0.changed, $0.state) = (seq, run, ["playing"], status) })
    }

    private func music(_ events: [Event]) -> HeardMusic {
        var stopped = Status.stopped
        (stopped.run, stopped.nowNs) = (0, 0)
        var music = HeardMusic(Subscription(seq: 0, events: [.timeline, .state], state: stopped))
        for event in events { music.add(event) }
        return music
    }

    private var run: [Event] { [state(1, playing: true, at: origin - half), timeline(2)] }

    /// Times during twelve beats, every 8 ms.
    private var times: [Int64] { Array(stride(from: origin, to: origin + 12 * half, by: 7_654_321)) }

    /// When beat 4 is half over.
    private var change: Int64 { origin + 4 * half + half / 2 }

    /// At half of beat 4 the tempo doubles: the rest takes 125 ms.
    private var doubled: [Event] {
        run + [
            state(50, playing: true, at: change - 30_000_000) { $0.settings.bpm = 240 },
            timeline(51, [segment(4, at: origin + 4 * half), segment(4, 0.5, at: change, bpm: 240)]),
        ]
    }

    @Test func `when a beat is heard the rod is at 30 degrees, to its side`() {
        for music in [music(run), music(doubled)] {
            for index in 0..<12 {
                guard let beat = music.timeline?.beat(Int64(index)) else { continue }
                let moment = music.heard(atNs: beat.time.nanoseconds)
                #expect(moment.position.whole == Int64(index) && moment.position.phase < 1e-6)
                #expect(abs(moment.angle - (index % 2 == 0 ? 30 : -30)) < 1e-6)
            }
        }
    }

    @Test func `after a stop the bar has the beats of the next start, and at least those up to the last one`() {
        for (beat, meter, beats) in [(3, "3/4", 4), (1, "3/4", 3), (1, "5/4", 5)] as [(Int64, String, Int)] {
            let stop = origin + beat * half + 1
            let music = music(run + [state(50, playing: false, at: stop) { $0.settings.meter = meter }])
            #expect(music.heard(atNs: stop + half).grid.beatsPerBar == beats, "\(beat) \(meter)")
        }
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
            for time in times where time > change { #expect(mixed.heard(atNs: time) == straight.heard(atNs: time)) }
        }
    }

    @Test func `a tempo change keeps the phase, and nothing jumps`() {
        // The last timeline is told later, and has nothing of the time before the change: a display may lag behind.
        let later = doubled + [timeline(60, [segment(7, at: change + 5 * half / 4, bpm: 240)])]
        let before = music(run)
        for after in [music(doubled), music(later)] {
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
                #expect(beats >= 0 && beats < 0.0042)
                // A swing at 240 bpm, of 60 degrees in a beat, is no faster than 1.73 times its mean.
                #expect(abs(other.angle - one.angle) <= 0.432)
                #expect(abs(one.angle) <= 30)
            }
        }
    }

    @Test func `a second change in the same beat keeps what has passed`() {
        let first = segment(0, 0.25, at: origin + half / 4, bpm: 180)
        let second = segment(0, 0.625, at: first.atNs + half / 4, bpm: 60)
        let bent = run + [timeline(3, [segment(0, at: origin), first])]
        // The timeline of the second change has only what is left of the beat.
        let twice = bent + [timeline(4, [first, second])]
        for time in stride(from: origin, to: second.atNs, by: 1_234_567) {
            let (one, other) = (music(bent).heard(atNs: time), music(twice).heard(atNs: time))
            #expect(abs(one.position.phase - other.position.phase) < 1e-6 && abs(one.angle - other.angle) < 1e-6)
        }
        let rest = music(twice)
        #expect(abs(rest.heard(atNs: second.atNs).position.phase - 0.625) < 1e-6)
        #expect(abs(rest.heard(atNs: second.atNs - 1).angle - rest.heard(atNs: second.atNs + 1).angle) < 1e-3)
        #expect(rest.heard(atNs: second.atNs + 375_000_000).angle == -30)
    }

    /// A client that subscribes in the middle of beat 3.
    private func late(_ swing: MotionSegment, _ segments: [TimelineState.Segment]) -> HeardMusic {
        var status = Status.allegro
        (status.settings.bpm, status.nowNs, status.pendulum.segment) = (120, origin + 7 * half / 2, swing)
        if case .timeline(let event) = timeline(0, segments) { status.timeline = .some(event.timeline) }
        return HeardMusic(Subscription(seq: 0, events: [.timeline], state: status))
    }

    @Test func `a client that subscribes in mid-beat knows the beat under way`() {
        let swing = MotionSegment {
            $0.from = -30; $0.to = 30; $0.beginNs = origin + 3 * half; $0.durationNs = half
            $0.curve = .easeInOut
        }
        let music = late(swing, [segment(3, at: origin + 3 * half)])
        for time in stride(from: origin + 3 * half, to: origin + 7 * half, by: 7_654_321) {
            #expect(abs(music.heard(atNs: time).position.beats - Double(time - origin) / Double(half)) < 2e-6)
            #expect(abs(music.heard(atNs: time).angle - self.music(run).heard(atNs: time).angle) < 1e-9)
        }
    }

    @Test func `a swing that was bent before the subscription goes on as it was told, and bends again`() {
        // Since a quarter of beat 3 the tempo is 90: the timeline has no more of how it was before.
        let (bend, end) = (origin + 3 * half + half / 4, origin + 4 * half + half / 4)
        let swing = MotionSegment {
            $0.from = -20; $0.to = 30; $0.beginNs = bend; $0.durationNs = end - bend; $0.curve = .linear
        }
        let present = segment(3, 0.25, at: bend, bpm: 90)
        var music = late(swing, [present])
        #expect(music.heard(atNs: bend + half / 2).angle == 5)
        let again = bend + 3 * half / 4
        music.add(timeline(1, [present, segment(3, 0.8125, at: again, bpm: 45)]))
        #expect(abs(music.heard(atNs: again).angle - 17.5) < 1e-9)
        #expect(music.heard(atNs: again + half / 4).angle < 30 && music.heard(atNs: again + half / 2).angle == 30)
    }

    @Test func `before the first beat the rod goes to where that finds it, and waits`() {
        let approach = MotionSegment { ($0.to, $0.beginNs, $0.durationNs, $0.curve) = (30, origin - 300, 200, .linear) }
        let music = music([state(1, playing: true, at: origin - 300) { $0.pendulum.segment = approach }, timeline(2)])
        #expect([-400, -200, -100, -1].map { music.heard(atNs: origin + $0).angle } == [0, 15, 30, 30])
        for time in [origin - 400, origin - 1, origin] {
            let moment = music.heard(atNs: time)
            #expect(moment.position.beats == 0 && moment.isPlaying && moment.bar == 1 && moment.beatInBar == 1)
        }
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
            music.add(timeline(61, run: 4, [segment(0, at: again)]))
            music.add(state(62, run: 4, playing: true, at: again - 10_000_000))
            #expect(music.heard(atNs: again).position.beats == 0 && music.heard(atNs: again).angle == 30)
        }
    }

    @Test func `a new run whose stop was never told ends the old one`() {
        let again = origin + 20 * half
        for music in [
            music(run + [timeline(60, run: 4, [segment(0, at: again)])]),
            music(run + [state(60, playing: false, at: again - half), timeline(61, run: 4, [segment(0, at: again)])]),
        ] {
            #expect(music.heard(atNs: again - 1).position.beats == 0 && music.heard(atNs: again).isPlaying)
            #expect(abs(music.heard(atNs: again + half / 2).position.beats - 0.5) < 2e-6)
        }
        // Nor does anything of the former run come back that is told late.
        let late = music(run + [timeline(60, run: 4, [segment(0, at: again)]), timeline(61, run: 3)])
        #expect(late.heard(atNs: origin + half).position.beats == 0)
    }

    @Test func `a meter change holds from the next bar on`() {
        let bars = [TimelineState.Bars.sample(), .sample(from: 8, bar: 3, beats: 3)]
        let music = music(run + [timeline(60, bars: bars)])
        #expect(music.heard(atNs: origin + 5 * half).grid.beatsPerBar == 4)
        #expect(music.heard(atNs: origin + 9 * half).grid.beatsPerBar == 3)
        #expect(music.heard(atNs: origin + 9 * half).bar == 3)
    }

    @Test func `while a clock is followed the tempo is the one that is written`() {
        var bent = [
            segment(0, at: origin), segment(4, at: origin + 4 * half, bpm: 121),
            segment(8, at: origin + 8 * half, bpm: 121),
        ]
        bent[1].correctionPPM = (121 / 120.0 - 1) * 1e6
        let music = music([state(1, playing: true, at: origin) { $0.sync = SyncState() }, timeline(2, bent)])
        #expect([0, 4, 8].map { music.heard(atNs: origin + $0 * half).bpm } == [120, 120, 121])
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
        #expect(!music.heard(atNs: origin + 3 * half).isPlaying && music.timeline == nil)
        #expect(music.heard(atNs: origin + 5 * half).angle == 0)
    }

    @Test func `the newest timeline holds, in whatever order they come, until a stop or a later run`() {
        func told(_ seq: Int, run: Int = 3, bpm: Int?) -> Event {
            guard let bpm else { return .timeline(TimelineEvent { ($0.seq, $0.run) = (seq, run) }) }
            return timeline(seq, run: run, [segment(0, at: origin, bpm: bpm)])
        }
        var music = music(run)
        var bpm: Double? { music.timeline?.beat(1)?.bpm }
        music.add(told(12, bpm: 100))
        music.add(told(11, bpm: 90))
        music.add(told(9, bpm: 90))
        #expect(bpm == 100)
        music.add(state(14, playing: false, at: origin + half))
        #expect(music.timeline == nil)
        // One that comes late tells what was heard before the stop.
        music.add(told(13, bpm: 90))
        #expect(music.timeline == nil && music.account?.beat(1)?.bpm == 90)
        music.add(told(15, run: 4, bpm: 100))
        music.add(told(16, bpm: 90))
        #expect(bpm == 100)
        music.add(told(17, run: 4, bpm: nil))
        #expect(music.timeline == nil)
        // A start that is told before its timeline.
        music.add(told(18, run: 4, bpm: 100))
        #expect(bpm == 100)
        music.add(state(19, run: 5, playing: true, at: origin))
        #expect(music.timeline == nil)
    }

    @Test func `of the time that is over no more is kept than can be seen`() {
        var music = music(run)
        for index in 1...5000 { music.add(timeline(index + 2, [segment(index, at: origin + Int64(index) * half)])) }
        #expect(music.account?.segments.count == 65)
        #expect(abs(music.heard(atNs: origin + 4950 * half).position.beats - 4950) < 1e-5)
    }
}
