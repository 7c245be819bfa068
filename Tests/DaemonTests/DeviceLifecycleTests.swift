// SPDX-License-Identifier: Apache-2.0

import Playback
import Testing

@testable import Daemon

/// Each law is a diagram: a time in ms, what happened, what is done about it, and the state after that.
@Suite struct DeviceLifecycleTests {
    private typealias State = DeviceLifecycle.State
    private typealias Line = (
        ms: Int, event: DeviceLifecycle.Event, actions: [DeviceLifecycle.Action], state: DeviceLifecycle.State
    )

    private static let busy = PlaybackError(device: "card", reason: "another program holds the device", detail: "")
    private static let unplugged = PlaybackError(device: "card", reason: "it was unplugged", detail: "")
    private static let absent = PlaybackError(device: "card", reason: "there is no such sound device", detail: "")
    private let busy = Self.busy
    private let unplugged = Self.unplugged
    private let absent = Self.absent

    /// Runs a diagram on a lifecycle. The report of a change is left out of the lines, since the states say it.
    private func check(
        _ lifecycle: inout DeviceLifecycle, _ diagram: [Line], sourceLocation: SourceLocation = #_sourceLocation
    ) {
        for line in diagram {
            let before = lifecycle.state
            var actions = lifecycle.take(line.event, at: Int64(line.ms) * 1_000_000)
            let hasReported = actions.last == .report(from: before)
            if hasReported { actions.removeLast() }
            let place = "\(line.event) at \(line.ms) ms"
            #expect(actions == line.actions, "\(place)", sourceLocation: sourceLocation)
            #expect(lifecycle.state == line.state, "\(place)", sourceLocation: sourceLocation)
            #expect(
                hasReported || lifecycle.state == before, "\(place) is not reported", sourceLocation: sourceLocation)
        }
    }

    /// One that has gone through a diagram.
    private func lifecycle(_ diagram: [Line]) -> DeviceLifecycle {
        var lifecycle = DeviceLifecycle()
        check(&lifecycle, diagram)
        return lifecycle
    }

    private func ms(_ ms: Int64) -> DeviceLifecycle.Action { .arm(afterNs: ms * 1_000_000) }

    private var opening: DeviceLifecycle { lifecycle([(0, .wanted, [.open], .opening)]) }
    private var starting: DeviceLifecycle {
        lifecycle([(0, .wanted, [.open], .opening), (5, .opened(fits: true), [.attach], .starting)])
    }
    private var running: DeviceLifecycle {
        lifecycle([
            (0, .wanted, [.open], .opening), (5, .opened(fits: true), [.attach], .starting),
            (20, .running, [], .running),
        ])
    }
    /// Running, and halted at 500 ms.
    private var restarting: DeviceLifecycle {
        var lifecycle = running
        check(&lifecycle, [(500, .halted(.dry), [.restart(preroll: false)], .recovering(.dry))])
        return lifecycle
    }
    /// Lost in use at 500 ms, and closed.
    private var waiting: DeviceLifecycle {
        var lifecycle = running
        check(
            &lifecycle,
            [
                (500, .released(unplugged), [ms(250), .close], .missing(unplugged)),
                (510, .closed, [], .missing(unplugged)),
            ])
        return lifecycle
    }
    /// No longer wanted at 600 ms, and not yet released.
    private var detaching: DeviceLifecycle {
        var lifecycle = running
        check(&lifecycle, [(600, .unwanted, [.detach], .closed)])
        return lifecycle
    }
    /// No longer wanted, released and not yet closed.
    private var closing: DeviceLifecycle {
        var lifecycle = detaching
        check(&lifecycle, [(610, .released(nil), [.close], .closed)])
        return lifecycle
    }

    // MARK: opening

    @Test func `a device that is wanted is opened, attached and then runs`() {
        var lifecycle = DeviceLifecycle()
        #expect(lifecycle.take(.wanted, at: 0) == [.open, .report(from: .closed)])
        #expect(!lifecycle.isPlaying)
        // Whoever hears the report may send a plan, which is to find the device attached.
        #expect(lifecycle.take(.opened(fits: true), at: 1) == [.attach, .report(from: .opening)])
        #expect(lifecycle.isPlaying)
        #expect(lifecycle.take(.running, at: 2) == [.report(from: .starting)])
        #expect(lifecycle.isPlaying)
    }

    @Test func `a device that is wanted twice is opened once`() {
        for (var lifecycle, state) in [(opening, State.opening), (starting, .starting), (running, .running)] {
            check(&lifecycle, [(700, .wanted, [], state)])
        }
    }

    @Test func `a device that reports again that it runs is reported once`() {
        var lifecycle = running
        #expect(lifecycle.take(.running, at: 700_000_000).isEmpty)
    }

    @Test func `a device whose samples are at another rate by now is closed and opened again`() {
        var lifecycle = opening
        check(
            &lifecycle,
            [
                (5, .opened(fits: false), [.close], .opening), (6, .closed, [.open], .opening),
                (7, .opened(fits: true), [.attach], .starting),
            ])
        lifecycle = restarting
        check(
            &lifecycle,
            [
                (505, .restarted(fits: false), [.close], .recovering(.dry)), (506, .closed, [.open], .recovering(.dry)),
                (507, .opened(fits: true), [.attach], .starting),
            ])
    }

    // MARK: no longer wanted

    @Test func `a device that is no longer wanted is asked back, then closed`() {
        var lifecycle = running
        check(
            &lifecycle,
            [
                (600, .unwanted, [.detach], .closed), (610, .released(nil), [.close], .closed),
                (620, .closed, [], .closed),
            ])
    }

    @Test func `one that was lost or halted before it was released is closed too`() {
        for event in [DeviceLifecycle.Event.released(unplugged), .halted(.dry)] {
            var lifecycle = detaching
            check(&lifecycle, [(610, event, [.close], .closed), (620, .closed, [], .closed)])
        }
    }

    @Test func `one that is being opened is closed as soon as it is open`() {
        var lifecycle = opening
        check(
            &lifecycle,
            [
                (5, .unwanted, [], .closed), (900, .opened(fits: true), [.close], .closed), (910, .closed, [], .closed),
            ])
    }

    @Test func `one that cannot be opened when it is no longer wanted is not tried again`() {
        var lifecycle = opening
        check(&lifecycle, [(5, .unwanted, [], .closed), (900, .failed(busy), [], .closed)])
        check(&lifecycle, [(1200, .timer, [], .closed), (1300, .devicesChanged, [], .closed)])
    }

    @Test func `one that is being restarted is closed when that is done`() {
        for event in [DeviceLifecycle.Event.restarted(fits: true), .failed(busy)] {
            var lifecycle = restarting
            check(
                &lifecycle,
                [(510, .unwanted, [], .closed), (520, event, [.close], .closed), (530, .closed, [], .closed)])
        }
    }

    @Test func `one that is missing is not tried again`() {
        var lifecycle = waiting
        check(
            &lifecycle,
            [
                (600, .unwanted, [.disarm], .closed), (760, .timer, [], .closed),
                (770, .devicesChanged, [], .closed),
            ])
    }

    @Test func `one that was lost and is being closed is not tried again`() {
        var lifecycle = running
        check(
            &lifecycle,
            [
                (500, .released(unplugged), [ms(250), .close], .missing(unplugged)),
                (510, .unwanted, [.disarm], .closed), (760, .timer, [], .closed), (800, .closed, [], .closed),
            ])
    }

    @Test func `an end that is asked for twice happens once`() {
        for (var lifecycle, _) in [(detaching, 0), (closing, 0), (DeviceLifecycle(), 0)] {
            check(&lifecycle, [(700, .unwanted, [], .closed)])
        }
    }

    // MARK: wanted again

    @Test func `one that is wanted again while it is opened is attached`() {
        var lifecycle = opening
        check(
            &lifecycle,
            [
                (5, .unwanted, [], .closed), (6, .wanted, [], .opening),
                (900, .opened(fits: true), [.attach], .starting),
            ])
    }

    @Test func `one that is wanted again while it is restarted is attached`() {
        var lifecycle = restarting
        check(
            &lifecycle,
            [
                (510, .unwanted, [], .closed), (520, .wanted, [], .opening),
                (530, .restarted(fits: true), [.attach], .starting), (540, .running, [], .running),
            ])
    }

    @Test(arguments: [DeviceLifecycle.Event.released(nil), .released(Self.unplugged), .halted(.dry)])
    func `one that is wanted again before it was released is closed and opened again`(event: DeviceLifecycle.Event) {
        var lifecycle = detaching
        check(
            &lifecycle,
            [
                (605, .wanted, [], .opening), (606, .running, [], .opening), (610, event, [.close], .opening),
                (620, .closed, [.open], .opening), (630, .opened(fits: true), [.attach], .starting),
            ])
    }

    @Test func `one that is wanted for a moment before it was released is closed`() {
        var lifecycle = detaching
        check(
            &lifecycle,
            [
                (605, .wanted, [], .opening), (606, .unwanted, [], .closed),
                (610, .released(nil), [.close], .closed), (620, .closed, [], .closed),
            ])
    }

    @Test func `one that is wanted again while it is closed is opened after that`() {
        var lifecycle = closing
        check(&lifecycle, [(615, .wanted, [], .opening), (620, .closed, [.open], .opening)])
        lifecycle = closing
        check(
            &lifecycle,
            [(615, .wanted, [], .opening), (616, .unwanted, [], .closed), (620, .closed, [], .closed)])
    }

    @Test func `one that is missing is tried at once when it is wanted again`() {
        var lifecycle = waiting
        check(
            &lifecycle,
            [(600, .wanted, [.disarm, .open], .missing(unplugged)), (601, .wanted, [], .missing(unplugged))])
        lifecycle = running
        check(
            &lifecycle,
            [
                (500, .released(unplugged), [ms(250), .close], .missing(unplugged)),
                (510, .wanted, [.disarm], .missing(unplugged)), (520, .closed, [.open], .missing(unplugged)),
            ])
    }

    // MARK: recovering

    @Test func `a device that stopped is restarted and attached, and plays on`() {
        var lifecycle = running
        check(
            &lifecycle,
            [
                (500, .halted(.dry), [.restart(preroll: false)], .recovering(.dry)),
                (510, .restarted(fits: true), [.attach], .recovering(.dry)),
                (520, .halted(.suspended), [.restart(preroll: false)], .recovering(.suspended)),
                (530, .restarted(fits: true), [.attach], .recovering(.suspended)), (550, .running, [], .running),
            ])
    }

    @Test func `one that has not run yet still gets the silence that wakes a sink`() {
        var lifecycle = starting
        check(
            &lifecycle,
            [
                (15, .halted(.dry), [.restart(preroll: true)], .recovering(.dry)),
                (18, .restarted(fits: true), [.attach], .starting),
                (19, .halted(.dry), [.restart(preroll: true)], .recovering(.dry)),
                (21, .restarted(fits: true), [.attach], .starting), (30, .running, [], .running),
                (40, .halted(.dry), [.restart(preroll: false)], .recovering(.dry)),
            ])
    }

    @Test func `that it plays no more, or plays again, is reported though its state is the same`() {
        var lifecycle = restarting
        #expect(!lifecycle.isPlaying)
        #expect(lifecycle.take(.restarted(fits: true), at: 0) == [.attach, .report(from: .recovering(.dry))])
        #expect(lifecycle.isPlaying)
        #expect(
            lifecycle.take(.halted(.dry), at: 0) == [.restart(preroll: false), .report(from: .recovering(.dry))])
        #expect(!lifecycle.isPlaying)
    }

    @Test func `one that cannot be restarted is closed and missing`() {
        var lifecycle = restarting
        check(
            &lifecycle,
            [
                (510, .failed(busy), [ms(250), .close], .missing(busy)), (515, .closed, [], .missing(busy)),
                (760, .timer, [.open], .missing(busy)),
            ])
    }

    @Test func `one that was given back though it is wanted is opened again`() {
        for (var lifecycle, _) in [(starting, 0), (running, 0)] {
            check(
                &lifecycle,
                [(600, .released(nil), [.close], .opening), (610, .closed, [.open], .opening)])
        }
    }

    // MARK: missing

    @Test func `a lost device is retried after 250 ms, 0.5, 1, 2, 4 and 8 s, and never later than 8 s`() {
        var lifecycle = waiting
        var now = 750
        for pause in [500, 1000, 2000, 4000, 8000, 8000, 8000] {
            let before = lifecycle.state
            check(
                &lifecycle,
                [
                    (now, .timer, [.open], before), (now + 5, .failed(busy), [ms(Int64(pause))], .missing(busy)),
                ])
            #expect(lifecycle.pauseNs == Int64(pause) * 1_000_000)
            now += 5 + pause
        }
    }

    @Test func `one that cannot be opened at first is retried likewise`() {
        var lifecycle = opening
        check(
            &lifecycle,
            [
                (5, .failed(busy), [ms(250)], .missing(busy)), (255, .timer, [.open], .missing(busy)),
                (260, .failed(busy), [ms(500)], .missing(busy)),
            ])
    }

    @Test(arguments: [(1999, 1000), (2000, 250)])
    func `one that ran for 2 s is retried after 250 ms again`(ranMs: Int, pauseMs: Int64) {
        var lifecycle = waiting
        check(
            &lifecycle,
            [
                (750, .timer, [.open], .missing(unplugged)), (755, .failed(busy), [ms(500)], .missing(busy)),
                (1255, .timer, [.open], .missing(busy)), (1260, .opened(fits: true), [.attach], .starting),
                (1300, .running, [], .running),
                (1300 + ranMs, .released(unplugged), [ms(pauseMs), .close], .missing(unplugged)),
            ])
    }

    @Test func `one that ran for 2 s before it stopped is retried after 250 ms too`() {
        var lifecycle = waiting
        check(
            &lifecycle,
            [
                (750, .timer, [.open], .missing(unplugged)), (755, .opened(fits: true), [.attach], .starting),
                (800, .running, [], .running),
                (2800, .halted(.dry), [.restart(preroll: false)], .recovering(.dry)),
                (2810, .failed(busy), [ms(250), .close], .missing(busy)),
            ])
    }

    @Test func `time in which it was restarted is no time that it ran`() {
        var lifecycle = waiting
        check(
            &lifecycle,
            [
                (750, .timer, [.open], .missing(unplugged)), (755, .opened(fits: true), [.attach], .starting),
                (800, .running, [], .running),
                (1800, .halted(.dry), [.restart(preroll: false)], .recovering(.dry)),
                (9000, .failed(busy), [ms(500), .close], .missing(busy)),
            ])
    }

    @Test func `one that is wanted anew is retried after 250 ms again`() {
        var lifecycle = waiting
        check(
            &lifecycle,
            [
                (750, .timer, [.open], .missing(unplugged)), (755, .failed(busy), [ms(500)], .missing(busy)),
                (800, .unwanted, [.disarm], .closed), (810, .wanted, [.open], .opening),
                (820, .failed(busy), [ms(250)], .missing(busy)),
            ])
    }

    @Test func `one whose pause is over before it is closed is opened after that`() {
        var lifecycle = running
        check(
            &lifecycle,
            [
                (500, .released(unplugged), [ms(250), .close], .missing(unplugged)),
                (750, .timer, [], .missing(unplugged)), (2000, .closed, [.open], .missing(unplugged)),
            ])
    }

    @Test func `why it was lost is said until it is refused for another reason`() {
        var lifecycle = waiting
        check(
            &lifecycle,
            [
                (750, .timer, [.open], .missing(unplugged)), (755, .failed(absent), [ms(500)], .missing(unplugged)),
                (1255, .timer, [.open], .missing(unplugged)), (1260, .failed(busy), [ms(1000)], .missing(busy)),
                (2260, .timer, [.open], .missing(busy)), (2265, .failed(absent), [ms(2000)], .missing(absent)),
                (4265, .timer, [.open], .missing(absent)), (4270, .failed(absent), [ms(4000)], .missing(absent)),
            ])
    }

    @Test func `every try that fails is reported, though it changes nothing`() {
        var lifecycle = opening
        for _ in 0..<10 {
            _ = lifecycle.take(.failed(busy), at: 0)
            _ = lifecycle.take(.timer, at: 0)
        }
        #expect(lifecycle.take(.failed(busy), at: 0) == [ms(8000), .report(from: .missing(busy))])
    }

    // MARK: a device appears

    @Test func `a device that appears is tried 250 ms later, once however many appear`() {
        var lifecycle = waiting
        check(
            &lifecycle,
            [
                (750, .timer, [.open], .missing(unplugged)), (755, .failed(busy), [ms(500)], .missing(busy)),
                (1255, .timer, [.open], .missing(busy)), (1260, .failed(busy), [ms(1000)], .missing(busy)),
                (1300, .devicesChanged, [ms(250)], .missing(busy)), (1301, .devicesChanged, [], .missing(busy)),
                (1500, .devicesChanged, [], .missing(busy)), (1550, .timer, [.open], .missing(busy)),
                (1555, .failed(busy), [ms(500)], .missing(busy)),
                (1600, .devicesChanged, [ms(250)], .missing(busy)),
            ])
    }

    @Test func `one that appears while the lost one is closed is tried 250 ms later too`() {
        var lifecycle = running
        check(
            &lifecycle,
            [
                (500, .released(unplugged), [ms(250), .close], .missing(unplugged)),
                (600, .devicesChanged, [ms(250)], .missing(unplugged)),
                (610, .devicesChanged, [], .missing(unplugged)), (700, .closed, [], .missing(unplugged)),
                (710, .devicesChanged, [], .missing(unplugged)), (850, .timer, [.open], .missing(unplugged)),
            ])
    }

    @Test func `one that appears during a try is tried 250 ms after that has failed`() {
        var lifecycle = waiting
        check(
            &lifecycle,
            [
                (750, .timer, [.open], .missing(unplugged)), (755, .failed(busy), [ms(500)], .missing(busy)),
                (1255, .timer, [.open], .missing(busy)), (1256, .devicesChanged, [], .missing(busy)),
                (1260, .failed(busy), [ms(250)], .missing(busy)), (1510, .timer, [.open], .missing(busy)),
            ])
    }

    @Test func `what appears while a device is not missing is ignored`() {
        for (var lifecycle, state) in [
            (DeviceLifecycle(), State.closed), (opening, .opening), (starting, .starting), (running, .running),
            (restarting, .recovering(.dry)), (detaching, .closed), (closing, .closed),
        ] {
            check(&lifecycle, [(700, .devicesChanged, [], state), (950, .timer, [], state)])
        }
    }
}
