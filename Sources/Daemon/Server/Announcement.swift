// SPDX-License-Identifier: Apache-2.0

internal import MetronomeControl

/// An event that clients subscribe to, by its kind.
enum Announcement {
    case beat(BeatEvent)
    case state(StateEvent)
    case audio(AudioEvent)
    case motion(MotionEvent)
    case frame(FrameEvent)
    case timeline(TimelineEvent)
    case section(SectionEvent)
}
