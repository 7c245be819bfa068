// SPDX-License-Identifier: Apache-2.0

import Control
import Motion

@testable import Daemon

/// A client that keeps all events that it is sent.
final class FakeSubscriber: Subscriber {
    var events: Set<EventKind> = []
    var leadMs = Lead.usual
    var motionProperties: [MotionProperty] = []
    private(set) var beats: [BeatEvent] = []
    private(set) var states: [StateEvent] = []
    private(set) var frames: [FrameEvent] = []

    func deliver(motion: [MotionEvent]) {}
    func deliver(frame: FrameEvent) { frames.append(frame) }
    func deliver(beats: [BeatEvent]) { self.beats += beats }
    func deliver(state: StateEvent) { states.append(state) }
    func deliver(timeline: TimelineEvent) {}
    func deliver(section: SectionEvent) {}
    func deliver(audio: AudioEvent) {}
}
