// SPDX-License-Identifier: Apache-2.0

internal import MetronomeBounds
import MetronomeControl
import MetronomeMotion

/// How everything in a face moves, as the daemon announces it beat by beat: over changes of tempo and meter, and to rest.
struct ToldMotion {
    /// What is asked for: all properties but the rod, which follows from the timeline.
    static let properties = Choreography.properties.filter { $0 != .pendulumAngle }
    /// How many movements of a property are kept: those of 1.2 s at 1000 bpm, up to seven to a beat, and some before.
    private static let most = 256
    /// How long everything takes to come to rest, in nanoseconds.
    private static let restNs: Int64 = 500_000_000

    /// The parameters of the subscription of a face that shows what is heard some milliseconds later: all that it shows is
    /// announced by then, as far as the longest lead reaches.
    static func subscription(offsetMs: Double) -> [String: JSONValue] {
        let lead = Double(Lead.usual) + .maximum(0, offsetMs)
        var params = Subscription.params([.state, .audio, .timeline, .motion], properties: properties.map(\.name))
        params["lead_ms"] = .integer(min(Int64(clamping: lead.rounded(.up)), Int64(Lead.range.upperBound)))
        return params
    }

    /// By the name of the property, in the order of their begins.
    private var movements: [String: [MotionSegment]] = [:]

    /// What is known right after subscribing, by the names of the properties.
    init(_ told: [String: [MotionSegment]] = [:]) { take(told) }

    /// Takes what is announced: it replaces, from its first movement on, what was announced before.
    mutating func take(_ told: [String: [MotionSegment]]) {
        for property in Self.properties {
            guard let segments = told[property.name], let first = segments.first else { continue }
            let before = movements[property.name, default: []].filter { $0.beginNs < first.beginNs }
            movements[property.name] = (before + segments).suffix(Self.most)
        }
    }

    /// Lets everything come to rest from a time on, because the connection to the daemon is lost. What shows the tempo
    /// goes on to the last one.
    mutating func stop(atNs now: Int64) {
        for property in Self.properties where !property.followsTempo {
            guard let present = movement(of: property, atNs: now) else { continue }
            let value = property.value(in: present, atNs: now)
            let glide = Segment(
                glidingFrom: value, velocity: present.velocity(atNs: now), to: property.rest ?? value, begin: 0,
                duration: Double(Self.restNs) / 1e9, within: property.range)
            let rest = MotionSegment {
                ($0.from, $0.to, $0.curve) = (glide.from, glide.to, glide.curve)
                ($0.beginNs, $0.durationNs) = (now, Self.restNs)
            }
            take([property.name: [rest]])
        }
    }

    /// The values at a time of what is in a movement then, by the names of the properties. For all else the beat says the
    /// value.
    func values(atNs time: Int64) -> [String: Double] {
        var values: [String: Double] = [:]
        for property in Self.properties {
            guard let present = movement(of: property, atNs: time), time < present.endNs else { continue }
            values[property.name] = property.value(in: present, atNs: time)
        }
        return values
    }

    /// Whether anything moves at a time or after it.
    func isMoving(atNs time: Int64) -> Bool { movements.values.contains { $0.last.map { $0.endNs > time } ?? false } }

    private func movement(of property: MotionProperty, atNs time: Int64) -> MotionSegment? {
        movements[property.name]?.last { $0.beginNs <= time }
    }
}

extension MotionProperty {
    /// The value in a movement at a time, within the range.
    fileprivate func value(in movement: MotionSegment, atNs time: Int64) -> Double {
        .minimum(range.upperBound, .maximum(range.lowerBound, movement.value(atNs: time)))
    }
}
