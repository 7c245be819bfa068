// SPDX-License-Identifier: Apache-2.0

import Playback
import Testing

@testable import Daemon

/// Opening, recovering and closing a device, by its lifecycle's diagrams.
@Suite struct DeviceLifecycleTests {
    private typealias State = DeviceLifecycle.State

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
        for (var lifecycle, state) in [
            (DeviceLifecycle.opening, State.opening), (.starting, .starting), (.running, .running),
        ] {
            lifecycle.check([(700, .wanted, [], state)])
        }
    }

    @Test func `a device that reports again that it runs is reported once`() {
        var lifecycle = DeviceLifecycle.running
        #expect(lifecycle.take(.running, at: 700_000_000).isEmpty)
    }

    @Test func `a device whose samples are at another rate by now is closed and opened again`() {
        var lifecycle = DeviceLifecycle.opening
        lifecycle.check([
            (5, .opened(fits: false), [.close], .opening), (6, .closed, [.open], .opening),
            (7, .opened(fits: true), [.attach], .starting),
        ])
        lifecycle = .restarting
        lifecycle.check([
            (505, .restarted(fits: false), [.close], .recovering(.dry)), (506, .closed, [.open], .recovering(.dry)),
            (507, .opened(fits: true), [.attach], .starting),
        ])
    }

    // MARK: no longer wanted

    @Test func `a device that is no longer wanted is asked back, then closed`() {
        var lifecycle = DeviceLifecycle.running
        lifecycle.check([
            (600, .unwanted, [.detach], .closed), (610, .released(nil), [.close], .closed),
            (620, .closed, [], .closed),
        ])
    }

    @Test func `one that was lost or halted before it was released is closed too`() {
        for event in [DeviceLifecycle.Event.released(.unplugged), .halted(.dry)] {
            var lifecycle = DeviceLifecycle.detaching
            lifecycle.check([(610, event, [.close], .closed), (620, .closed, [], .closed)])
        }
    }

    @Test func `one that is being opened is closed as soon as it is open`() {
        var lifecycle = DeviceLifecycle.opening
        lifecycle.check([
            (5, .unwanted, [], .closed), (900, .opened(fits: true), [.close], .closed), (910, .closed, [], .closed),
        ])
    }

    @Test func `one that cannot be opened when it is no longer wanted is not tried again`() {
        var lifecycle = DeviceLifecycle.opening
        lifecycle.check([(5, .unwanted, [], .closed), (900, .failed(.busy), [], .closed)])
        lifecycle.check([(1200, .timer, [], .closed), (1300, .devicesChanged, [], .closed)])
    }

    @Test func `one that is being restarted is closed when that is done`() {
        for event in [DeviceLifecycle.Event.restarted(fits: true), .failed(.busy)] {
            var lifecycle = DeviceLifecycle.restarting
            lifecycle.check([
                (510, .unwanted, [], .closed), (520, event, [.close], .closed), (530, .closed, [], .closed),
            ])
        }
    }

    @Test func `one that is missing is not tried again`() {
        var lifecycle = DeviceLifecycle.waiting
        lifecycle.check([
            (600, .unwanted, [.disarm], .closed), (760, .timer, [], .closed),
            (770, .devicesChanged, [], .closed),
        ])
    }

    @Test func `one that was lost and is being closed is not tried again`() {
        var lifecycle = DeviceLifecycle.running
        lifecycle.check([
            (500, .released(.unplugged), [.retry(250), .close], .missing(.unplugged)),
            (510, .unwanted, [.disarm], .closed), (760, .timer, [], .closed), (800, .closed, [], .closed),
        ])
    }

    @Test func `an end that is asked for twice happens once`() {
        for var lifecycle in [DeviceLifecycle.detaching, .closing, DeviceLifecycle()] {
            lifecycle.check([(700, .unwanted, [], .closed)])
        }
    }

    // MARK: wanted again

    @Test func `one that is being given back does not play, though it is wanted again`() {
        var lifecycle = DeviceLifecycle.detaching
        #expect(!lifecycle.isPlaying)
        lifecycle.check([(605, .wanted, [], .opening)])
        #expect(!lifecycle.isPlaying)
    }

    @Test func `one that is wanted again while it is opened is attached`() {
        var lifecycle = DeviceLifecycle.opening
        lifecycle.check([
            (5, .unwanted, [], .closed), (6, .wanted, [], .opening),
            (900, .opened(fits: true), [.attach], .starting),
        ])
    }

    @Test func `one that is wanted again while it is restarted is attached`() {
        var lifecycle = DeviceLifecycle.restarting
        lifecycle.check([
            (510, .unwanted, [], .closed), (520, .wanted, [], .opening),
            (530, .restarted(fits: true), [.attach], .starting), (540, .running, [], .running),
        ])
    }

    @Test(arguments: [DeviceLifecycle.Event.released(nil), .released(.unplugged), .halted(.dry)])
    func `one that is wanted again before it was released is closed and opened again`(event: DeviceLifecycle.Event) {
        var lifecycle = DeviceLifecycle.detaching
        lifecycle.check([
            (605, .wanted, [], .opening), (606, .running, [], .opening), (610, event, [.close], .opening),
            (620, .closed, [.open], .opening), (630, .opened(fits: true), [.attach], .starting),
        ])
    }

    @Test func `one that is wanted for a moment before it was released is closed`() {
        var lifecycle = DeviceLifecycle.detaching
        lifecycle.check([
            (605, .wanted, [], .opening), (606, .unwanted, [], .closed),
            (610, .released(nil), [.close], .closed), (620, .closed, [], .closed),
        ])
    }

    @Test func `one that is wanted again while it is closed is opened after that`() {
        var lifecycle = DeviceLifecycle.closing
        lifecycle.check([(615, .wanted, [], .opening), (620, .closed, [.open], .opening)])
        lifecycle = .closing
        lifecycle.check([(615, .wanted, [], .opening), (616, .unwanted, [], .closed), (620, .closed, [], .closed)])
    }

    @Test func `one that is missing is tried at once when it is wanted again`() {
        var lifecycle = DeviceLifecycle.waiting
        lifecycle.check([
            (600, .wanted, [.disarm, .open], .missing(.unplugged)), (601, .wanted, [], .missing(.unplugged)),
        ])
        lifecycle = .running
        lifecycle.check([
            (500, .released(.unplugged), [.retry(250), .close], .missing(.unplugged)),
            (510, .wanted, [.disarm], .missing(.unplugged)), (520, .closed, [.open], .missing(.unplugged)),
        ])
    }

    // MARK: recovering

    @Test func `a device that stopped is restarted and attached, and plays on`() {
        var lifecycle = DeviceLifecycle.running
        lifecycle.check([
            (500, .halted(.dry), [.restart(preroll: false)], .recovering(.dry)),
            (510, .restarted(fits: true), [.attach], .recovering(.dry)),
            (520, .halted(.suspended), [.restart(preroll: false)], .recovering(.suspended)),
            (530, .restarted(fits: true), [.attach], .recovering(.suspended)), (550, .running, [], .running),
        ])
    }

    @Test func `one that has not run yet still gets the silence that wakes a sink`() {
        var lifecycle = DeviceLifecycle.starting
        lifecycle.check([
            (15, .halted(.dry), [.restart(preroll: true)], .recovering(.dry)),
            (18, .restarted(fits: true), [.attach], .starting),
            (19, .halted(.dry), [.restart(preroll: true)], .recovering(.dry)),
            (21, .restarted(fits: true), [.attach], .starting), (30, .running, [], .running),
            (40, .halted(.dry), [.restart(preroll: false)], .recovering(.dry)),
        ])
    }

    @Test func `that it plays no more, or plays again, is reported though its state is the same`() {
        var lifecycle = DeviceLifecycle.restarting
        #expect(!lifecycle.isPlaying)
        #expect(lifecycle.take(.restarted(fits: true), at: 0) == [.attach, .report(from: .recovering(.dry))])
        #expect(lifecycle.isPlaying)
        #expect(
            lifecycle.take(.halted(.dry), at: 0) == [.restart(preroll: false), .report(from: .recovering(.dry))])
        #expect(!lifecycle.isPlaying)
    }

    @Test func `one that cannot be restarted is closed and missing`() {
        var lifecycle = DeviceLifecycle.restarting
        lifecycle.check([
            (510, .failed(.busy), [.retry(250), .close], .missing(.busy)), (515, .closed, [], .missing(.busy)),
            (760, .timer, [.open], .missing(.busy)),
        ])
    }

    @Test func `one that was given back though it is wanted is opened again`() {
        for var lifecycle in [DeviceLifecycle.starting, .running] {
            lifecycle.check([(600, .released(nil), [.close], .opening), (610, .closed, [.open], .opening)])
        }
    }
}
