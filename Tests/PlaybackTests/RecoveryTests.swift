// SPDX-License-Identifier: Apache-2.0

import Glibc
import MetronomeRhythm
import Testing

@testable import Playback

/// Each law is a diagram: a time in ms, what was seen, and what is done about it.
///
/// The events are what a kernel device and the plugins of PulseAudio, PipeWire and JACK were seen to tell.
@Suite struct RecoveryTests {
    private typealias Line = (ms: Int, event: Recovery.Event, action: Recovery.Action)

    /// Of a device with a ring of 200 ms, started at 0.
    private var fresh: Recovery {
        var recovery = Recovery(ringNs: 200_000_000)
        recovery.started(at: .zero)
        return recovery
    }

    /// One whose clock locked at 10 ms, and has played until 20 ms.
    private var playing: Recovery {
        var recovery = fresh
        check(&recovery, [(10, runs(480, .near), .resynchronise), (20, runs(960, .near), .write)])
        return recovery
    }

    private func runs(_ consumed: Int64, _ alignment: Recovery.Alignment) -> Recovery.Event {
        .runs(consumed: consumed, alignment: alignment)
    }

    private func check(
        _ recovery: inout Recovery, _ diagram: [Line], sourceLocation: SourceLocation = #_sourceLocation
    ) {
        for line in diagram {
            let now = ClockTime.ms(Int64(line.ms))
            let action = recovery.decide(line.event, at: now)
            #expect(action == line.action, "at \(line.ms) ms", sourceLocation: sourceLocation)
            // Another thread makes it ready, and it is attached again.
            if case .halt = action { recovery.started(at: now) }
        }
    }

    // MARK: starting

    @Test func `a device plays silence until its clock is locked, then the beat`() {
        var recovery = fresh
        check(
            &recovery,
            [
                (2, runs(96, .off), .waitSilently), (4, runs(192, .unknown), .waitSilently),
                (12, runs(576, .near), .resynchronise), (12, runs(576, .near), .write),
            ])
        #expect(recovery.isRunning)
    }

    @Test(arguments: [Recovery.Alignment.unknown, .off, .far])
    func `after 400 ms a device that never locks is taken to play what it reports`(alignment: Recovery.Alignment) {
        var recovery = fresh
        check(
            &recovery,
            [
                (200, runs(9600, alignment), .waitSilently), (400, runs(19_200, alignment), .waitSilently),
                (401, runs(19_248, alignment), .resynchronise), (420, runs(20_160, .unknown), .write),
            ])
    }

    @Test func `the 400 ms begin when it moves`() {
        var recovery = fresh
        check(
            &recovery,
            stride(from: 2, through: 600, by: 2).map { ($0, runs(0, .unknown), .waitSilently) } + [
                (602, runs(96, .unknown), .waitSilently), (1000, runs(19_200, .unknown), .waitSilently),
                (1001, runs(19_248, .unknown), .resynchronise),
            ])
    }

    // MARK: running dry

    @Test func `a device that ran dry is handed up, and plays on when its clock is locked`() {
        var recovery = playing
        check(
            &recovery,
            [
                (60, .dry, .halt(.dry)), (62, runs(96, .off), .waitSilently),
                (75, runs(720, .near), .resynchronise), (75, runs(720, .near), .write),
            ])
    }

    @Test func `three restarts that play nothing are tried, and no fourth`() {
        var recovery = playing
        check(
            &recovery,
            [
                (30, .dry, .halt(.dry)), (32, .dry, .halt(.dry)), (34, .dry, .halt(.dry)),
                (36, .dry, .giveUp(.unrecoverable, 0)),
            ])
    }

    @Test func `silence consumed while starting is nothing played`() {
        var recovery = playing
        check(
            &recovery,
            [
                (30, .dry, .halt(.dry)), (32, runs(96, .off), .waitSilently),
                (34, .dry, .halt(.dry)), (36, runs(96, .off), .waitSilently),
                (38, .dry, .halt(.dry)), (40, runs(96, .off), .waitSilently),
                (42, .dry, .giveUp(.unrecoverable, 0)),
            ])
    }

    @Test func `a restart that plays resets the count of fruitless ones`() {
        var recovery = playing
        for round in 1...20 {
            let ms = round * 100
            check(
                &recovery,
                [
                    (ms, .dry, .halt(.dry)), (ms + 10, runs(480, .near), .resynchronise),
                    (ms + 20, runs(960, .near), .write),
                ])
        }
    }

    @Test func `a restart after which the clock locks but nothing is played was fruitless`() {
        var recovery = playing
        for ms in [100, 200, 300] {
            check(&recovery, [(ms, .dry, .halt(.dry)), (ms + 10, runs(480, .near), .resynchronise)])
        }
        check(&recovery, [(400, .dry, .giveUp(.unrecoverable, 0))])
    }

    // MARK: suspended

    @Test func `a suspended device is handed up at once`() {
        var recovery = playing
        check(
            &recovery,
            [
                (30, .suspended, .halt(.suspended)), (42, runs(576, .near), .resynchronise),
                (60, runs(1000, .near), .write),
            ])
    }

    @Test func `a device that is suspended repeatedly without playing is given up`() {
        var recovery = playing
        for ms in [30, 32, 34] { check(&recovery, [(ms, .suspended, .halt(.suspended))]) }
        check(&recovery, [(36, .suspended, .giveUp(.unrecoverable, 0))])
    }

    // MARK: gone

    @Test(arguments: [-ENODEV, -EIO, -EBADFD, -ENXIO])
    func `a device that is gone is given up at once, starting or playing`(code: Int32) {
        for device in [fresh, playing] {
            var recovery = device
            check(&recovery, [(30, .gone(code), .giveUp(.vanished, code))])
        }
    }

    @Test func `a refused write says what a look would`() {
        #expect(Recovery.Event(errno: 0) == nil && Recovery.Event(errno: 12) == nil)
        #expect(Recovery.Event(errno: -EAGAIN) == nil && Recovery.Event(errno: -EINTR) == nil)
        #expect(Recovery.Event(errno: -EPIPE) == .dry)
        #expect(Recovery.Event(errno: -ESTRPIPE) == .suspended)
        for code in [-ENODEV, -EIO, -EBADFD] { #expect(Recovery.Event(errno: code) == .gone(code)) }
    }

    // MARK: stalled

    @Test func `a device that says it runs and consumes nothing is given up after a second`() {
        // A stopped server, a poll that never wakes, and writes answered by EAGAIN for ever all look alike.
        for alignment in [Recovery.Alignment.unknown, .near] {
            var recovery = playing
            check(&recovery, stride(from: 40, through: 1020, by: 20).map { ($0, runs(960, alignment), .write) })
            check(&recovery, [(1040, runs(960, alignment), .giveUp(.stalled, 0))])
        }
    }

    @Test func `one that never consumes anything is given up too`() {
        var recovery = fresh
        check(&recovery, stride(from: 2, through: 1000, by: 2).map { ($0, runs(0, .unknown), .waitSilently) })
        check(&recovery, [(1002, runs(0, .unknown), .giveUp(.stalled, 0))])
    }

    @Test func `a long ring may rest for three times its length`() {
        var recovery = Recovery(ringNs: 2_000_000_000)
        recovery.started(at: .zero)
        check(&recovery, [(10, runs(480, .near), .resynchronise)])
        check(&recovery, stride(from: 300, through: 6010, by: 300).map { ($0, runs(480, .near), .write) })
        check(&recovery, [(6011, runs(480, .near), .giveUp(.stalled, 0))])
    }

    @Test func `time in which nobody looked is not the device's fault`() {
        var recovery = playing
        // The program was stopped for an hour, and the device tells nothing new at first.
        check(
            &recovery,
            [
                (3_600_000, runs(960, .unknown), .write), (3_600_020, runs(960, .unknown), .write),
                (3_600_040, runs(1900, .near), .write),
            ])
    }

    // MARK: off the clock

    @Test func `a device that stands still is halted after 10 ms, and what it held is dropped`() {
        var recovery = playing
        check(
            &recovery,
            [
                (40, runs(960, .far), .write), (42, runs(960, .far), .write), (44, runs(960, .far), .write),
                (48, runs(960, .far), .write), (50, runs(960, .far), .halt(.offClock)),
                (52, runs(0, .unknown), .waitSilently), (390, runs(0, .unknown), .waitSilently),
                (392, runs(96, .off), .waitSilently), (400, runs(480, .near), .resynchronise),
            ])
    }

    @Test func `a millisecond or a few are borne for 100 ms, not longer`() {
        var recovery = playing
        check(&recovery, stride(from: 40, to: 140, by: 2).map { ($0, runs(Int64($0) * 48, .off), .write) })
        check(&recovery, [(140, runs(6720, .off), .halt(.offClock))])
    }

    @Test(arguments: [Recovery.Alignment.off, .far])
    func `two looks off the clock may be outliers, however far apart`(alignment: Recovery.Alignment) {
        var recovery = playing
        for round in 1...20 {
            let ms = round * 1000
            check(
                &recovery,
                [
                    (ms, runs(Int64(ms), alignment), .write), (ms + 200, runs(Int64(ms) + 1, alignment), .write),
                    (ms + 400, runs(Int64(ms) + 2, .near), .write),
                ])
        }
    }

    @Test func `an unknown delay says neither that it is on the clock nor that it is off`() {
        var recovery = playing
        check(
            &recovery,
            [
                (40, runs(2000, .far), .write), (60, runs(3000, .unknown), .write), (80, runs(4000, .far), .write),
                (100, runs(5000, .unknown), .write), (120, runs(6000, .far), .halt(.offClock)),
            ])
    }

    @Test func `one that moves and is off the clock again is silent until it locks, and is allowed more each time`() {
        var recovery = playing
        var tolerances: [Int64] = []
        for round in 1...9 {
            let ms = round * 1000
            let past = Int64(round) * 48_000
            check(
                &recovery,
                [
                    (ms, runs(past + 5000, .far), .write), (ms + 10, runs(past + 5100, .far), .write),
                    (ms + 20, runs(past + 5200, .far), round == 1 ? .halt(.offClock) : .waitSilently),
                    (ms + 30, runs(past + 5300, .off), .waitSilently),
                    (ms + 40, runs(past + 5400, .near), .resynchronise),
                    (ms + 50, runs(past + 5500, .near), .write),
                ])
            tolerances.append(recovery.toleranceNs / 1_000_000)
        }
        #expect(tolerances == [1, 1, 2, 4, 8, 16, 16, 16, 16])
    }

    @Test func `one that is off the clock again and stands still is halted`() {
        var recovery = playing
        for ms in [1000, 2000, 3000] {
            check(
                &recovery,
                [
                    (ms, runs(5000, .far), .write), (ms + 10, runs(5000, .far), .write),
                    (ms + 20, runs(5000, .far), .halt(.offClock)), (ms + 40, runs(480, .near), .resynchronise),
                    (ms + 50, runs(960, .near), .write),
                ])
        }
    }

    @Test func `after ten seconds on the clock, being off it counts as the first time`() {
        var recovery = playing
        for round in 1...20 {
            let ms = round * 11_000
            check(
                &recovery,
                [
                    (ms, runs(5000, .far), .write), (ms + 10, runs(5100, .far), .write),
                    (ms + 20, runs(5200, .far), .halt(.offClock)), (ms + 30, runs(480, .near), .resynchronise),
                    (ms + 40, runs(960, .near), .write),
                ])
            #expect(recovery.toleranceNs == 1_000_000)
        }
    }

    // MARK: waking

    @Test func `a device that reports an error without pause wakes the thread at most once in 10 ms`() {
        var recovery = playing
        #expect(recovery.isPolled(at: .ms(20)))
        var wakes = 0
        for us in 20_000..<1_020_000 where recovery.isPolled(at: .us(Int64(us))) {
            recovery.wokeThread(at: .us(Int64(us)))
            wakes += 1
        }
        #expect(wakes == 100)
    }
}

/// What a device says of its delay.
@Suite struct DelayTests {
    @Test(arguments: [(1, 1), (1920, 1920), (25_864, 25_864), (479_999, 479_999)])
    func `a delay longer than the ring is known`(reported: Int, known: Int) {
        #expect(DeviceStream.known(delay: reported, error: 0, tookNs: 20_000, rate: 48_000) == known)
    }

    @Test(arguments: [0, -1, -5000, 480_000, Int.max, Int.min])
    func `an absurd delay is unknown`(reported: Int) {
        #expect(DeviceStream.known(delay: reported, error: 0, tookNs: 20_000, rate: 48_000) == nil)
    }

    @Test func `a delay that took 300 µs to be answered is unknown, for nobody knows when it was true`() {
        for (tookNs, known) in [(0, 1920), (299_999, 1920), (300_000, nil), (5_000_000, nil)] as [(Int64, Int?)] {
            #expect(DeviceStream.known(delay: 1920, error: 0, tookNs: tookNs, rate: 48_000) == known)
        }
    }

    @Test(arguments: [-EIO, -ENODEV, -EPIPE, -EAGAIN])
    func `an error for a delay is unknown, and no fault`(error: Int32) {
        #expect(DeviceStream.known(delay: 1920, error: error, tookNs: 20_000, rate: 48_000) == nil)
    }
}
