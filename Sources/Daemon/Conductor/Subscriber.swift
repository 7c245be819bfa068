// SPDX-License-Identifier: Apache-2.0

internal import Control
internal import Motion

/// A client that events are sent to. Belongs to the event loop.
protocol Subscriber: AnyObject {
    /// The events that it has subscribed to.
    var events: Set<EventKind> { get set }
    /// How long before it is heard a beat is announced to it, in milliseconds.
    var leadMs: Int { get set }
    /// The properties that it has subscribed to with `motion`.
    var motionProperties: [MotionProperty] { get set }
    /// Takes movements, or counts them as dropped; never blocks.
    func deliver(motion: [MotionEvent])
    /// Takes a frame, in place of one it has not been able to take yet; never blocks.
    func deliver(frame: FrameEvent)
    /// Takes beats, or counts them as dropped; never blocks.
    func deliver(beats: [BeatEvent])
    /// Takes a change of state, in place of one it has not been able to take yet; never blocks.
    func deliver(state: StateEvent)
    /// Takes a timeline, in place of one it has not been able to take yet; never blocks.
    func deliver(timeline: TimelineEvent)
    /// Takes a change of the audio, in place of one it has not been able to take yet; never blocks.
    func deliver(audio: AudioEvent)
}
