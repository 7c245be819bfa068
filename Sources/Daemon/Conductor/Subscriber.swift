// SPDX-License-Identifier: Apache-2.0

internal import Control
internal import Motion

/// Somebody who is told of events. Belongs to the event loop.
protocol Subscriber: AnyObject {
    /// What it wants to hear of.
    var events: Set<EventKind> { get set }
    /// How long before it is heard it wants to be told a beat, in milliseconds.
    var leadMs: Int { get set }
    /// What it wants to hear of with `motion`.
    var motionProperties: [MotionProperty] { get set }
    /// Takes movements, or counts them as dropped; never blocks.
    func deliver(motion: [MotionEvent])
    /// Takes a frame, in place of one it has not been able to take yet; never blocks.
    func deliver(frame: FrameEvent)
    /// Takes beats, or counts them as dropped; never blocks.
    func deliver(beats: [BeatEvent])
    /// Takes a change of state, in place of one it has not been able to take yet; never blocks.
    func deliver(state: StateEvent)
    /// Takes a change of the audio, in place of one it has not been able to take yet; never blocks.
    func deliver(audio: AudioEvent)
}
