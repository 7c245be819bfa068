// SPDX-License-Identifier: Apache-2.0

import Playback
import Testing

@testable import Daemon

/// A time in ms, what happened, what is done about it, and the state after that.
typealias LifecycleLine = (
    ms: Int, event: DeviceLifecycle.Event, actions: [DeviceLifecycle.Action], state: DeviceLifecycle.State
)

extension DeviceLifecycle {
    /// One that has gone through a diagram.
    init(_ diagram: [LifecycleLine]) {
        self.init()
        check(diagram)
    }

    /// Runs a diagram on it. The report of a change is left out of the lines, since the states say it.
    mutating func check(_ diagram: [LifecycleLine], sourceLocation: SourceLocation = #_sourceLocation) {
        for line in diagram {
            let before = state
            var actions = take(line.event, at: Int64(line.ms) * 1_000_000)
            let hasReported = actions.last == .report(from: before)
            if hasReported { actions.removeLast() }
            let place = "\(line.event) at \(line.ms) ms"
            #expect(actions == line.actions, "\(place)", sourceLocation: sourceLocation)
            #expect(state == line.state, "\(place)", sourceLocation: sourceLocation)
            #expect(hasReported || state == before, "\(place) is not reported", sourceLocation: sourceLocation)
        }
    }

    /// Wanted at 0, and being opened.
    static var opening: Self { Self([(0, .wanted, [.open], .opening)]) }
    /// Wanted at 0, and attached at 5 ms.
    static var starting: Self {
        Self([(0, .wanted, [.open], .opening), (5, .opened(fits: true), [.attach], .starting)])
    }
    /// Wanted at 0, and running since 20 ms.
    static var running: Self {
        Self([
            (0, .wanted, [.open], .opening), (5, .opened(fits: true), [.attach], .starting),
            (20, .running, [], .running),
        ])
    }
    /// Running, and halted at 500 ms.
    static var restarting: Self {
        var lifecycle = running
        lifecycle.check([(500, .halted(.dry), [.restart(preroll: false)], .recovering(.dry))])
        return lifecycle
    }
    /// Lost in use at 500 ms, and closed.
    static var waiting: Self {
        var lifecycle = running
        lifecycle.check([
            (500, .released(.unplugged), [.retry(250), .close], .missing(.unplugged)),
            (510, .closed, [], .missing(.unplugged)),
        ])
        return lifecycle
    }
    /// No longer wanted at 600 ms, and not yet released.
    static var detaching: Self {
        var lifecycle = running
        lifecycle.check([(600, .unwanted, [.detach], .closed)])
        return lifecycle
    }
    /// No longer wanted, released and not yet closed.
    static var closing: Self {
        var lifecycle = detaching
        lifecycle.check([(610, .released(nil), [.close], .closed)])
        return lifecycle
    }
}

extension DeviceLifecycle.Action {
    /// A timer of a number of ms.
    static func retry(_ ms: Int) -> Self { .arm(afterNs: Int64(ms) * 1_000_000) }
}

extension PlaybackError {
    static let busy = PlaybackError(device: "card", reason: "another program holds the device", detail: "")
    static let unplugged = PlaybackError(device: "card", reason: "it was unplugged", detail: "")
    static let absent = PlaybackError(device: "card", reason: "there is no such sound device", detail: "")
}
