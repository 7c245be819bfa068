// SPDX-License-Identifier: Apache-2.0

public import Rhythm

/// What a request asks of the daemon, with its parameters checked.
public enum Call: Sendable, Hashable {
    case start
    case stop
    case toggle
    case tempoSet(TempoChange)
    case meterSet(Meter)
    case bellSet(BellSetting)
    /// A gain, 0...1.
    case volumeSet(Double)
    /// Names of sounds, at least one of them not nil.
    case soundSet(beat: String?, bell: String?)
    case soundList
    case offsetSet(OffsetChange)
    case offsetGet
    case latencySet(LatencyProfile)
    /// With the segments of these properties.
    case status(properties: [String] = [])
    case timing
    /// The properties that can be asked for.
    case properties
    /// Nil leaves the lead as it is. Properties and interval are for `motion` and `frame`.
    case subscribe(Set<EventKind>, leadMs: Int?, properties: [String] = [], minimumIntervalMs: Int? = nil)
    case unsubscribe(Set<EventKind>)
    case version
    case describe
    case ping
    case shutdown

    /// Whether it changes what is heard, so that the fill is kept short for a while.
    public var isAudible: Bool {
        switch self {
        case .start, .stop, .toggle, .tempoSet, .meterSet, .bellSet, .volumeSet, .soundSet: true
        case .soundList, .offsetSet, .offsetGet, .latencySet, .status, .timing, .properties, .subscribe, .unsubscribe,
            .version, .describe, .ping, .shutdown:
            false
        }
    }
}
