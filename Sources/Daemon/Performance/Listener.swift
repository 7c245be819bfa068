// SPDX-License-Identifier: Apache-2.0

internal import Control
internal import Motion

/// What a client is told.
struct Listener {
    /// The events that it has subscribed to.
    var events: Set<EventKind> = []
    /// How long before a beat is heard it is announced to this client, in milliseconds.
    var leadMs = Lead.usual
    /// The properties that it has subscribed to with `motion`.
    var motionProperties: [MotionProperty] = []
}

/// An event for those who have subscribed to its kind.
enum Announcement {
    case beat(BeatEvent)
    case state(StateEvent)
    case audio(AudioEvent)
    case motion(MotionEvent)
    case frame(FrameEvent)
    case timeline(TimelineEvent)
    case section(SectionEvent)
}
