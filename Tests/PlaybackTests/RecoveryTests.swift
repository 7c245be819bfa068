// SPDX-License-Identifier: Apache-2.0

import Glibc
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
        recovery.started(at: 0)
        return recovery
    }

    /// One that settled at 10 ms, and has played until 20 ms.
    private var playing: Recovery {
        var recovery = fresh
        check(&recovery, [(10, runs(480, .near), .resynchronise), (20, runs(960, .near), .write)])
        return recovery
    }

    private func runs(_ consumed: Int64, _ aim: Recovery.Aim) -> Recovery.Event { .runs(consumed: consumed, aim: aim) }

    private func check(
        _ recovery: inout Recovery, _ diagram: [Line], sourceLocation: SourceLocation = #_sourceLocation
    ) {
        for line in diagram {
            let now = Int64(line.ms) * 1_000_000
            let action = recovery.decide(line.event, at: now)
            #expect(action == line.action, "at \(line.ms) ms", sourceLocation: sourceLocation)
            if action == .prepareAndStart { recovery.started(at: now) }
        }
    }

    // MARK: starting

    @Test func `a device plays silence until its readings have settled, then the beat`() {
        var recovery = fresh
        check(
            &recovery,
            [
                (2, runs(96, .far), .waitSilently), (4, runs(192, .unknown), .waitSilently),
                (12, runs(576, .near), .resynchronise), (12, runs(576, .near), .write),
            ])
        #expect(recovery.isRunning)
    }

    @Test(arguments: [Recovery.Aim.unknown, .far])
    func `a device that never settles is taken at its last word after 400 ms`(aim: Recovery.Aim) {
        var recovery = fresh
        check(
            &recovery,
            [
                (200, runs(9600, aim), .waitSilently), (400, runs(19_200, aim), .waitSilently),
                (401, runs(19_248, aim), .resynchronise), (420, runs(20_160, .unknown), .write),
            ])
    }

    @Test func `a device that cannot be prepared, filled or started is given up`() {
        for code in [-EIO, -ENODEV, -EPIPE, -EBADFD] {
            var recovery = playing
            check(
                &recovery,
                [(30, .dry, .prepareAndStart), (30, .startRefused(code), .giveUp(.vanished, code))])
            recovery = fresh
            check(&recovery, [(0, .startRefused(code), .giveUp(.vanished, code))])
        }
    }

    // MARK: running dry

    @Test func `a device that ran dry is restarted, and plays on when it has settled`() {
        var recovery = playing
        check(
            &recovery,
            [
                (60, .dry, .prepareAndStart), (62, runs(96, .far), .waitSilently),
                (75, runs(720, .near), .resynchronise), (75, runs(720, .near), .write),
            ])
    }

    @Test func `three restarts that play nothing are tried, and no fourth`() {
        var recovery = playing
        check(
            &recovery,
            [
                (30, .dry, .prepareAndStart), (32, .dry, .prepareAndStart), (34, .dry, .prepareAndStart),
                (36, .dry, .giveUp(.unrecoverable, 0)),
            ])
    }

    @Test func `silence consumed while starting is nothing played`() {
        var recovery = playing
        check(
            &recovery,
            [
                (30, .dry, .prepareAndStart), (32, runs(96, .far), .waitSilently),
                (34, .dry, .prepareAndStart), (36, runs(96, .far), .waitSilently),
                (38, .dry, .prepareAndStart), (40, runs(96, .far), .waitSilently),
                (42, .dry, .giveUp(.unrecoverable, 0)),
            ])
    }

    @Test func `a restart that plays makes the next ones count anew`() {
        var recovery = playing
        for round in 1...20 {
            let ms = round * 100
            check(
                &recovery,
                [
                    (ms, .dry, .prepareAndStart), (ms + 10, runs(480, .near), .resynchronise),
                    (ms + 20, runs(960, .near), .write),
                ])
        }
    }

    @Test func `a restart that settles and then plays nothing was fruitless`() {
        var recovery = playing
        for ms in [100, 200, 300] {
            check(&recovery, [(ms, .dry, .prepareAndStart), (ms + 10, runs(480, .near), .resynchronise)])
        }
        check(&recovery, [(400, .dry, .giveUp(.unrecoverable, 0))])
    }

    // MARK: suspended

    @Test func `a device that resumes begins anew, as what it holds is late`() {
        var recovery = playing
        check(
            &recovery,
            [
                (30, .suspended, .resume), (30, .resumed, .prepareAndStart),
                (42, runs(576, .near), .resynchronise), (60, runs(1000, .near), .write),
            ])
    }

    @Test(arguments: [0, -ENOSYS, -EIO])
    func `a device that cannot resume is prepared at once`(code: Int32) {
        var recovery = playing
        check(
            &recovery,
            [
                (30, .suspended, .resume), (30, .resumeRefused(code), .prepareAndStart),
                (42, runs(576, .near), .resynchronise),
            ])
    }

    @Test func `a device that is not ready to resume is asked five times more, 100 ms apart, then prepared`() {
        var recovery = playing
        for ms in [30, 130, 230, 330, 430] {
            check(
                &recovery,
                [
                    (ms, .suspended, .resume),
                    (ms, .resumeRefused(-EAGAIN), .retryResume(afterNs: 100_000_000)),
                    (ms + 60, .suspended, .retryResume(afterNs: 40_000_000)),
                ])
            #expect(recovery.isSuspended)
        }
        check(&recovery, [(530, .suspended, .resume), (530, .resumeRefused(-EAGAIN), .prepareAndStart)])
        #expect(!recovery.isSuspended)
    }

    @Test func `a device that resumes by itself while it is waited for plays on`() {
        var recovery = playing
        check(
            &recovery,
            [
                (30, .suspended, .resume), (30, .resumeRefused(-EAGAIN), .retryResume(afterNs: 100_000_000)),
                (130, runs(1000, .far), .write), (150, runs(1900, .far), .write),
                (170, runs(2800, .far), .waitSilently),
            ])
    }

    @Test func `a device that is suspended again and again without playing is given up`() {
        var recovery = playing
        for ms in [30, 32, 34] {
            check(&recovery, [(ms, .suspended, .resume), (ms, .resumeRefused(0), .prepareAndStart)])
        }
        check(&recovery, [(36, .suspended, .resume), (36, .resumeRefused(0), .giveUp(.unrecoverable, 0))])
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
        // A stopped server, a poll that never wakes, or writes answered by EAGAIN for ever: all look like this.
        for aim in [Recovery.Aim.unknown, .near] {
            var recovery = playing
            check(&recovery, stride(from: 40, through: 1020, by: 20).map { ($0, runs(960, aim), .write) })
            check(&recovery, [(1040, runs(960, aim), .giveUp(.stalled, 0))])
        }
    }

    @Test func `one that never consumes anything is given up too`() {
        var recovery = fresh
        check(&recovery, stride(from: 2, through: 1000, by: 2).map { ($0, runs(0, .unknown), .waitSilently) })
        check(&recovery, [(1002, runs(0, .unknown), .giveUp(.stalled, 0))])
    }

    @Test func `a long ring may rest for three times its length`() {
        var recovery = Recovery(ringNs: 2_000_000_000)
        recovery.started(at: 0)
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

    // MARK: off the grid

    @Test func `one look off the clock is an accident; after three in a row it is silent until it has settled`() {
        var recovery = playing
        check(
            &recovery,
            [
                (40, runs(2000, .far), .write), (60, runs(3000, .far), .write), (80, runs(4000, .near), .write),
                (100, runs(5000, .far), .write), (120, runs(6000, .far), .write),
                (140, runs(7000, .far), .waitSilently), (142, runs(7100, .far), .waitSilently),
                (152, runs(7600, .near), .resynchronise), (152, runs(7600, .near), .write),
            ])
    }

    @Test func `a device that stands still for less than a second is silent until it moves`() {
        var recovery = playing
        check(&recovery, [(40, runs(960, .far), .write), (60, runs(960, .far), .write)])
        check(&recovery, stride(from: 80, through: 940, by: 2).map { ($0, runs(960, .far), .waitSilently) })
        check(
            &recovery,
            [
                (942, runs(1000, .far), .waitSilently), (944, runs(1100, .far), .waitSilently),
                (952, runs(1500, .near), .resynchronise), (952, runs(1500, .near), .write),
            ])
    }

    @Test func `an unknown delay says neither that it is on the clock nor that it is off`() {
        var recovery = playing
        check(
            &recovery,
            [
                (40, runs(2000, .far), .write), (60, runs(3000, .unknown), .write), (80, runs(4000, .far), .write),
                (100, runs(5000, .unknown), .write), (120, runs(6000, .far), .waitSilently),
            ])
    }

    // MARK: waking

    @Test func `a device that cries without pause wakes us at most once in 10 ms`() {
        var recovery = playing
        #expect(recovery.listens(at: 20_000_000))
        var wakes = 0
        for us in 20_000..<1_020_000 where recovery.listens(at: Int64(us) * 1000) {
            recovery.cried(at: Int64(us) * 1000)
            wakes += 1
        }
        #expect(wakes == 100)
    }
}

/// What a device says of its delay.
@Suite struct DelayTests {
    @Test(arguments: [(1, 1), (1920, 1920), (25_864, 25_864), (479_999, 479_999)])
    func `a delay is believed, though it be longer than the ring`(reported: Int, known: Int) {
        #expect(DeviceStream.known(delay: reported, error: 0, rate: 48_000) == known)
    }

    @Test(arguments: [0, -1, -5000, 480_000, Int.max, Int.min])
    func `an absurd delay is unknown`(reported: Int) {
        #expect(DeviceStream.known(delay: reported, error: 0, rate: 48_000) == nil)
    }

    @Test(arguments: [-EIO, -ENODEV, -EPIPE, -EAGAIN])
    func `an error for a delay is unknown, and no fault`(error: Int32) {
        #expect(DeviceStream.known(delay: 1920, error: error, rate: 48_000) == nil)
    }
}
