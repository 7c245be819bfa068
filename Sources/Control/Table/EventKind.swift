// SPDX-License-Identifier: Apache-2.0

/// A kind of event that one can subscribe to.
public enum EventKind: String, Sendable, Hashable, CaseIterable, Codable {
    /// Every beat, ahead of its sound.
    case beat
    /// Every change of what `status` says, whoever made it.
    case state
    /// Every change of what plays it, such as a device that goes away.
    case audio
    /// The movements of chosen properties, ahead of each beat.
    case motion
    /// The values of chosen properties, many times a second.
    case frame

    /// What is sent unless one says which: all that need no properties.
    public static let usual: Set<EventKind> = [.beat, .state, .audio]
}
