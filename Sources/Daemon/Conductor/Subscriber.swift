// SPDX-License-Identifier: Apache-2.0

internal import Control
internal import Motion

/// A client that events are sent to. Belongs to the event loop.
protocol Subscriber: AnyObject {
    /// The events that it has subscribed to.
    var events: Set<EventKind> { get set }
    /// How long before a beat is heard it is announced to this client, in milliseconds.
    var leadMs: Int { get set }
    /// The properties that it has subscribed to with `motion`.
    var motionProperties: [MotionProperty] { get set }
    /// Sends movements, or counts them as dropped; never blocks.
    func deliver(motion: [MotionEvent])
    /// Sends a frame, which replaces one that is not sent yet; never blocks.
    func deliver(frame: FrameEvent)
    /// Sends beats, or counts them as dropped; never blocks.
    func deliver(beats: [BeatEvent])
    /// Sends a change of state, which replaces one that is not sent yet; never blocks.
    func deliver(state: StateEvent)
    /// Sends a timeline, which replaces one that is not sent yet; never blocks.
    func deliver(timeline: TimelineEvent)
    /// Sends a section, which replaces one that is not sent yet; never blocks.
    func deliver(section: SectionEvent)
    /// Sends a change of the audio, which replaces one that is not sent yet; never blocks.
    func deliver(audio: AudioEvent)
}
