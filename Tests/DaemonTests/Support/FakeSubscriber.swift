// SPDX-License-Identifier: Apache-2.0

import MetronomeControl
import MetronomeMotion
import NIOCore

@testable import Daemon

/// A client that keeps all events that it is sent.
final class FakeSubscriber: Subscriber {
    private(set) var beats: [BeatEvent] = []
    private(set) var states: [StateEvent] = []
    private(set) var frames: [FrameEvent] = []
    private(set) var messages: [EventMessage] = []

    func deliver(_ messages: [EventMessage]) {
        self.messages += messages
        for message in messages {
            switch try? Event(line: Array(message.line.readableBytesView.dropLast())) {
            case .beat(let beat): beats.append(beat)
            case .state(let state): states.append(state)
            case .frame(let frame): frames.append(frame)
            default: break
            }
        }
    }
}
