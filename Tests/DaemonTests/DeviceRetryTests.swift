// SPDX-License-Identifier: Apache-2.0

import Playback
import Testing

@testable import Daemon

/// Trying a device that is missing, by its lifecycle's diagrams.
@Suite struct DeviceRetryTests {
    private typealias State = DeviceLifecycle.State

    // MARK: missing

    @Test func `a lost device is retried after 250 ms, 0.5, 1, 2, 4 and 8 s, and never later than 8 s`() {
        var lifecycle = DeviceLifecycle.waiting
        var now = 750
        for pause in [500, 1000, 2000, 4000, 8000, 8000, 8000] {
            let before = lifecycle.state
            lifecycle.check([
                (now, .timer, [.open], before), (now + 5, .failed(.busy), [.retry(pause)], .missing(.busy)),
            ])
            #expect(lifecycle.pauseNs == Int64(pause) * 1_000_000)
            now += 5 + pause
        }
    }

    @Test func `one that cannot be opened at first is retried likewise`() {
        var lifecycle = DeviceLifecycle.opening
        lifecycle.check([
            (5, .failed(.busy), [.retry(250)], .missing(.busy)), (255, .timer, [.open], .missing(.busy)),
            (260, .failed(.busy), [.retry(500)], .missing(.busy)),
        ])
    }

    @Test(arguments: [(1999, 1000), (2000, 250)])
    func `one that ran for 2 s is retried after 250 ms again`(ranMs: Int, pauseMs: Int) {
        var lifecycle = DeviceLifecycle.waiting
        lifecycle.check([
            (750, .timer, [.open], .missing(.unplugged)), (755, .failed(.busy), [.retry(500)], .missing(.busy)),
            (1255, .timer, [.open], .missing(.busy)), (1260, .opened(fits: true), [.attach], .starting),
            (1300, .running, [], .running),
            (1300 + ranMs, .released(.unplugged), [.retry(pauseMs), .close], .missing(.unplugged)),
        ])
    }

    @Test func `one that ran for 2 s before it stopped is retried after 250 ms too`() {
        var lifecycle = DeviceLifecycle.waiting
        lifecycle.check([
            (750, .timer, [.open], .missing(.unplugged)), (755, .opened(fits: true), [.attach], .starting),
            (800, .running, [], .running),
            (2800, .halted(.dry), [.restart(preroll: false)], .recovering(.dry)),
            (2810, .failed(.busy), [.retry(250), .close], .missing(.busy)),
        ])
    }

    @Test func `a run goes on when it is reported again`() {
        var lifecycle = DeviceLifecycle.waiting
        lifecycle.check([
            (750, .timer, [.open], .missing(.unplugged)), (755, .opened(fits: true), [.attach], .starting),
            (800, .running, [], .running), (2000, .running, [], .running),
            (2800, .released(.unplugged), [.retry(250), .close], .missing(.unplugged)),
        ])
    }

    @Test func `time in which it was restarted is no time that it ran`() {
        var lifecycle = DeviceLifecycle.waiting
        lifecycle.check([
            (750, .timer, [.open], .missing(.unplugged)), (755, .opened(fits: true), [.attach], .starting),
            (800, .running, [], .running),
            (1800, .halted(.dry), [.restart(preroll: false)], .recovering(.dry)),
            (9000, .failed(.busy), [.retry(500), .close], .missing(.busy)),
        ])
    }

    @Test func `one that is wanted anew is retried after 250 ms again`() {
        var lifecycle = DeviceLifecycle.waiting
        lifecycle.check([
            (750, .timer, [.open], .missing(.unplugged)), (755, .failed(.busy), [.retry(500)], .missing(.busy)),
            (800, .unwanted, [.disarm], .closed), (810, .wanted, [.open], .opening),
            (820, .failed(.busy), [.retry(250)], .missing(.busy)),
        ])
    }

    @Test func `one whose pause is over before it is closed is opened after that`() {
        var lifecycle = DeviceLifecycle.running
        lifecycle.check([
            (500, .released(.unplugged), [.retry(250), .close], .missing(.unplugged)),
            (750, .timer, [], .missing(.unplugged)), (2000, .closed, [.open], .missing(.unplugged)),
        ])
    }

    @Test func `why it was lost is said until it is refused for another reason`() {
        var lifecycle = DeviceLifecycle.waiting
        lifecycle.check([
            (750, .timer, [.open], .missing(.unplugged)), (755, .failed(.absent), [.retry(500)], .missing(.unplugged)),
            (1255, .timer, [.open], .missing(.unplugged)), (1260, .failed(.busy), [.retry(1000)], .missing(.busy)),
            (2260, .timer, [.open], .missing(.busy)), (2265, .failed(.absent), [.retry(2000)], .missing(.absent)),
            (4265, .timer, [.open], .missing(.absent)), (4270, .failed(.absent), [.retry(4000)], .missing(.absent)),
        ])
    }

    @Test func `every try that fails is reported, though it changes nothing`() {
        var lifecycle = DeviceLifecycle.opening
        for _ in 0..<10 {
            _ = lifecycle.take(.failed(.busy), at: 0)
            _ = lifecycle.take(.timer, at: 0)
        }
        #expect(lifecycle.take(.failed(.busy), at: 0) == [.retry(8000), .report(from: .missing(.busy))])
    }

    // MARK: a device appears

    @Test func `a device that appears is tried 250 ms later, once however many appear`() {
        var lifecycle = DeviceLifecycle.waiting
        lifecycle.check([
            (750, .timer, [.open], .missing(.unplugged)), (755, .failed(.busy), [.retry(500)], .missing(.busy)),
            (1255, .timer, [.open], .missing(.busy)), (1260, .failed(.busy), [.retry(1000)], .missing(.busy)),
            (1300, .devicesChanged, [.retry(250)], .missing(.busy)), (1301, .devicesChanged, [], .missing(.busy)),
            (1500, .devicesChanged, [], .missing(.busy)), (1550, .timer, [.open], .missing(.busy)),
            (1555, .failed(.busy), [.retry(500)], .missing(.busy)),
            (1600, .devicesChanged, [.retry(250)], .missing(.busy)),
        ])
    }

    @Test func `one that appears while the lost one is closed is tried 250 ms later too`() {
        var lifecycle = DeviceLifecycle.running
        lifecycle.check([
            (500, .released(.unplugged), [.retry(250), .close], .missing(.unplugged)),
            (600, .devicesChanged, [.retry(250)], .missing(.unplugged)),
            (610, .devicesChanged, [], .missing(.unplugged)), (700, .closed, [], .missing(.unplugged)),
            (710, .devicesChanged, [], .missing(.unplugged)), (850, .timer, [.open], .missing(.unplugged)),
        ])
    }

    @Test func `one that appears during a try is tried 250 ms after that has failed`() {
        var lifecycle = DeviceLifecycle.waiting
        lifecycle.check([
            (750, .timer, [.open], .missing(.unplugged)), (755, .failed(.busy), [.retry(500)], .missing(.busy)),
            (1255, .timer, [.open], .missing(.busy)), (1256, .devicesChanged, [], .missing(.busy)),
            (1260, .failed(.busy), [.retry(250)], .missing(.busy)), (1510, .timer, [.open], .missing(.busy)),
        ])
    }

    @Test func `what appears while a device is not missing is ignored`() {
        for (var lifecycle, state) in [
            (DeviceLifecycle(), State.closed), (.opening, .opening), (.starting, .starting), (.running, .running),
            (.restarting, .recovering(.dry)), (.detaching, .closed), (.closing, .closed),
        ] {
            lifecycle.check([(700, .devicesChanged, [], state), (950, .timer, [], state)])
        }
    }
}
