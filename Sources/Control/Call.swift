// SPDX-License-Identifier: Apache-2.0

public import Rhythm

/// What a request asks of the daemon, checked and ready to be done.
public enum Call: Sendable, Hashable {
    case start
    case stop
    case toggle
    case tempoSet(TempoChange)
    case meterSet(Meter)
    case bellSet(BellSetting)
    /// A gain, 0...1.
    case volumeSet(Double)
    /// Names of sounds; at least one is there.
    case soundSet(beat: String?, bell: String?)
    case soundList
    case status
    case subscribe(Set<EventKind>)
    case unsubscribe(Set<EventKind>)
    case version
    case describe
    case ping
    case shutdown
}

/// When the bell rings, as one asks for it.
public enum BellSetting: Sendable, Hashable {
    /// Never.
    case off
    /// On the first beat of every bar, whatever the meter is.
    case bar
    /// On one beat of every group of beats.
    case every(BellPattern)
}

/// A kind of event that one can subscribe to.
public enum EventKind: String, Sendable, Hashable, CaseIterable, Codable {
    /// Every beat, ahead of its sound.
    case beat
    /// Every change of what `status` says, whoever made it.
    case state
}
