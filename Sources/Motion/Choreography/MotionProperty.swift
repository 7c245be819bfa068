// SPDX-License-Identifier: Apache-2.0

/// A number that moves with the beat, such as the angle of a pendulum, under the name that faces, daemon and clients use.
///
/// A pure function of beat and phase: the same at every query, in any order. It is continuous from beat to beat, unless
/// it is discrete, or wraps round.
public struct MotionProperty: Sendable {
    /// What the numbers count.
    public enum Unit: String, Sendable, Hashable, Codable, CaseIterable {
        /// Clockwise on screen.
        case degrees
        /// How many times the usual size.
        case scale
        /// In the design of the face, + is down or to the right.
        case points
        /// A part of a whole.
        case fraction
        /// A whole number.
        case count
        /// Beats per minute.
        case bpm
    }

    /// How it moves to a new target where the tempo, the meter or a start changes it.
    public enum Transition: Sendable, Hashable {
        /// It reaches the value planned for the end of the beat at that time, in 150 ms at least.
        case glide
        /// As the pendulum: to the end of its swing, from the velocity it has.
        case swing
        /// By a spring, from the velocity it has. Times in seconds.
        case spring(Spring)
        /// Evenly, for a number of beats.
        case linear(beats: Double)
    }

    /// Its name, such as `pendulum.angle`: the face and what of it moves.
    public let name: String
    /// What it is, as one line without a full stop.
    public let summary: String
    /// The unit of its values.
    public let unit: Unit
    /// All of its values lie in it.
    public let range: ClosedRange<Double>
    /// Whether it jumps from value to value instead of moving.
    public let isDiscrete: Bool
    /// The distance between two values that look the same: at the end of its range the property wraps round. Nil for one that
    /// does not wrap.
    public let period: Double?
    /// Where it rests when the music stops; nil for what stays where it is.
    public let rest: Double?
    /// How it moves where its target changes.
    public let transition: Transition
    /// Its greatest velocity at an unchanged tempo, in its unit per beat; 0 for what is discrete or changes with the
    /// tempo only.
    public let maximumVelocity: Double

    private let plan: @Sendable (Beat) -> [Segment]

    init(
        _ name: String, _ summary: String, _ unit: Unit, _ range: ClosedRange<Double>, isDiscrete: Bool = false,
        period: Double? = nil, rest: Double? = nil, transition: Transition = .glide, maximumVelocity: Double = 0,
        plan: @escaping @Sendable (Beat) -> [Segment]
    ) {
        self.name = name
        self.summary = summary
        self.unit = unit
        self.range = range
        self.isDiscrete = isDiscrete
        self.period = period
        self.rest = rest
        self.transition = transition
        self.maximumVelocity = maximumVelocity
        self.plan = plan
    }

    /// Its movements in a beat, on an axis of beats that begins with it, the first one at 0.
    ///
    /// The last may reach beyond 1: the next beat then continues it.
    public func segments(in beat: Beat) -> [Segment] { plan(beat) }

    /// The value after a part of a beat, 0...1.
    public func value(in beat: Beat, phase: Double) -> Double {
        plan(beat).value(at: phase) ?? rest ?? range.lowerBound
    }

    /// The change per beat after a part of a beat.
    public func velocity(in beat: Beat, phase: Double) -> Double { plan(beat).velocity(at: phase) }

    /// What it is while nothing has played yet: at rest, or what the tempo makes it.
    public func idle(bpm: Double) -> Double { rest ?? value(in: Beat(0, bpm: bpm), phase: 0) }

    /// Whether it depends on the tempo alone, and not on the place in the beat.
    public var followsTempo: Bool {
        switch transition {
        case .spring, .linear: true
        case .glide, .swing: false
        }
    }
}

extension MotionProperty: CustomStringConvertible {
    /// The name.
    public var description: String { name }
}

extension MotionProperty: Hashable {
    /// Names are unique.
    public static func == (left: MotionProperty, right: MotionProperty) -> Bool { left.name == right.name }

    /// By the name.
    public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension [Segment] {
    /// One value for all time.
    static func constant(_ value: Double, from begin: Double = 0) -> [Segment] {
        [Segment(from: value, to: value, begin: begin, duration: 1, curve: .linear)]
    }
}
