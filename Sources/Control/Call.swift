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
    case offsetSet(OffsetChange)
    case offsetGet
    case latencySet(LatencyProfile)
    /// With what these properties do now.
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

    /// Whether it changes what is heard, so that it should be heard soon.
    public var isAudible: Bool {
        switch self {
        case .start, .stop, .toggle, .tempoSet, .meterSet, .bellSet, .volumeSet, .soundSet: true
        case .soundList, .offsetSet, .offsetGet, .latencySet, .status, .timing, .properties, .subscribe, .unsubscribe,
            .version, .describe, .ping, .shutdown:
            false
        }
    }
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

/// What one asks of the offset between the time that a device tells and the time at which it is heard.
public enum OffsetChange: Sendable, Hashable {
    /// Milliseconds; + is later than the device says.
    case to(Double)
    /// So many milliseconds more, or fewer if negative.
    case by(Double)

    /// The milliseconds that an offset may have.
    public static let range = -1000.0...2000.0

    /// The offset that follows, in milliseconds. Throws `out_of_range`.
    public func applied(to offset: Double) throws(ControlError) -> Double {
        switch self {
        case .to(let asked): return asked
        case .by(let step):
            let sum = offset + step
            guard Self.range.contains(sum) else {
                throw ControlError(
                    .outOfRange, "an offset must be -1000...2000 ms: \(JSONValue(sum).text) is outside", param: "by",
                    min: Self.range.lowerBound - offset, max: Self.range.upperBound - offset)
            }
            return sum
        }
    }
}

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

/// How long before it is heard a beat is told, in milliseconds.
public enum Lead {
    /// What can be asked for: at 1000 bpm up to 167 beats.
    public static let range = 0...10_000
    /// Where nothing is asked for.
    public static let usual = 200
}
