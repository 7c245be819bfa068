// SPDX-License-Identifier: Apache-2.0

/// A kind of event that one can subscribe to.
public enum EventKind: String, Sendable, Hashable, CaseIterable, WireValue {
    /// Every beat, before it is heard.
    case beat
    /// Every change of what `status` says, whoever made it.
    case state
    /// From which every beat to come can be computed: when it has changed.
    case timeline
    /// Every section of a song, before it is heard.
    case section
    /// Every change of the output, such as a device that goes away.
    case audio
    /// The values of chosen properties, many times a second.
    case frame
    /// The segments of chosen properties, before each beat is heard.
    case motion

    /// One of these words.
    public static var form: ValueForm { .choice(allCases.map(\.rawValue)) }

    /// The events that are sent where a subscription names none: all that need no properties, but the timeline.
    public static let usual: Set<EventKind> = [.beat, .state, .audio]
}
